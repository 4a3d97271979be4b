import type { Sql } from '../database/sql.ts'
import type { OwedJob } from './jobs.ts'
import { timeOrderedId } from './time-ordered-id.ts'

/**
 * Jobs owed together are one row, whatever their number: pg-boss's table has thirteen indexes and a foreign key that is
 * checked row by row at the commit, and all that would lie between a sale or a lead and its answer.
 *
 * Delays are milliseconds from now, because the product's clock may run ahead of the database's.
 */
const insertParcel = 'insert into platform_job_outbox (queue, jobs) values ($1, $2)'

const insertParcelOf = (provided: string) => `
insert into platform_job_outbox (queue, jobs)
select $1, jsonb_agg(owed.job) from (select value as job, value->>'key' as key from jsonb_array_elements($2)) owed
where ${provided} having count(*) > 0`

/**
 * Stores jobs of one queue on `sql`'s transaction. Issues its statement before it yields, so that a caller may let it
 * travel with others.
 *
 * @param provided SQL on `owed.key`; a job that does not meet it is not stored, and its key stays free
 */
export async function putIntoOutbox(
  sql: Sql,
  queue: string,
  jobs: readonly OwedJob[],
  now: Date,
  provided?: string,
): Promise<void> {
  const owed = jobs.map(({ key = null, data, startAfter }) => ({
    id: timeOrderedId(),
    key,
    data,
    delay: Math.max(0, (startAfter?.getTime() ?? 0) - now.getTime()),
  }))
  await sql.query(provided === undefined ? insertParcel : insertParcelOf(provided), [
    queue,
    JSON.stringify(owed),
  ])
}

/**
 * Takes what is owed to these queues to pg-boss, with the settings that it keeps for them, in one statement; a key that
 * was ever owed before stores nothing. (pg-boss's own `insert` forgets keys together with the jobs.) Rows that another
 * process takes at the moment are left to it.
 *
 * `dead_letter` is left out: its foreign key alone costs as much as the row. A worker sets it before the last try,
 * when it begins to matter.
 */
const handOnRows = `
with taken as (
  delete from platform_job_outbox o using unnest($1::text[]) as q(name), lateral (
    select id from platform_job_outbox where queue = q.name order by id limit $2 for update skip locked
  ) oldest where o.queue = q.name and o.id = oldest.id
  returning o.id, o.queue, o.owed_at, o.jobs
), owed as materialized (
  select distinct on (t.queue, coalesce(j.key, j.id::text)) t.queue, t.owed_at, j.id, j.key, j.data,
    t.owed_at + j.delay * interval '1 ms' as due
  from taken t, jsonb_to_recordset(t.jobs) as j(id uuid, key text, data jsonb, delay float8)
  order by t.queue, coalesce(j.key, j.id::text), t.id
), fresh as (
  insert into platform_owed_job (queue, key) select o.queue, o.key from owed o where o.key is not null
  on conflict do nothing returning queue, key
), stored as (
  insert into pgboss.job_common (id, name, data, created_on, start_after, keep_until, policy, retry_limit, retry_delay,
    retry_backoff, retry_delay_max, expire_seconds, deletion_seconds, heartbeat_seconds)
  select o.id, o.queue, o.data, o.owed_at, o.due, o.due + q.retention_seconds * interval '1 s', q.policy, q.retry_limit,
    q.retry_delay, q.retry_backoff, q.retry_delay_max, q.expire_seconds, q.deletion_seconds, q.heartbeat_seconds
  from owed o join pgboss.queue q on q.name = o.queue
  where o.key is null or (o.queue, o.key) in (select f.queue, f.key from fresh f)
)
select queue, count(*)::int as rows from taken group by queue`

/**
 * @param most how many rows of each queue
 * @returns the queues that were handed something, and whether there may be more
 */
export async function handOn(
  sql: Sql,
  queues: readonly string[],
  most: number,
): Promise<{ queues: string[]; more: boolean }> {
  const taken = await sql.query<{ queue: string; rows: number }>(handOnRows, [queues, most])
  return { queues: taken.map(({ queue }) => queue), more: taken.some(({ rows }) => rows === most) }
}
