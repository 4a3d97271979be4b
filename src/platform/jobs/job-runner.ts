import type { PgBoss } from 'pg-boss'
import { isReadOnly, kindOf } from '../database/failures.ts'
import { withTimeout } from '../kernel/with-timeout.ts'
import {
  type EndedJob,
  endJobs,
  type HandledQueue,
  inTransaction,
  type JobReports,
  runWhileHeld,
  type TakenJob,
  takeJobs,
} from './job-attempts.ts'
import { moveOwed } from './outbox.ts'
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

/** Milliseconds after which a transaction that stores a job has usually been committed. Jobs that end meanwhile are ended together. */
const soon = 25
/** Milliseconds after which a transaction that stored jobs which were never seen has been rolled back. */
const longestTransaction = 20_000
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
  readonly #running = new Map<string, Set<Promise<void>>>()
  /** Queues that may have due jobs which nobody took. */
  readonly #waiting = new Set<string>()
  /** When other processes were woken for a queue. */
  readonly #sharedAt = new Map<string, number>()
  /** Jobs that transactions of this process store, and since when. */
  readonly #expected = new Map<string, number>()
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
  #state: 'new' | 'started' | 'stopped' = 'new'

  constructor(options: JobRunnerOptions) {
    this.#options = options
    this.#names = [...options.queues.keys()]
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
      await Promise.all([...this.#running.values()].flatMap((jobs) => [...jobs]))
    }
    await withTimeout(ended(), ms, () => undefined)
    await this.#maintaining
    if (this.#ended.length > 0) await this.#pass().catch((error: unknown) => this.#failed(error))
  }

  /** Call before the transaction that stores these jobs is committed: they are looked for until they are seen. */
  expect(ids: readonly string[]): void {
    if (this.#state !== 'started') return
    for (const id of ids) this.#expected.set(id, performance.now())
    this.#wakeIn(soon)
  }

  /** Looks at one queue that has due jobs; without a name at all of them, and at the outbox. */
  look(queue = ''): void {
    if (this.#options.queues.has(queue)) this.#waiting.add(queue)
    else this.#looksAt = 0
    this.#wakeIn(0)
  }

  /** Lets pg-boss count its jobs, and give back those of processes that died. */
  maintain(): void {
    this.#maintainsAt = Math.min(this.#maintainsAt, performance.now() + againAfter)
    this.#wakeIn(againAfter)
  }

  /** Moves all committed jobs, also those that a pass under way is moving: its rows are locked, and seen by nobody until it ends. */
  async flush(): Promise<void> {
    await this.#passing
    const { boss } = this.#options
    while ((await inTransaction(boss, (db) => moveOwed(boss, db, this.#names))).more);
  }

  #wakeIn(ms: number): void {
    const at = performance.now() + ms
    if (this.#state !== 'started' || at >= this.#wakesAt) return
    this.#wakesAt = at
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#wake(), Math.min(ms, longestTimer))
  }

  #wake(): void {
    this.#wakesAt = never
    if (performance.now() >= this.#maintainsAt) this.#maintaining ??= this.#maintain()
    if (this.#passing) return
    let pause = 0
    this.#passing = this.#pass()
      .catch((error: unknown) => {
        this.#failed(error)
        this.#hasFailed = true
        this.#looksAt = 0
        pause = isReadOnly(error) ? afterReadOnly : againAfter
      })
      .finally(() => {
        this.#passing = undefined
        this.#wakeIn(Math.max(pause, this.#restAt() - performance.now()))
      })
  }

  /** When there is work next, as far as it is known: also what came while a pass ran. */
  #restAt(): number {
    const now = performance.now()
    const moments = [this.#looksAt, this.#maintainsAt]
    for (const [id, since] of this.#expected) {
      if (now - since > longestTransaction) this.#expected.delete(id)
      // A transaction that takes its time is looked for less and less often.
      else moments.push(now + Math.max(soon, 3 * (now - since)))
    }
    if (this.#ended.length > 0) moments.push(now + soon)
    if (this.#takes()) moments.push(now)
    return Math.min(...moments)
  }

  #free(queue: string): number {
    return this.#options.queues.get(queue)!.concurrency - (this.#running.get(queue)?.size ?? 0)
  }

  #takes(): boolean {
    return this.#state === 'started' && [...this.#waiting].some((queue) => this.#free(queue) > 0)
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
        if (moves) waits.push(...(await this.#moveOwed(db)))
        if (looks || ended.some(({ outcome }) => outcome === 'again'))
          for (const { queue, ms } of await dueMoments(db, this.#names)) waits.push(this.#noted(queue, ms))
        for (const queue of [...this.#waiting])
          if (this.#takes() && this.#free(queue) > 0) taken.set(queue, await this.#take(db, queue))
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

  /** Jobs are done also while a schedule cannot be stored. */
  async #keepSchedules(): Promise<number> {
    try {
      const wait = await this.#options.keepSchedules(this.#hasFailed)
      this.#hasFailed = false
      return wait
    } catch (error) {
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
  async #moveOwed(db: JobsDb): Promise<number[]> {
    const { moved, more } = await moveOwed(this.#options.boss, db, this.#names)
    for (const { ids } of moved) for (const id of ids.flat()) this.#expected.delete(id)
    const waits = moved.flatMap(({ queue, jobs }) => jobs.map((job) => this.#noted(queue, job.waits)))
    return more ? [0, ...waits] : waits
  }

  async #take(db: JobsDb, queue: string): Promise<TakenJob[]> {
    const { boss, share } = this.#options
    const free = this.#free(queue)
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
    const { boss, queues } = this.#options
    const running = this.#running.get(queue) ?? new Set()
    this.#running.set(queue, running)
    const work = runWhileHeld(boss, queues.get(queue)!, job, this.#options).then((ended) => {
      running.delete(work)
      this.#ended.push(ended)
      // Another job may wait for the place of this one.
      this.#wakeIn(this.#waiting.has(queue) ? 0 : soon)
    })
    running.add(work)
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
