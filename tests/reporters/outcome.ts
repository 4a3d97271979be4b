import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** What one of the two test runners found. */
export interface Outcome {
  passed: number
  failed: number
  skipped: number
  /** Where, and the first line of why. A set-up that failed counts as one failure: its tests never ran. */
  failures: string[]
}

export function failure(where: string, error: { message?: string | undefined } | undefined): string {
  // Playwright colors its messages.
  const [line = ''] = stripVTControlCharacters(error?.message ?? '').split('\n')
  return `${where}: ${line}`
}

export function write(file: string, outcome: Omit<Outcome, 'failed'>): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify({ ...outcome, failed: outcome.failures.length }))
}
