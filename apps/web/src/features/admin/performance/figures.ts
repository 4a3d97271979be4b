import type { performanceStats, processLoad } from '#modules/performance/contract.ts'
import { type AnswerOf, ApiFailure, call } from '../../../lib/call.ts'

export type Stats = AnswerOf<typeof performanceStats>
export type Load = AnswerOf<typeof processLoad>

export interface Operation {
  name: string
  category: string
  count: number
  /** Seconds, as the other times. */
  average: number
  min: number
  max: number
  p50: number
  p95: number
  p99: number
}

export const loadStats = () => call<typeof performanceStats>('GET', '/api/performance/stats')
export const loadProcess = () => call<typeof processLoad>('GET', '/api/performance/load')

/** Every operation of every category in one list. */
export function operationsOf(stats: Pick<Stats, 'categorizedStats'>): Operation[] {
  return Object.entries(stats.categorizedStats).flatMap(([category, operations]) =>
    Object.entries(operations).map(([name, timing]) => ({ category, name, ...timing })),
  )
}

/** A time in seconds as people read it: "840 ms", "1.20 s", "0.12 ms". */
export function duration(seconds: number): string {
  if (seconds >= 1) return `${seconds.toFixed(2)} s`
  const milliseconds = seconds * 1_000
  return `${milliseconds.toFixed(milliseconds >= 100 ? 0 : milliseconds >= 1 ? 1 : 2)} ms`
}

/** "3 d 4 h", "12 min", "40 s" */
export function uptime(seconds: number): string {
  const units: [number, string][] = [
    [86_400, 'd'],
    [3_600, 'h'],
    [60, 'min'],
    [1, 's'],
  ]
  const parts: string[] = []
  let left = Math.max(Math.floor(seconds), 0)
  for (const [size, unit] of units) {
    const count = Math.floor(left / size)
    left -= count * size
    if (count > 0) parts.push(`${count} ${unit}`)
  }
  return parts.slice(0, 2).join(' ') || '0 s'
}

/** "48 MB" */
export function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1_048_576)} MB`
}

/** The specified sentence for a failed call. */
export function statsMessage(failure: unknown): string {
  const status = failure instanceof ApiFailure ? failure.status : 0
  if (status === 404) return 'Performance statistics are only available in development environment'
  if (status === 401) return 'Authentication required. Please log in again.'
  return 'Failed to fetch performance statistics'
}
