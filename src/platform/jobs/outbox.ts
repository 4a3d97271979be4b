import type { JobInsert, PgBoss } from 'pg-boss'
import type { Statement } from '../database/sql.ts'
import type { Ids } from '../kernel/ids.ts'
import { type JobRequest, storedData } from './job-definition.ts'
import type { JobsDb } from './pg-boss-tables.ts'

/** A job as it is stored. Its delay is in milliseconds, because the product's clock may run ahead of the database's. */
export interface StoredJob {
  id: string
  key: string | null
  data: object
  delay: number
}

export const storedJob = (job: JobRequest, now: Date, ids: Ids): StoredJob => ({
  id: ids.timeOrdered(),
  key: job.key ?? null,
  data: storedData(job),
  delay: Math.max(0, (job.startAfter?.getTime() ?? 0) - now.getTime()),
})

/**
 * Stores jobs of any queues in the outbox. Jobs of one queue are one row, whatever their number: pg-boss's table has thirteen
 * indexes and a foreign key that is checked row by row at the commit, and that work would delay the answer to a sale or
 * a lead. `moveFromOutbox` moves them to pg-boss.
 */
export function intoOutbox(queued: readonly { queue: string; job: StoredJob }[]): Statement {
  const queues = [...Map.groupBy(queued, ({ queue }) => queue)]
  return {
    text: `insert into platform_job_outbox (queue, jobs)
      select queue, jobs::jsonb from unnest($1::text[], $2::text[]) as queued(queue, jobs)`,
    values: [
      queues.map(([queue]) => queue),
      queues.map(([, jobs]) => JSON.stringify(jobs.map(({ job }) => job))),
    ],
  }
}

/**
 * For one statement that stores rows together with their jobs: a common table expression that stores those jobs of the
 * parameter $3 (`Jobs.recordsOf`) whose key is in the common table expression `accepted (key)`.
 */
export const enqueueAccepted = `
  insert into platform_job_outbox (queue, jobs)
  select queued.queue, jsonb_agg(queued.job) from jsonb_to_recordset($3::jsonb) as queued (queue text, job jsonb)
  where queued.job->>'key' in (select key from accepted) group by queued.queue`

/** Rows of each queue at a time. Each queue has its share, so that none waits for a long one to be empty. */
const atATime = 50

/**
 * Takes the jobs of these queues out of the outbox. A key that was ever stored before stores nothing. (pg-boss itself forgets
 * keys together with the jobs.) Rows that another process moves at the same time are skipped.
 */
const takeRows = `
with taken as (
  delete from platform_job_outbox o using unnest($1::text[]) as q(name), lateral (
    select id from platform_job_outbox where queue = q.name order by id limit $2 for update skip locked
  ) oldest where o.queue = q.name and o.id = oldest.id
  returning o.id, o.queue, o.owed_at, o.jobs
), queued as materialized (
  select distinct on (t.queue, coalesce(j.key, j.id::text)) t.queue, t.id as row, j.place, j.id, j.key, j.data,
    t.owed_at + j.delay * interval '1 ms' as due
  from taken t, rows from (jsonb_to_recordset(t.jobs) as (id uuid, key text, data jsonb, delay float8))
    with ordinality as j(id, key, data, delay, place)
  order by t.queue, coalesce(j.key, j.id::text), t.id
), fresh as (
  insert into platform_owed_job (queue, key) select o.queue, o.key from queued o where o.key is not null
  on conflict do nothing returning queue, key
)
select t.queue, count(*)::int as rows, jsonb_agg(jsonb_path_query_array(t.jobs, '$[*].id')) as ids, (
  select coalesce(json_agg(json_build_object('id', o.id, 'data', o.data, 'startAfter', o.due,
    'waits', greatest(0, extract(epoch from o.due - now()) * 1000)) order by o.row, o.place), '[]')
  from queued o where o.queue = t.queue and (o.key is null or (o.queue, o.key) in (select f.queue, f.key from fresh f))
) as jobs
from taken t group by t.queue order by t.queue`

/** What was moved of one queue. */
interface Moved {
  queue: string
  rows: number
  /** The jobs of each row, those included whose key was stored before. */
  ids: string[][]
  /** Those that pg-boss has now; `waits` are the milliseconds until each is due. */
  jobs: (Required<Pick<JobInsert, 'id' | 'data'>> & { startAfter: string; waits: number })[]
}

/** Moves stored jobs of `queues` from the outbox to pg-boss, in the transaction of `db`. More of them may be left. */
export async function moveFromOutbox(
  boss: PgBoss,
  db: JobsDb,
  queues: readonly string[],
): Promise<{ moved: Moved[]; more: boolean }> {
  const moved = (await db.executeSql(takeRows, [queues, atATime])).rows as Moved[]
  for (const { queue, jobs } of moved) {
    const stored = jobs.map(({ id, data, startAfter }) => ({ id, data, startAfter: new Date(startAfter) }))
    if (stored.length > 0) await boss.insert(queue, stored, { db })
  }
  return { moved, more: moved.some(({ rows }) => rows === atATime) }
}

/** Milliseconds after which a transaction that stores a job has usually been committed. */
export const soon = 25
/** Milliseconds after which a transaction that stored jobs which were never seen has been rolled back. */
const longestTransaction = 20_000

/** Jobs that transactions of this process put into the outbox, until they are seen there. */
export class ExpectedJobs {
  readonly #since = new Map<string, number>()

  get size(): number {
    return this.#since.size
  }

  add(ids: readonly string[]): void {
    for (const id of ids) this.#since.set(id, performance.now())
  }

  remove(ids: readonly string[]): void {
    for (const id of ids) this.#since.delete(id)
  }

  /** When to look for them: for those of a transaction that takes its time less and less often. Infinity when none is expected. */
  looksAt(now: number): number {
    let next = Number.POSITIVE_INFINITY
    for (const [id, since] of this.#since)
      if (now - since > longestTransaction) this.#since.delete(id)
      else next = Math.min(next, now + Math.max(soon, 3 * (now - since)))
    return next
  }
}
