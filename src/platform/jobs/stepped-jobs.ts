import type { PgBoss } from 'pg-boss'
import {
  endJobs,
  type HandledQueue,
  inTransaction,
  type JobReports,
  runJob,
  type TakenJob,
  takeJobs,
} from './job-attempts.ts'
import { moveFromOutbox } from './outbox.ts'
import { dueQueues, fixPause } from './pg-boss-tables.ts'

/** More than become due in one step. */
const atATime = 1_000

/** Does jobs in the caller's process, one at a time: the order depends only on what is stored, and not on where it lies. */
export class SteppedJobs {
  readonly #boss: PgBoss
  readonly #queues: ReadonlyMap<string, HandledQueue>
  readonly #reports: JobReports
  /** Jobs of a queue that were taken together and not begun yet. */
  readonly #taken = new Map<string, TakenJob[]>()
  /** Whether the outbox may hold jobs that this process stored since it was read. */
  #queued = false

  constructor(boss: PgBoss, queues: ReadonlyMap<string, HandledQueue>, reports: JobReports) {
    this.#boss = boss
    this.#queues = queues
    this.#reports = reports
  }

  expect(): void {
    this.#queued = true
  }

  /** Does what is due, and what becomes due by it. @returns how many jobs were tried */
  async runDue(): Promise<number> {
    const names = [...this.#queues.keys()]
    this.#queued = true
    for (let tried = 0; ; ) {
      // Jobs that other processes stored are read once.
      if (this.#queued) {
        this.#queued = false
        const { more } = await inTransaction(this.#boss, (db) => moveFromOutbox(this.#boss, db, names))
        this.#queued ||= more
      }
      const due = await dueQueues(this.#boss.getDb(), names)
      const taken = [...this.#taken].flatMap(([name, [first]]) =>
        first ? { name, since: first.createdOn } : [],
      )
      const queues = [...taken, ...due].sort(
        (one, other) => +one.since - +other.since || (one.name < other.name ? -1 : 1),
      )
      if (queues.length === 0) return tried
      for (const name of new Set(queues.map((queue) => queue.name))) tried += await this.#runOne(name)
    }
  }

  /** A failed job is tried again after a pause without a random part. Returns how many jobs were tried. */
  async #runOne(queue: string): Promise<number> {
    const taken = this.#taken.get(queue) ?? []
    this.#taken.set(queue, taken)
    if (taken.length === 0) taken.push(...(await takeJobs(this.#boss, this.#boss.getDb(), queue, atATime)))
    const job = taken.shift()
    if (!job) return 0
    const ended = await runJob(this.#queues.get(queue)!, job, this.#reports)
    await inTransaction(this.#boss, (db) => endJobs(this.#boss, db, [ended]))
    if (ended.outcome === 'again') await fixPause(this.#boss.getDb(), queue, job.id)
    return 1
  }
}
