import type { JobWithMetadata, PgBoss } from 'pg-boss'
import { giveWay } from './give-way.ts'
import type { RunningJob } from './jobs.ts'
import type { QueueDefinition } from './queue-definition.ts'

export interface HandledQueue {
  definition: QueueDefinition
  concurrency: number
  handler: (job: RunningJob) => Promise<void>
}

type JobData = Record<string, unknown>

/** Seconds. The first worker of a queue looks this often; it wakes the others, which look by themselves now and then. */
const polling = { first: 1, others: 15 }

/** The workers of one queue in this process: as many at a time as its concurrency, none idle while there is work. */
export class QueueWorkers {
  #boss: PgBoss
  #queue: HandledQueue
  #rush: () => boolean
  #log: (message: string, error?: unknown) => void
  #givenUp: (queue: string, jobId: string, error: unknown) => void
  #ids: string[] = []

  /**
   * @param rush whether many requests come in: they come before jobs
   * @param givenUp told of a job whose last try failed
   */
  constructor(
    boss: PgBoss,
    queue: HandledQueue,
    rush: () => boolean,
    log: (message: string, error?: unknown) => void,
    givenUp: (queue: string, jobId: string, error: unknown) => void,
  ) {
    this.#boss = boss
    this.#queue = queue
    this.#rush = rush
    this.#log = log
    this.#givenUp = givenUp
  }

  async start(): Promise<void> {
    for (let index = 0; index < this.#queue.concurrency; index++) {
      const pollingIntervalSeconds = index === 0 ? polling.first : polling.others
      const id = await this.#boss.work(
        this.#queue.definition.name,
        { batchSize: 1, pollingIntervalSeconds, includeMetadata: true },
        async ([job]: JobWithMetadata<JobData>[]) => this.#run(job!),
      )
      this.#ids.push(id)
    }
  }

  /** Looks for work now. */
  wake(): void {
    for (const id of this.#ids) this.#boss.notifyWorker(id)
  }

  async #run(job: JobWithMetadata<JobData>): Promise<void> {
    // Where there is one job there may be more: the other workers look at once, and this one after it is done.
    this.wake()
    await giveWay(this.#rush)
    const { definition, handler } = this.#queue
    const { id, data, retryCount: attempt, retryLimit } = job
    const lastTry = attempt >= retryLimit
    try {
      if (attempt > 0 || definition.retryLimit === 0) await this.#markDeadLetter(id)
      await handler({ id, data: data ?? {}, attempt, lastTry })
    } catch (error) {
      this.#log(`Job ${id} of ${definition.name} failed, try ${attempt + 1}`, error)
      if (lastTry) this.#givenUp(definition.name, id, error)
      throw error
    } finally {
      this.wake()
    }
  }

  /** Names the dead-letter queue of a job, so that pg-boss copies it there when its last try fails. */
  async #markDeadLetter(jobId: string): Promise<void> {
    await this.#boss
      .getDb()
      .executeSql(
        'update pgboss.job set dead_letter = $3 where name = $1 and id = $2 and dead_letter is null',
        [this.#queue.definition.name, jobId, this.#queue.definition.deadLetter],
      )
  }
}
