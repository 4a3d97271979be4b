import type {
  listProblems,
  performanceHistory,
  performanceStats,
  processLoad,
  slowStatements,
  tracedRequests,
} from '#modules/performance/contract.ts'
import { type AnswerOf, ApiFailure, call } from '../../lib/call.ts'

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
export type History = AnswerOf<typeof performanceHistory>
export type SlowStatement = AnswerOf<typeof slowStatements>['statements'][number]
export type Span = 'hour' | 'day' | 'month'
export const loadHistory = (span: Span) =>
  call<typeof performanceHistory>('GET', '/api/performance/history', { query: { span } })
export const loadStatements = () => call<typeof slowStatements>('GET', '/api/performance/statements')
export type Problem = AnswerOf<typeof listProblems>['problems'][number]
export const loadProblems = () => call<typeof listProblems>('GET', '/api/performance/problems')
export const loadTraces = (id: string) =>
  call<typeof tracedRequests>('GET', '/api/performance/requests/:id', { params: { id } })
export const loadProcess = () => call<typeof processLoad>('GET', '/api/performance/load')

/** Every operation of every category in one list. */
export function operationsOf(stats: Pick<Stats, 'categorizedStats'>): Operation[] {
  return Object.entries(stats.categorizedStats).flatMap(([category, operations]) =>
    Object.entries(operations).map(([name, timing]) => ({ category, name, ...timing })),
  )
}

/** One point of the chart: the number of calls, 95th percentiles in milliseconds per category, and the load. */
export interface Moment {
  at: string
  calls: number
  api: number | null
  database: number | null
  external: number | null
  other: number | null
  /** Cores. */
  cpu: number | null
  /** Bytes. */
  memory: number | null
  /** Milliseconds. */
  eventLoop: number | null
}

/** The points of all categories and processes by moment; a category without calls has no figure. */
export function momentsOf({ categories, processes }: Pick<History, 'categories' | 'processes'>): Moment[] {
  const moments = new Map<string, Moment>()
  const nothing = { api: null, database: null, external: null, other: null }
  const at = (moment: string): Moment => {
    const known = moments.get(moment) ?? {
      at: moment,
      calls: 0,
      ...nothing,
      cpu: null,
      memory: null,
      eventLoop: null,
    }
    moments.set(moment, known)
    return known
  }
  for (const point of categories) {
    const moment = at(point.at)
    moment[point.category] = Math.round(point.p95 * 100_000) / 100
    if (point.category === 'api') moment.calls = point.count
  }
  for (const point of processes)
    Object.assign(at(point.at), { cpu: point.cpu, memory: point.rss, eventLoop: point.eventLoopP99 })
  return [...moments.values()].toSorted((a, b) => a.at.localeCompare(b.at))
}

/** A time in seconds, formatted: "840 ms", "1.20 s", "0.12 ms". */
export function duration(seconds: number): string {
  if (seconds >= 1) return `${seconds.toFixed(2)} s`
  const milliseconds = seconds * 1_000
  return `${milliseconds.toFixed(milliseconds >= 100 ? 0 : milliseconds >= 1 ? 1 : 2)} ms`
}

/** "1.4 µs" */
export function microseconds(seconds: number): string {
  return `${(seconds * 1e6).toFixed(1)} µs`
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

/** The sentence of the specification for a failed call. */
export function statsMessage(failure: unknown): string {
  const status = failure instanceof ApiFailure ? failure.status : 0
  if (status === 404) return 'Performance statistics are only available in development environment'
  if (status === 401) return 'Authentication required. Please log in again.'
  return 'Failed to fetch performance statistics'
}
