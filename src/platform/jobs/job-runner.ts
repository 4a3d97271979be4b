import type { PgBoss } from 'pg-boss'
import { isReadOnly, kindOf } from '../database/failures.ts'
import { withTimeout } from '../kernel/with-timeout.ts'
import {
  type EndedJob,
  endJobs,
  type HandledQueue,
  inTransaction,
  type JobReports,
  RunningJobs,
  type TakenJob,
  takeJobs,
} from './job-attempts.ts'
import { ExpectedJobs, moveFromOutbox, soon } from './outbox.ts'
import { dueMoments, type JobsDb, nextLeaseEnd } from './pg-boss-tables.ts'

export interface JobRunnerOptions extends JobReports {
  boss: PgBoss
  queues: ReadonlyMap<string, HandledQueue>
  /**
   * Stores the next run of each schedule where there is none; returns the milliseconds until the earliest.
   * @param again also those that were stored before: a database that was away may have lost them
   */
  keepSchedules: (again: boolean) => Promise<number>
  /** Wakes the other processes, in the transaction of `db`: `queue` may have more due jobs than this process takes. */
  share: (db: JobsDb, queue: string) => Promise<void>
  /** Milliseconds between two looks at all queues when nothing wakes this process. */
  lookEvery: number
}

/** Milliseconds until the next try when the database refused one. */
const againAfter = 1_000
/** The same when it takes no writes: longer than an unused connection is kept, so that the next one finds the writer. */
const afterReadOnly = 11_000
/** Milliseconds. */
const longestTimer = 86_400_000
const never = Number.POSITIVE_INFINITY

/**
 * Moves jobs from the outbox to pg-boss, takes those that are due and ends those that were done, all in one transaction (a pass).
 * A pass runs when there is work: a transaction of this process stores jobs, another process sends a notification, a job has
 * ended, or the next job is due. What is missed then is found by a slow look at all queues.
 */
export class JobRunner {
  readonly #options: JobRunnerOptions
  readonly #names: string[]
  readonly #running: RunningJobs
  /** Queues that may have due jobs which nobody took. */
  readonly #waiting = new Set<string>()
  /** When other processes were woken for a queue. */
  readonly #sharedAt = new Map<string, number>()
  readonly #expected = new ExpectedJobs()
  #ended: EndedJob[] = []
  /** A pass has failed since the schedules were stored. */
  #hasFailed = false
  #passing: Promise<void> | undefined
  #maintaining: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  // Moments of `performance.now()`.
  #wakesAt = never
  #looksAt = 0
  #maintainsAt = 0
  #pausedUntil = 0
  #state: 'new' | 'started' | 'stopped' = 'new'

  constructor(options: JobRunnerOptions) {
    this.#options = options
    this.#names = [...options.queues.keys()]
    this.#running = new RunningJobs(options.boss, options.queues, options)
  }

  start(): void {
    this.#state = 'started'
    this.#wakeIn(0)
  }

