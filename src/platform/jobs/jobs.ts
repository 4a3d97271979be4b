import type { z } from 'zod'
import type { Sql, Statement } from '../database/sql.ts'
import type { JobData, JobDefinition, JobRequest } from './job-definition.ts'

export interface RunningJob<Data = object> {
  id: string
  data: Data
  /** 0 on the first try. */
  attempt: number
  /** True when no try follows this one. */
  lastTry: boolean
}

/** A job of a kind while it runs. */
export type JobOf<Kind extends JobDefinition> = RunningJob<z.output<Kind['data']>>

/** Where the parts of the product register the handlers of their jobs. */
export interface JobRegistry {
  handle<Data extends JobData>(
    definition: JobDefinition<Data>,
    handler: (job: RunningJob<z.output<Data>>) => Promise<void>,
  ): void
}

/** A part of the product that does jobs. Handlers must be repeatable: a crash after the effect repeats the job. */
export abstract class JobHandlers {
  /** Registers handlers. Called when everything is composed, before the jobs start. */
  abstract registerJobs(registry: JobRegistry): void
}

/** Background work, stored by the transactions that cause it. */
export abstract class Jobs {
  /**
   * The statements that store `jobs`, to run in the transaction that causes them: the jobs exist exactly when it commits.
   * @throws Error for a queue without a handler
   */
  abstract statementsOf(jobs: readonly JobRequest[]): Statement[]

  /** `jobs` as a parameter of one statement that stores them together with rows, see `enqueueAccepted`. */
  abstract recordsOf(jobs: readonly JobRequest[]): string

  /** Stores jobs on `sql`'s transaction. */
  async enqueue(sql: Sql, ...jobs: JobRequest[]): Promise<void> {
    for (const { text, values } of this.statementsOf(jobs)) await sql.query(text, values)
  }
}
