import type { Problem } from './problem.ts'
import type { StoredProblem } from './stored-problems.ts'
import type { OperationCategory } from './telemetry.ts'

/** Kept per minute for two days, per hour for thirty. */
export type Grain = 'minute' | 'hour'

export interface HistoryRange {
  grain: Grain
  since: Date
  /** Seconds of one point; a multiple of the grain. */
  step: number
}

/** One category during one step, of all processes together. */
export interface CategoryPoint {
  at: Date
  category: OperationCategory
  count: number
  /** Seconds; the percentiles within a factor of √2. */
  average: number
  p50: number
  p95: number
  p99: number
  max: number
}

/** The load of all processes during one step. */
export interface ProcessPoint {
  at: Date
  processes: number
  /** Cores in use, all processes together. */
  cpu: number
  /** Bytes, all processes together. */
  rss: number
  /** Milliseconds, of the worst process. */
  eventLoopP99: number
  eventLoopMax: number
}

export interface SlowStatementRow {
  statement: string
  route: string
  count: number
  /** Seconds. */
  average: number
  max: number
  /** The request of the slowest run. */
  requestId: string | null
  lastSeen: Date
}

/** A request or a job, with its statements. */
export interface TracedRequest {
  requestId: string
  route: string
  status: number | null
  startedAt: Date
  /** Seconds. */
  seconds: number
  databaseSeconds: number
  statementCount: number
  /** The first statements, in the order in which they ended; `seconds` is null for one that was sent together with the one before. */
  statements: { text: string; seconds: number | null }[]
}

/** The stored figures of all processes. */
export abstract class TelemetryHistory {
  /** Points with at least one call, oldest first. */
  abstract categories(range: HistoryRange): Promise<CategoryPoint[]>
  abstract processes(range: HistoryRange): Promise<ProcessPoint[]>
  /** The slowest kinds of statement that ran since then, at most 50, the slowest first. */
  abstract slowStatements(since: Date): Promise<SlowStatementRow[]>
  /** Stored runs under this request id: those that wrote events, failed, or were slow. Oldest first. */
  abstract requests(requestId: string): Promise<TracedRequest[]>
  /** Errors, slow and repeated statements of the last 30 days, those seen last first. */
  abstract problems(): Promise<StoredProblem[]>
  /** Marks as mailed and returns: errors and slow statements since then that were not mailed for a day, newest first. */
  abstract claimForAlert(now: Date, since: Date, most: number): Promise<StoredProblem[]>
  /** Undoes `claimForAlert` after the alert with these problems failed. */
  abstract releaseClaims(problems: readonly Problem[]): Promise<void>
  /** The time at which each release was first seen to run. */
  abstract releases(since: Date): Promise<{ name: string; at: Date }[]>
}
