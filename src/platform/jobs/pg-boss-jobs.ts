import { randomUUID } from 'node:crypto'
import type { PgBoss } from 'pg-boss'
import type { z } from 'zod'
import { asOwner } from '../database/as-owner.ts'
import type { Statement } from '../database/sql.ts'
import type { Clock } from '../kernel/clock.ts'
import { type Ids, RandomIds } from '../kernel/ids.ts'
import { connectBoss, refusal } from './connect-boss.ts'
import type { HandledQueue } from './job-attempts.ts'
import { dataOf, type JobData, type JobDefinition, type JobRequest, traceparentOf } from './job-definition.ts'
import { JobRunner } from './job-runner.ts'
import { type JobRegistry, Jobs, type RunningJob } from './jobs.ts'
import { intoOutbox, type StoredJob, storedJob } from './outbox.ts'
import { bringForward } from './pg-boss-tables.ts'
import { prepareJobs } from './prepare-jobs.ts'
import { deadLetterOf, defineQueue, keepQueues, outdated, type QueueDefinition } from './queue-definition.ts'
import { Schedules } from './schedules.ts'
import { SteppedJobs } from './stepped-jobs.ts'

export interface PgBossJobsOptions {
  /** The application role's address. */
  url: string
  /** The owner's address, used only when pg-boss's schema or a queue has to change. */
  adminUrl?: string
  /** The role that is granted access to them, when it is not the owner. */
  appRole?: string
  clock: Clock
  /** Ids of jobs; random by default. */
  ids?: Ids
  /** Nothing is done until `runDue` is called, and no schedule or lease ends by itself. */
  stepped?: boolean
  /** Runs every job, for timings; `traceparent` is that of the request that stored it. */
  around?: (
    queue: string,
    jobId: string,
    traceparent: string | undefined,
    run: () => Promise<void>,
  ) => Promise<void>
  /** Called with every failed try and every failure in the background. */
  log?: (message: string, error?: unknown) => void
  /** Called with every job whose last try failed: it is not tried again. */
  failed?: (queue: string, jobId: string, error: unknown) => void
  /** Calls `notified` for every notification on a channel, as `Database.listen`. Without it, jobs of other processes wait for a look. */
  listen?: (channel: string, notified: (payload: string) => void) => Promise<() => Promise<void>>
  /** Seconds between looks at all queues when nothing wakes this process, and between counts of jobs; 60 by default. */
  lookSeconds?: number
}

/** Notified with the name of a queue that has due jobs and that of the process, or with an empty payload for jobs in the outbox. */
const channel = 'platform_jobs'
const notify = 'select pg_notify($1, $2)'

/** Background work in PostgreSQL, by pg-boss. */
export class PgBossJobs extends Jobs implements JobRegistry {
  #options: PgBossJobsOptions
  #log: (message: string, error?: unknown) => void
  #ids: Ids
  #handled = new Map<string, HandledQueue>()
  #schedules: Schedules
  /** Connected; schema and queues are as this version needs them. */
  #boss: PgBoss | undefined
  /** In a process whose jobs have started. */
  #runner: JobRunner | undefined
  /** Instead of the runner, where jobs are stepped. */
  #steps: SteppedJobs | undefined
  #stopListening: (() => Promise<void>) | undefined

  constructor(options: PgBossJobsOptions) {
    super()
    this.#options = options
    this.#log = options.log ?? (() => undefined)
    this.#ids = options.ids ?? new RandomIds()
    this.#schedules = new Schedules(options.clock)
  }

