import type { Job, PgBoss } from 'pg-boss'
import { giveWay } from './give-way.ts'
import type { RunningJob } from './jobs.ts'
import { markDeadLetter } from './owe-jobs.ts'
import type { QueueDefinition } from './queue-definition.ts'

export interface HandledQueue {
  definition: QueueDefinition
  concurrency: number
  handler: (job: RunningJob) => Promise<void>
}

type JobData = Record<string, unknown>

/** Seconds. The first worker of a queue looks this often; it wakes the others, which look by themselves now and then. */
const polling = { first: 1, others: 15 }
/** Milliseconds after which a transaction that owes a job has usually been committed. */
const commitTakes = 25

/** The workers of one queue in this process: as many at a time as its concurrency, none idle while there is work. */
export class QueueWorkers {
  #boss: PgBoss
  #queue: HandledQueue
  #requests: () => number
  #log: (message: string, error?: unknown) => void
  #ids: string[] = []
  #waking: NodeJS.Timeout | undefined

  /** @param requests how many requests are being answered: they come before jobs */
  constructor(
    boss: PgBoss,
    queue: HandledQueue,
    requests: () => number,
    log: (message: string, error?: unknown) => void,
  ) {
    this.#boss = boss
    this.#queue = queue
    this.#requests = requests
    this.#log = log
  }

  async start(): Promise<void> {
    for (let index = 0; index < this.#queue.concurrency; index++) {
      const pollingIntervalSeconds = index === 0 ? polling.first : polling.others
      const id = await this.#boss.work<JobData>(
        this.#queue.definition.name,
        { batchSize: 1, pollingIntervalSeconds },
        async ([job]) => this.#run(job!),
      )
      this.#ids.push(id)
    }
  }

  /** Looks for work now. */
  wake(): void {
    for (const id of this.#ids) this.#boss.notifyWorker(id)
  }

  /** Looks when a transaction under way will have ended; polling finds what this look misses. */
  wakeSoon(): void {
    this.#waking ??= setTimeout(() => {
      this.#waking = undefined
      this.wake()
    }, commitTakes)
  }

  stopWaking(): void {
    clearTimeout(this.#waking)
  }

  async #run(job: Job<JobData>): Promise<void> {
    // Where there is one job there may be more: the other workers look at once, and this one after it is done.
    this.wake()
    await giveWay(this.#requests)
    const { definition, handler } = this.#queue
    try {
      if (job.retryCount > 0 || definition.retryLimit === 0) await this.#markDeadLetter(job.id)
      await handler({ id: job.id, data: job.data ?? {}, attempt: job.retryCount })
    } catch (error) {
      this.#log(`Job ${job.id} of ${definition.name} failed, try ${job.retryCount + 1}`, error)
      throw error
    } finally {
      this.wake()
    }
  }

  #markDeadLetter(jobId: string): Promise<void> {
    const db = this.#boss.getDb()
    const sql = {
      query: async <Row extends object>(text: string, values: readonly unknown[] = []) =>
        (await db.executeSql(text, [...values])).rows as Row[],
    }
    return markDeadLetter(sql, this.#queue.definition, jobId)
  }
}
