import type { JobWithMetadata, PgBoss } from 'pg-boss'
import { withTimeout } from '../kernel/with-timeout.ts'
import { UnreadableJob } from './job-definition.ts'
import type { RunningJob } from './jobs.ts'
import type { JobsDb } from './pg-boss-tables.ts'
import type { QueueDefinition } from './queue-definition.ts'

export interface HandledQueue {
  definition: QueueDefinition
  concurrency: number
  /** @throws UnreadableJob when the job's data does not match its definition */
  handler: (job: RunningJob<unknown>) => Promise<void>
}

export interface JobReports {
  /** Called with every failed try and every failure in the background. */
  log: (message: string, error?: unknown) => void
  /** Called with a job whose last try failed, or whose data cannot be read. */
  failed: (queue: string, jobId: string, error: unknown) => void
}

/** Milliseconds: twice within the `heartbeatSeconds` of a queue. */
const aliveEvery = 10_000

/** A job that was taken. */
export type TakenJob = JobWithMetadata<unknown>

/** A job whose handler has ended. */
export interface EndedJob {
  queue: string
  job: TakenJob
  outcome: 'done' | 'again' | 'failed'
  failure?: object
}

/** Takes due jobs of a queue. Rows of one statement come as they lie on the disk; ids of one moment are in the order of their making. */
export async function takeJobs(boss: PgBoss, db: JobsDb, queue: string, most: number): Promise<TakenJob[]> {
  const jobs = await boss.fetch<unknown>(queue, { includeMetadata: true, batchSize: most, db })
  return jobs.sort((one, other) => +one.createdOn - +other.createdOn || (one.id < other.id ? -1 : 1))
}

/** Runs the handler of a job once. */
export async function runJob(
  { definition, handler }: HandledQueue,
  job: TakenJob,
  { log, failed }: JobReports,
  limited: (handling: Promise<void>) => Promise<void> = (handling) => handling,
): Promise<EndedJob> {
  const { name: queue } = definition
  const { id, data, retryCount: attempt, retryLimit } = job
  const lastTry = attempt >= retryLimit
  try {
    await limited(handler({ id, data, attempt, lastTry }))
    return { queue, job, outcome: 'done' }
  } catch (error) {
    log(`Job ${id} of ${queue} failed, try ${attempt + 1}`, error)
    // No further try would read it.
    const isFinal = lastTry || error instanceof UnreadableJob
    if (isFinal) failed(queue, id, error)
    return { queue, job, outcome: isFinal ? 'failed' : 'again', failure: failureOf(error) }
  }
}

/** The same no longer than its lease, and reported to be alive meanwhile. */
async function runWhileHeld(
  boss: PgBoss,
  queue: HandledQueue,
  job: TakenJob,
  reports: JobReports,
): Promise<EndedJob> {
  const touch = (): void =>
    void boss
      .touch(queue.definition.name, job)
      .catch((error: unknown) => reports.log(`Jobs: ${String(error)}`, error))
  const alive = job.heartbeatSeconds ? setInterval(touch, aliveEvery) : undefined
  const late = (): never => {
    throw new Error(`The handler took longer than ${job.expireInSeconds} s`)
  }
  const ended = await runJob(queue, job, reports, (handling) =>
    withTimeout(handling, job.expireInSeconds * 1_000, late),
  )
  clearInterval(alive)
  return ended
}

/** The jobs that run in this process. */
export class RunningJobs {
  readonly #boss: PgBoss
  readonly #queues: ReadonlyMap<string, HandledQueue>
  readonly #reports: JobReports
  readonly #running = new Map<string, Set<Promise<void>>>()

  constructor(boss: PgBoss, queues: ReadonlyMap<string, HandledQueue>, reports: JobReports) {
    this.#boss = boss
    this.#queues = queues
    this.#reports = reports
  }

  /** How many more jobs of a queue may run. */
  free(queue: string): number {
    return this.#queues.get(queue)!.concurrency - (this.#running.get(queue)?.size ?? 0)
  }

  /** Resolves once all that run now have ended. */
  async idle(): Promise<void> {
    await Promise.all([...this.#running.values()].flatMap((jobs) => [...jobs]))
  }

  /** Starts a job; `ended` is called when its place is free again. */
  begin(queue: string, job: TakenJob, ended: (how: EndedJob) => void): void {
    const running = this.#running.get(queue) ?? new Set()
    this.#running.set(queue, running)
    const work = runWhileHeld(this.#boss, this.#queues.get(queue)!, job, this.#reports).then((how) => {
      running.delete(work)
      ended(how)
    })
    running.add(work)
  }
}

/** Stores in the transaction of `db` how jobs ended, of each only if it was not taken again meanwhile. */
export async function endJobs(boss: PgBoss, db: JobsDb, ended: readonly EndedJob[]): Promise<void> {
  const done = ended.filter(({ outcome }) => outcome === 'done')
  for (const [queue, jobs] of Map.groupBy(done, (each) => each.queue)) {
    const attempts = jobs.map(({ job }) => job)
    await boss.complete(queue, attempts, undefined, { db })
  }
  for (const { queue, job, outcome, failure } of ended) {
    if (outcome === 'again') await boss.fail(queue, job, failure, { db })
    if (outcome !== 'failed') continue
    // pg-boss moves a job to the dead letters at its last try only: it is stored again as one that has no further tries.
    await boss.deleteJob(queue, job, { db })
    const last = { id: job.id, data: job.data as object, retryLimit: 0 }
    const stored = await boss.insert(queue, [last], { db, returnId: true })
    if (!stored?.length) continue
    await boss.fail(queue, job.id, failure, { db })
  }
}

/** PostgreSQL stores neither a zero character nor half of a surrogate pair in JSON. */
function failureOf(error: unknown): object {
  const { name, message, stack = '' } = error instanceof Error ? error : new Error(String(error))
  const stored = (text: string): string => text.replaceAll('\0', '').toWellFormed()
  return { name, message: stored(message), stack: stored(stack) }
}

/** @throws the error of a failed statement that `work` has swallowed, too: PostgreSQL answers such a COMMIT with ROLLBACK and no error */
export async function inTransaction<T>(boss: PgBoss, work: (db: JobsDb) => Promise<T>): Promise<T> {
  const transaction = await boss.getDb().beginTransaction!()
  const failures: unknown[] = []
  const executeSql = (text: string, values?: unknown[]) =>
    transaction.db.executeSql(text, values).catch((error: unknown) => {
      failures.push(error)
      throw error
    })
  try {
    const result = await work({ executeSql })
    if (failures.length > 0) throw failures[0]
    await transaction.commit()
    return result
  } catch (error) {
    await transaction.rollback()
    throw error
  }
}
