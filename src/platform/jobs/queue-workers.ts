import type { JobResult, JobWithMetadata, PgBoss } from 'pg-boss'
import type { Sql } from '../database/sql.ts'
import { UnreadableJob } from './job-definition.ts'
import type { RunningJob } from './jobs.ts'
import { fixPause } from './pg-boss-tables.ts'
import type { QueueDefinition } from './queue-definition.ts'

export interface HandledQueue {
  definition: QueueDefinition
  concurrency: number
  /** @throws UnreadableJob when the job's data does not match its definition */
  handler: (job: RunningJob<unknown>) => Promise<void>
}

/** Seconds between polls of a worker that is not woken. `DuePoll` wakes the workers of a queue that has a due job. */
const pollingIntervalSeconds = 60

/** The workers of one queue in this process: as many as its concurrency, none idle while there is work. */
export class QueueWorkers {
  #boss: PgBoss
  #sql: Sql
  #queue: HandledQueue
  #log: (message: string, error?: unknown) => void
  #givenUp: (queue: string, jobId: string, error: unknown) => void
  #ids: string[] = []

  /** @param givenUp called with a job whose last try failed, or whose data cannot be read */
  constructor(
    boss: PgBoss,
    sql: Sql,
    queue: HandledQueue,
    log: (message: string, error?: unknown) => void,
    givenUp: (queue: string, jobId: string, error: unknown) => void,
  ) {
    this.#boss = boss
    this.#sql = sql
    this.#queue = queue
    this.#log = log
    this.#givenUp = givenUp
  }

  async start(): Promise<void> {
    for (let index = 0; index < this.#queue.concurrency; index++) {
      const id = await this.#boss.work(
        this.#queue.definition.name,
        { batchSize: 1, pollingIntervalSeconds, includeMetadata: true, perJobResults: true },
        async ([job]: JobWithMetadata<unknown>[]) => [await this.#run(job!)],
      )
      this.#ids.push(id)
    }
  }

  /**
   * Does one due job of the queue in the caller's process; returns 1, or 0 when none is due. A failed job is tried again after
   * a pause without a random part.
   */
  async runOne(): Promise<number> {
    const { name } = this.#queue.definition
    const [job] = (await this.#boss.fetch(name, { includeMetadata: true })) as JobWithMetadata<unknown>[]
    if (!job) return 0
    try {
      const { status, output } = await this.#run(job)
      if (status !== 'completed') throw output
    } catch (error) {
      await this.#boss.fail(name, job.id, error instanceof Error ? { message: error.message } : {})
      await fixPause(this.#sql, name, job.id)
      return 1
    }
    await this.#boss.complete(name, job.id)
    return 1
  }

  /** Polls now. */
  wake(): void {
    for (const id of this.#ids) this.#boss.notifyWorker(id)
  }

  async #run(job: JobWithMetadata<unknown>): Promise<JobResult> {
    // Where there is one job there may be more: the other workers poll at once, and this one after the job is done.
    this.wake()
    const { definition, handler } = this.#queue
    const { id, data, retryCount: attempt, retryLimit } = job
    const { name } = definition
    const lastTry = attempt >= retryLimit
    try {
      await handler({ id, data, attempt, lastTry })
      return { id, status: 'completed' }
    } catch (error) {
      const unreadable = error instanceof UnreadableJob
      this.#log(`Job ${id} of ${name} failed, try ${attempt + 1}`, error)
      if (lastTry || unreadable) this.#givenUp(name, id, error)
      // No further try would read it.
      if (unreadable) return { id, status: 'deadletter', output: error }
      throw error
    } finally {
      this.wake()
    }
  }
}