  /** Takes no more jobs, and waits up to `ms` milliseconds for those that run; one that is cut off is done again when its lease ends. */
  async stop(ms: number): Promise<void> {
    this.#state = 'stopped'
    clearTimeout(this.#timer)
    const ended = async (): Promise<void> => {
      await this.#passing
      await this.#running.idle()
    }
    await withTimeout(ended(), ms, () => undefined)
    await this.#maintaining
    if (this.#ended.length > 0) await this.#pass().catch((error: unknown) => this.#failed(error))
  }

  /** Call before the transaction that stores these jobs is committed: they are looked for until they are seen. */
  expect(ids: readonly string[]): void {
    if (this.#state !== 'started') return
    this.#expected.add(ids)
    this.#wakeIn(soon)
  }

  /** Looks at one queue that has due jobs; without a name at all of them, and at the outbox. */
  look(queue = ''): void {
    if (this.#options.queues.has(queue)) this.#waiting.add(queue)
    else this.#looksAt = 0
    this.#wakeIn(0)
  }

  /** Lets pg-boss count its jobs, and release those of processes that died. */
  maintain(): void {
    this.#maintainsAt = Math.min(this.#maintainsAt, performance.now() + againAfter)
    this.#wakeIn(againAfter)
  }

  /** Does `work` once the outbox is empty, while no pass stores or takes a job. */
  async whileStill(work: () => Promise<void>): Promise<void> {
    clearTimeout(this.#timer)
    this.#wakesAt = never
    this.#pausedUntil = never
    await this.#passing
    const { boss } = this.#options
    try {
      while ((await inTransaction(boss, (db) => moveFromOutbox(boss, db, this.#names))).more);
      await work()
    } finally {
      this.#pausedUntil = 0
      this.look()
    }
  }

  #wakeIn(ms: number): void {
    const now = performance.now()
    const at = Math.max(now + ms, now, this.#pausedUntil)
    if (this.#state !== 'started' || at >= this.#wakesAt) return
    this.#wakesAt = at
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#wake(), Math.min(at - now, longestTimer))
  }

  #wake(): void {
    this.#wakesAt = never
    if (performance.now() >= this.#maintainsAt) this.#maintaining ??= this.#maintain()
    if (this.#passing) return
    this.#passing = this.#pass()
      .catch((error: unknown) => {
        this.#failed(error)
        this.#hasFailed = true
        this.#looksAt = 0
        this.#pausedUntil = performance.now() + (isReadOnly(error) ? afterReadOnly : againAfter)
        // What was to wake the next pass meanwhile waits, too.
        clearTimeout(this.#timer)
        this.#wakesAt = never
      })
      .finally(() => {
        this.#passing = undefined
        this.#wakeIn(this.#restAt() - performance.now())
      })
  }

  /** When there is work next, as far as it is known: also what came while a pass ran. */
  #restAt(): number {
    const now = performance.now()
    const moments = [this.#looksAt, this.#maintainsAt, this.#expected.looksAt(now)]
    if (this.#ended.length > 0) moments.push(now + soon)
    if (this.#takes()) moments.push(now)
    return Math.min(...moments)
  }

  #takes(): boolean {
    return this.#state === 'started' && [...this.#waiting].some((queue) => this.#running.free(queue) > 0)
  }

  async #pass(): Promise<void> {
    const { boss } = this.#options
    const now = performance.now()
    const looks = this.#state === 'started' && now >= this.#looksAt
    if (looks) this.#looksAt = never
    const waits = looks ? [await this.#keepSchedules()] : []
    const ended = this.#ended.splice(0)
    const moves = looks || this.#expected.size > 0
    if (!moves && !this.#takes() && ended.length === 0) return
    const taken = new Map<string, TakenJob[]>()
    let hasEnded = false
    try {
      await inTransaction(boss, async (db) => {
        await endJobs(boss, db, ended)
        hasEnded = true
        if (moves) waits.push(...(await this.#moveFromOutbox(db)))
        if (looks || ended.some(({ outcome }) => outcome === 'again'))
          for (const { queue, ms } of await dueMoments(db, this.#names)) waits.push(this.#noted(queue, ms))
        for (const queue of [...this.#waiting])
          if (this.#takes() && this.#running.free(queue) > 0) taken.set(queue, await this.#take(db, queue))
        // A queue with a due job did not say when its next one is due.
        const emptied = [...taken.keys()].filter((queue) => !this.#waiting.has(queue))
        if (emptied.length > 0)
          for (const { queue, ms } of await dueMoments(db, emptied)) waits.push(this.#noted(queue, ms))
      })
    } catch (error) {
      // What the database refuses it would refuse again: such a job is done again when its lease ends.
      if (hasEnded || kindOf(error) !== 'other') this.#ended.unshift(...ended)
      throw error
    }
    this.#looksAt = Math.min(this.#looksAt, now + Math.min(...waits) + 1)
    for (const [queue, jobs] of taken) for (const job of jobs) this.#begin(queue, job)
  }

  /** Jobs are done also while a schedule cannot be stored. @throws Error when no database can be reached */
  async #keepSchedules(): Promise<number> {
    try {
      const wait = await this.#options.keepSchedules(this.#hasFailed)
      this.#hasFailed = false
      return wait
    } catch (error) {
      // The pass would fail for the same reason.
      if (kindOf(error) !== 'other') throw error
      this.#failed(error)
      return againAfter
    }
  }

  /** Notes a queue with a due job, or returns the milliseconds until there is one. */
  #noted(queue: string, ms: number): number {
    if (ms > 0) return ms
    this.#waiting.add(queue)
    return never
  }

  /** Returns the milliseconds until those of the moved jobs are due that are not yet. */
  async #moveFromOutbox(db: JobsDb): Promise<number[]> {
    const { moved, more } = await moveFromOutbox(this.#options.boss, db, this.#names)
    this.#expected.remove(moved.flatMap(({ ids }) => ids.flat()))
    const waits = moved.flatMap(({ queue, jobs }) => jobs.map((job) => this.#noted(queue, job.waits)))
    return more ? [0, ...waits] : waits
  }

  async #take(db: JobsDb, queue: string): Promise<TakenJob[]> {
    const { boss, share } = this.#options
    const free = this.#running.free(queue)
    // Before the jobs are taken: a notification may name the queue again meanwhile.
    this.#waiting.delete(queue)
    const jobs = await takeJobs(boss, db, queue, free)
    if (jobs.length < free) return jobs
    this.#waiting.add(queue)
    const now = performance.now()
    if (now - (this.#sharedAt.get(queue) ?? 0) > againAfter) {
      this.#sharedAt.set(queue, now)
      await share(db, queue)
    }
    return jobs
  }

  #begin(queue: string, job: TakenJob): void {
    this.#running.begin(queue, job, (ended) => {
      this.#ended.push(ended)
      // Another job may wait for the place of this one.
      this.#wakeIn(this.#waiting.has(queue) ? 0 : soon)
    })
  }

  async #maintain(): Promise<void> {
    const { boss, lookEvery } = this.#options
    this.#maintainsAt = never
    let next = lookEvery
    try {
      await boss.supervise()
      next = Math.min(next, Math.max(againAfter, (await nextLeaseEnd(boss.getDb(), this.#names)) + soon))
    } catch (error) {
      this.#failed(error)
    }
    this.#maintaining = undefined
    this.#maintainsAt = performance.now() + next
    // Jobs that were given back may be due, and a notification may have been lost.
    this.look()
  }

  #failed(error: unknown): void {
    this.#options.log('Jobs could not be looked for; the next look tries again', error)
  }
}