  handle<Data extends JobData>(
    job: JobDefinition<Data>,
    handler: (job: RunningJob<z.output<Data>>) => Promise<void>,
  ): void {
    const { queue } = job
    if (this.#boss) throw new Error(`Queue ${queue} must get its handler before the jobs start`)
    if (this.#handled.has(queue)) throw new Error(`Queue ${queue} has a handler already`)
    const { around = (_queue, _id, _traceparent, run) => run() } = this.#options
    this.#handled.set(queue, {
      definition: defineQueue(queue, job),
      concurrency: job.concurrency ?? 2,
      handler: async (running) => {
        if (this.#schedules.isOutdated(queue, running.data)) return
        await around(queue, running.id, traceparentOf(running.data), async () =>
          handler({ ...running, data: dataOf(job, running.data) }),
        )
      },
    })
    if (job.schedule !== undefined) this.#schedules.set(queue, job.schedule)
  }

  /** All queues that have a handler, with their dead-letter queues: what `prepareJobs` creates. */
  queues(): QueueDefinition[] {
    return [...this.#handled.values()].flatMap(({ definition }) => [deadLetterOf(definition), definition])
  }

  override statementsOf(jobs: readonly JobRequest[]): Statement[] {
    if (jobs.length === 0) return []
    const stored = intoOutbox(this.#stored(jobs))
    const isDoneHere = this.#runner !== undefined || this.#options.stepped
    return isDoneHere ? [stored] : [stored, { text: notify, values: [channel, ''] }]
  }

  override recordsOf(jobs: readonly JobRequest[]): string {
    return JSON.stringify(this.#stored(jobs))
  }

  #stored(jobs: readonly JobRequest[]): { queue: string; job: StoredJob }[] {
    for (const { queue } of jobs)
      if (!this.#handled.has(queue)) throw new Error(`No handler is registered for queue ${queue}`)
    const now = this.#options.clock.now()
    const stored = jobs.map((job) => ({ queue: job.queue, job: storedJob(job, now, this.#ids) }))
    this.#steps?.expect()
    this.#runner?.expect(stored.map(({ job }) => job.id))
    return stored
  }

  /**
   * Brings pg-boss's schema and the queues to what this version needs, and connects. The owner's role changes both; where its
   * address is not known, the application's role changes queues, which are rows.
   * @returns what was changed, [] when nothing had to change
   * @throws CannotStart when the schema has to change and the owner's address is not known
   */
  async prepare(): Promise<string[]> {
    if (this.#boss) return []
    const { url, adminUrl, appRole, stepped = false } = this.#options
    const boss = connectBoss(url, stepped, this.#log)
    try {
      await boss.start()
      const changing = outdated(await boss.getQueues(), this.queues())
      if (changing.length === 0 || adminUrl === undefined) {
        const changed = await keepQueues(boss, changing)
        this.#boss = boss
        return changed
      }
    } catch (error) {
      if (adminUrl === undefined) {
        await boss.stop({ graceful: false }).catch(() => undefined)
        throw refusal(error)
      }
    }
    await boss.stop({ graceful: false }).catch(() => undefined)
    const changed = await asOwner(adminUrl, () => prepareJobs(adminUrl, appRole, this.queues()))
    this.#boss = await connectBoss(url, stepped, this.#log).start()
    return changed
  }

  async start(): Promise<void> {
    await this.prepare()
    const boss = this.#boss!
    const { failed = () => undefined, listen, lookSeconds = 60, stepped } = this.#options
    const reports = { log: this.#log, failed }
    if (stepped) {
      this.#steps = new SteppedJobs(boss, this.#handled, reports)
      return
    }
    const own = randomUUID()
    const runner = new JobRunner({
      ...reports,
      boss,
      queues: this.#handled,
      keepSchedules: (again) => this.#schedules.keep(boss, again),
      share: async (db, queue) => void (await db.executeSql(notify, [channel, `${queue} ${own}`])),
      lookEvery: lookSeconds * 1_000,
    })
    this.#stopListening = await listen?.(channel, (payload) => {
      const [queue, process] = payload.split(' ')
      if (process !== own) runner.look(queue)
    })
    runner.start()
    this.#runner = runner
  }

  /**
   * Does what is due, one job at a time, and what becomes due by it: the order depends only on what is stored.
   * @returns how many jobs were tried
   */
  async runDue(): Promise<number> {
    if (!this.#steps) throw new Error('The jobs are not prepared: there is nothing to do')
    return this.#steps.runDue()
  }

  /**
   * Waits up to 10 seconds for running jobs; a job that is cut off is done again when its lease ends. Other processes are reports
   * to look for what this one has stored and not done.
   */
  async stop(): Promise<void> {
    await this.#stopListening?.()
    this.#stopListening = undefined
    const [runner, boss] = [this.#runner, this.#boss]
    // From now on jobs are stored with a notification, as by a process that does none.
    this.#runner = undefined
    await runner?.stop(10_000)
    this.#boss = undefined
    if (runner)
      await boss
        ?.getDb()
        .executeSql(notify, [channel, ''])
        .catch(() => undefined)
    await boss?.stop({ graceful: false })
  }

  /** Has the jobs counted again where this process does them: `JobFigures` reads the last count. */
  count(): void {
    this.#runner?.maintain()
  }

  /**
   * Call when the product's clock jumped forward by `ms` milliseconds and already shows the new time. Waiting jobs come due
   * that much earlier, those of schedules included. Development and tests.
   */
  async shift(ms: number): Promise<void> {
    const [boss, runner] = [this.#boss, this.#runner]
    if (!boss || !runner) throw new Error('The jobs are not running: there is nothing to shift')
    // Runs of schedules that were stored since the jump are due by the new time already.
    const jump = new Date(this.#options.clock.now().getTime() - ms / 2)
    await runner.whileStill(() => bringForward(boss.getDb(), ms, this.#schedules.storedSince(jump)))
  }

  /** A queue whose schedule had a moment after `since`, by the product's clock, is to run once. For jobs that are stepped. */
  async oweScheduled(since: Date): Promise<void> {
    const boss = this.#boss
    if (!boss) throw new Error('The jobs are not running: no schedule runs')
    for (const queue of this.#schedules.passedSince(since, boss)) await boss.send(queue, null)
  }
}
