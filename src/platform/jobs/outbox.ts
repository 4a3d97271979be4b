import type { Statement } from '../database/sql.ts'
import type { Ids } from '../kernel/ids.ts'
import { type JobRequest, storedData } from './job-definition.ts'

/** Delays are milliseconds from `now`, because the product's clock may run ahead of the database's. */
const recordOf = (job: JobRequest, now: Date, ids: Ids) => ({
  id: ids.timeOrdered(),
  key: job.key ?? null,
  data: storedData(job),
  delay: Math.max(0, (job.startAfter?.getTime() ?? 0) - now.getTime()),
})

/**
 * Stores jobs of one queue in the outbox. Jobs of one call are one row, whatever their number: pg-boss's table has thirteen
 * indexes and a foreign key that is checked row by row at the commit, and that work would delay the answer to a sale or
 * a lead. `outbox-relay.ts` moves them to pg-boss.
 */
export const intoOutbox = (queue: string, jobs: readonly JobRequest[], now: Date, ids: Ids): Statement => ({
  text: 'insert into platform_job_outbox (queue, jobs) values ($1, $2)',
  values: [queue, JSON.stringify(jobs.map((job) => recordOf(job, now, ids)))],
})

/** Jobs as the third parameter of a statement that contains `enqueueAccepted`. */
export const recordsOf = (jobs: readonly JobRequest[], now: Date, ids: Ids): string =>
  JSON.stringify(jobs.map((job) => ({ queue: job.queue, job: recordOf(job, now, ids) })))

/**
 * For one statement that stores rows together with their jobs: a common table expression that stores those jobs of the
 * parameter $3 (`Jobs.recordsOf`) whose key is in the common table expression `accepted (key)`.
 */
export const enqueueAccepted = `
  insert into platform_job_outbox (queue, jobs)
  select owed.queue, jsonb_agg(owed.job) from jsonb_to_recordset($3::jsonb) as owed (queue text, job jsonb)
  where owed.job->>'key' in (select key from accepted) group by owed.queue`
