import { PgBoss } from 'pg-boss'
import type { z } from 'zod'
import { asOwner } from '../database/as-owner.ts'
import { connectTo } from '../database/connect-to.ts'
import type { Sql, Statement } from '../database/sql.ts'
import { CannotStart } from '../kernel/cannot-start.ts'
import type { Clock } from '../kernel/clock.ts'
import { type Ids, RandomIds } from '../kernel/ids.ts'
import { DuePoll } from './due-poll.ts'
import { dataOf, type JobData, type JobDefinition, type JobRequest, traceparentOf } from './job-definition.ts'
import { type JobRegistry, Jobs, type RunningJob } from './jobs.ts'
import { intoOutbox, recordsOf } from './outbox.ts'
import { OutboxRelay } from './outbox-relay.ts'
import { bringForward, dueQueues } from './pg-boss-tables.ts'
import { prepareJobs } from './prepare-jobs.ts'
import { deadLetterOf, defineQueue, keepQueues, outdated, type QueueDefinition } from './queue-definition.ts'
import { type HandledQueue, QueueWorkers } from './queue-workers.ts'

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
  givenUp?: (queue: string, jobId: string, error: unknown) => void
  /** Seconds between checks for jobs whose worker died; 5 by default. */
  superviseSeconds?: number
}

/** Background work in PostgreSQL, by pg-boss. */
export class PgBossJobs extends Jobs implements JobRegistry {
  #options: PgBossJobsOptions
  #log: (message: string, error?: unknown) => void
  #ids: Ids
  #handled = new Map<string, HandledQueue>()
  #schedules = new Map<string, string>()
  #moments = new Map<string, { since: Date; next: Date }>()
  #workers = new Map<string, QueueWorkers>()
  /** Connected; schema and queues are as this version needs them. */
  #boss: PgBoss | undefined
  #relay: OutboxRelay | undefined
  #due: DuePoll | undefined
  /** Whether the outbox may hold jobs that this process stored since `runDue` read it. */
  #owed = false

