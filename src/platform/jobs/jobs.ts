import type { Sql } from '../database/sql.ts'

/** Work that a transaction owes: it is stored with the transaction and done at least once after it. */
export interface OwedJob {
  queue: string
  /** Ids and amounts; whatever is personal is read from its own table when the job runs. */
  data: Record<string, unknown>
  /** Unique per queue: a second job with the same key is silently dropped, for ever. */
  key?: string
  /** Not before this moment (product clock). */
  startAfter?: Date
}

export interface QueueOptions {
  /** Tries after the first one; 10 unless told. Delay doubles from `retryDelaySeconds` (5 unless told) up to an hour. */
  retryLimit?: number
  retryDelaySeconds?: number
  /** Lease: a job whose worker died is tried again after this many seconds; 60 unless told. */
  expireInSeconds?: number
  /** How many run side by side in this process; 2 unless told. */
  concurrency?: number
}

export interface RunningJob {
  id: string
  data: Record<string, unknown>
  /** 0 on the first try. */
  attempt: number
  /** True when nobody tries again after this one. */
  lastTry: boolean
}

/**
 * A `retryLimit` that outlasts an outage: the first ten tries of a job take about two hours, each further one an hour,
 * so 130 of them take five days. For mails whose loss nobody would notice.
 */
export const triesOverDays = 130

/** Where the parts of the product register the handlers of their queues. */
export interface JobRegistry {
  handle(queue: string, options: QueueOptions, handler: (job: RunningJob) => Promise<void>): void
  /** Repeats `queue` by cron expression (UTC), once per installation however many processes run. */
  schedule(queue: string, cron: string): void
}

/** A part of the product that does jobs. Handlers must be repeatable: a crash after the effect repeats the job. */
export abstract class JobHandlers {
  /** Registers queues with their handlers. Called when everything is composed, before the jobs start. */
  abstract registerJobs(registry: JobRegistry): void
}

/** Background work over pg-boss. */
export abstract class Jobs {
  /**
   * Stores jobs on `sql`'s transaction, so that they exist exactly when it commits. Issues one statement before
   * it yields, so that it can travel together with others.
   *
   * @param provided a condition in SQL on `owed.key`, for what only the transaction knows: a job that does not meet
   *   it is not owed, and its key stays free
   */
  abstract owe(sql: Sql, jobs: readonly OwedJob[], provided?: string): Promise<void>
}
