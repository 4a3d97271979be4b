import type { Database } from '../database/database.ts'
import { gauge, labelled, type MetricFamily } from '../telemetry/metric-family.ts'
import { StoredFigures } from '../telemetry/stored-figures.ts'
import { queueCounts } from './pg-boss-tables.ts'

/** How much work waits, and how much of it failed for good. */
export class JobFigures extends StoredFigures {
  readonly #database: Pick<Database, 'sql'>
  readonly #jobs: { count(): void }

  constructor(database: Pick<Database, 'sql'>, jobs: { count(): void }) {
    super()
    this.#database = database
    this.#jobs = jobs
  }

  /** The figures of the last count; those who read them again get new ones. */
  override async read(): Promise<MetricFamily[]> {
    this.#jobs.count()
    const [queues, [outbox]] = await Promise.all([
      queueCounts(this.#database.sql),
      this.#database.sql.query<{ waiting: number; age: number }>(
        `select count(*)::int as waiting,
           coalesce(extract(epoch from clock_timestamp() - min(owed_at)), 0)::float8 as age from platform_job_outbox`,
      ),
    ])
    const counted = queues[0]?.counted
    const by = (figure: (queue: (typeof queues)[number]) => number) =>
      labelled('queue', Object.fromEntries(queues.map((each) => [each.queue, figure(each)])))
    return [
      gauge(
        'jobs_waiting',
        'Jobs that are due and that no worker has taken yet',
        by(({ waiting }) => waiting),
      ),
      gauge(
        'jobs_failed',
        'Jobs that failed at their last try',
        by(({ failed }) => failed),
      ),
      gauge(
        'jobs_counted_timestamp_seconds',
        'When the jobs were counted last, in seconds since 1970; nobody counts while no process runs jobs',
        counted ? [{ value: counted.getTime() / 1000, labels: {} }] : [],
      ),
      gauge(
        'outbox_waiting',
        'Groups of jobs that are committed and not yet in pg-boss',
        outbox?.waiting ?? 0,
      ),
      gauge('outbox_oldest_age_seconds', 'Age of the oldest of them', outbox?.age ?? 0),
    ]
  }
}