  constructor(options: PgBossJobsOptions) {
    super()
    this.#options = options
    this.#log = options.log ?? (() => undefined)
    this.#ids = options.ids ?? new RandomIds()
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
      handler: (running) =>
        around(queue, running.id, traceparentOf(running.data), async () =>
          handler({ ...running, data: dataOf(job, running.data) }),
        ),
    })
    if (job.schedule !== undefined) this.#schedules.set(queue, job.schedule)
  }

  /** All queues that have a handler, with their dead-letter queues: what `prepareJobs` creates. */
  queues(): QueueDefinition[] {
    return [...this.#handled.values()].flatMap(({ definition }) => [deadLetterOf(definition), definition])
  }

  override statementsOf(jobs: readonly JobRequest[]): Statement[] {
    const now = this.#expect(jobs)
    return [...Map.groupBy(jobs, ({ queue }) => queue)].map(([queue, owed]) =>
      intoOutbox(queue, owed, now, this.#ids),
    )
  }

  override recordsOf(jobs: readonly JobRequest[]): string {
    return recordsOf(jobs, this.#expect(jobs), this.#ids)
  }

  /** Makes the relay check the outbox soon. Returns the product's time. */
  #expect(jobs: readonly JobRequest[]): Date {
    for (const { queue } of jobs)
      if (!this.#handled.has(queue)) throw new Error(`No handler is registered for queue ${queue}`)
    this.#owed = true
    this.#relay?.wakeSoon()
    return this.#options.clock.now()
  }

  /**
   * Brings pg-boss's schema and the queues to what this version needs, and connects. The owner's role changes both; where its
   * address is not known, the application's role changes queues, which are rows.
   * @returns what was changed, [] when nothing had to change
   * @throws CannotStart when the schema has to change and the owner's address is not known
   */
  async prepare(): Promise<string[]> {
    if (this.#boss) return []
    const { adminUrl, appRole } = this.#options
    const boss = this.#connect()
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
        throw isOldSchema(error) ? new CannotStart(oldSchema) : error
      }
    }
    await boss.stop({ graceful: false }).catch(() => undefined)
    const changed = await asOwner(adminUrl, () => prepareJobs(adminUrl, appRole, this.queues()))
    this.#boss = await this.#connect().start()
    return changed
  }

  async start(): Promise<void> {
    await this.prepare()
    const boss = this.#boss!
    const sql = sqlOf(boss)
    const { givenUp = () => undefined, stepped } = this.#options
    await this.#keepSchedules(boss)
    for (const [name, queue] of this.#handled) {
      const workers = new QueueWorkers(boss, sql, queue, this.#log, givenUp)
      this.#workers.set(name, workers)
      if (!stepped) await workers.start()
    }
    const queues = [...this.#handled.keys()]
    const wake = (queue: string) => this.#workers.get(queue)?.wake()
    this.#relay = new OutboxRelay(boss, queues, wake, this.#log)
    if (stepped) return
    this.#relay.start()
    this.#due = new DuePoll(sql, queues, wake, this.#log)
    this.#due.start()
  }

  /**
   * Does what is due, one job at a time, and what becomes due by it: the order depends only on what is stored.
   * @returns how many jobs were tried
   */
  async runDue(): Promise<number> {
    const boss = this.#boss
    if (!boss) throw new Error('The jobs are not prepared: there is nothing to do')
    this.#owed = true
    for (let tried = 0; ; ) {
      // Jobs that other processes stored are read once.
      if (this.#owed) await this.#flush()
      const queues = await dueQueues(sqlOf(boss), [...this.#handled.keys()])
      if (queues.length === 0) return tried
      for (const queue of queues) tried += (await this.#workers.get(queue)?.runOne()) ?? 0
    }
  }

  /** Waits up to 10 seconds for running jobs; a job that is cut off is done again when its lease ends. */
  async stop(): Promise<void> {
    await this.#due?.stop()
    this.#due = undefined
    await this.#relay?.stop()
    this.#relay = undefined
    this.#workers.clear()
    const boss = this.#boss
    this.#boss = undefined
    await boss?.stop({ graceful: true, timeout: 10_000 })
  }

  /**
   * Call when the product's clock jumped forward by `ms` milliseconds and already shows the new time. Waiting jobs come due
   * that much earlier, and a queue whose schedule had a moment in between runs once. Development and tests.
   */
  async shift(ms: number): Promise<void> {
    const boss = this.#boss
    if (!boss) throw new Error('The jobs are not running: there is nothing to shift')
    await this.#flush()
    await bringForward(sqlOf(boss), ms)
    await this.oweScheduled(new Date(this.#options.clock.now().getTime() - ms))
    for (const workers of this.#workers.values()) workers.wake()
  }

  /** A queue whose schedule had a moment after `since`, by the product's clock, is to run once. */
  async oweScheduled(since: Date): Promise<void> {
    const boss = this.#boss
    if (!boss) throw new Error('The jobs are not running: no schedule runs')
    const now = this.#options.clock.now()
    for (const [queue, cron] of this.#schedules) {
      const next = this.#momentAfter(since, cron, boss)
      if (next !== undefined && next <= now) await boss.send(queue, null)
    }
  }

  /** The first moment of a schedule after `since`. It is calculated once: a world asks for the same moment at each of its steps. */
  #momentAfter(since: Date, cron: string, boss: PgBoss): Date | undefined {
    const known = this.#moments.get(cron)
    if (known && known.since <= since && since < known.next) return known.next
    const [next] = boss.previewSchedule(cron, { from: since, count: 1 })
    if (next) this.#moments.set(cron, { since, next })
    return next
  }

  async #flush(): Promise<void> {
    this.#owed = false
    if (await this.#relay?.flush()) this.#owed = true
  }

  #connect(): PgBoss {
    const superviseSeconds = this.#options.superviseSeconds ?? 5
    const boss = new PgBoss({
      ...connectTo(this.#options.url),
      application_name: 'veralead-jobs',
      max: 4,
      migrate: false,
      createSchema: false,
      // The indexes belong to the owner's role; the operator rebuilds them.
      reindex: false,
      ...(this.#options.stepped ? { schedule: false, supervise: false, connectionTimeoutMillis: 0 } : {}),
      superviseIntervalSeconds: superviseSeconds,
      monitorIntervalSeconds: superviseSeconds,
    })
    boss.on('error', (error) => this.#log(`Jobs: ${error.message}`, error))
    boss.on('warning', ({ message }) => this.#log(`Jobs: ${message}`))
    return boss
  }

  /** Removes the schedules of earlier versions that this version does not have. */
  async #keepSchedules(boss: PgBoss): Promise<void> {
    for (const { name } of await boss.getSchedules()) {
      if (!this.#schedules.has(name)) await boss.unschedule(name)
    }
    for (const [queue, cron] of this.#schedules) await boss.schedule(queue, cron, null, { missed: 'once' })
  }
}

const oldSchema =
  'The schema of the jobs (pgboss) is not the one of this version: run npm run migrate with DATABASE_ADMIN_URL, the owner of the tables'

/** pg-boss reports this by the message only, without a code. */
const isOldSchema = (error: unknown): boolean =>
  error instanceof Error && /not installed|requires migrations/.test(error.message)

function sqlOf(boss: PgBoss): Sql {
  const db = boss.getDb()
  return {
    query: async <Row extends object>(text: string, values: readonly unknown[] = []) =>
      (await db.executeSql(text, [...values])).rows as Row[],
  }
}
