import type { MinuteFigures } from './ring-telemetry.ts'

export interface MinuteRow extends MinuteFigures {
  minute: Date
  /** The process that measured it. */
  process: string
}

/** The minute rows of all processes, for charts. */
export abstract class TelemetryHistory {
  /** Rows from `since` on, oldest first, at most `limit`. */
  abstract minutes(since: Date, limit?: number): Promise<MinuteRow[]>
}
