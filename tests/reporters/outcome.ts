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

interface Reason {
  message?: string | undefined
  cause?: unknown
}

/** Where something failed, and the first line of why, with the cause of an error that only wraps another one. */
export function failure(where: string, error: Reason | undefined): string {
  // Playwright colors its messages.
  const [line = ''] = stripVTControlCharacters(error?.message ?? '').split('\n')
  const { cause } = error ?? {}
  return cause === undefined || cause === null
    ? `${where}: ${line}`
    : failure(`${where}: ${line}`, cause as Reason)
}

export function write(file: string, outcome: Omit<Outcome, 'failed'>): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify({ ...outcome, failed: outcome.failures.length }))
}
