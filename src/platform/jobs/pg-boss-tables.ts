import { escapeIdentifier } from 'pg'
import type { Sql } from '../database/sql.ts'

// All code that depends on pg-boss's own tables is in this file; a test fails when an upgrade changes them.

/**
 * Moves the outbox's jobs of these queues to pg-boss, with the settings that pg-boss keeps for the queues, in one statement.
 * A key that was ever stored before stores nothing. (pg-boss's own `insert` forgets keys together with the jobs.) Rows that
 * another process moves at the same time are skipped. Jobs of one row get moments a microsecond apart: pg-boss takes the
 * oldest first, and jobs of the same moment in the order of their rows on disk.
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
  select distinct on (t.queue, coalesce(j.key, j.id::text)) t.queue, t.owed_at + (j.place - 1) * interval '1 us' as owed_at,
    j.id, j.key, j.data, t.owed_at + j.delay * interval '1 ms' as due
  from taken t, rows from (jsonb_to_recordset(t.jobs) as (id uuid, key text, data jsonb, delay float8))
    with ordinality as j(id, key, data, delay, place)
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
select t.queue, count(*)::int as rows,
  exists (select from owed o where o.queue = t.queue and o.due <= pgboss.job_now()) as due
from taken t group by t.queue`

/**
 * @param most how many rows of each queue
 * @returns the queues that got jobs which are due, and whether there may be more
 */
export async function handOn(
  sql: Sql,
  queues: readonly string[],
  most: number,
): Promise<{ queues: string[]; more: boolean }> {
  const taken = await sql.query<{ queue: string; rows: number; due: boolean }>(handOnRows, [queues, most])
  const due = taken.filter((each) => each.due)
  return { queues: due.map(({ queue }) => queue), more: taken.some(({ rows }) => rows === most) }
}

/** Names the dead-letter queue of a job, so that pg-boss copies it there when its last try fails. */
export async function nameDeadLetter(
  sql: Sql,
  queue: string,
  jobId: string,
  deadLetter: string | null,
): Promise<void> {
  await sql.query(
    'update pgboss.job set dead_letter = $3 where name = $1 and id = $2 and dead_letter is null',
    [queue, jobId, deadLetter],
  )
}

/** Makes the try that is under way the last one of its job. */
export async function endTries(sql: Sql, queue: string, jobId: string): Promise<void> {
  await sql.query('update pgboss.job set retry_limit = retry_count where name = $1 and id = $2', [
    queue,
    jobId,
  ])
}

/** Waiting jobs come due `ms` milliseconds earlier. */
export async function bringForward(sql: Sql, ms: number): Promise<void> {
  await sql.query(
    `update pgboss.job set start_after = start_after - $1 * interval '1 ms'
     where state < 'active' and start_after > pgboss.job_now()`,
    [ms],
  )
}

/**
 * The next try of a job that failed comes after three quarters of the longest pause; pg-boss draws one between a half and
 * the whole, by chance.
 */
export async function fixPause(sql: Sql, queue: string, jobId: string): Promise<void> {
  await sql.query(
    `update pgboss.job set start_after = pgboss.job_now()
       + least(retry_delay_max, greatest(retry_delay, 1) * 2 ^ least(16, retry_count + 1) * 0.75) * interval '1 s'
     where name = $1 and id = $2 and state = 'retry'`,
    [queue, jobId],
  )
}

/** Which of `queues` have a job that is due, the one that waited longest first. */
export async function dueQueues(sql: Sql, queues: readonly string[]): Promise<string[]> {
  const due = await sql.query<{ name: string }>(
    `select name from pgboss.job where state < 'active' and start_after <= pgboss.job_now() and name = any($1)
     group by name order by min(created_on), name`,
    [queues],
  )
  return due.map(({ name }) => name)
}

/** The same in no order, for many polls: a long backlog is not read. */
export async function queuesWithDueJobs(sql: Sql, queues: readonly string[]): Promise<string[]> {
  const due = await sql.query<{ name: string }>(
    `select q.name from unnest($1::text[]) as q(name) where exists (
       select from pgboss.job_common j
       where j.name = q.name and j.state < 'active' and not j.blocked and j.start_after <= pgboss.job_now())`,
    [queues],
  )
  return due.map(({ name }) => name)
}

/** How many jobs of each queue are due, and how many were given up, as pg-boss counts them every few seconds. */
export function queueCounts(sql: Sql): Promise<{ queue: string; waiting: number; failed: number }[]> {
  return sql.query(
    `select q.name as queue, q.ready_count as waiting, coalesce(dead.queued_count, 0) as failed
     from pgboss.queue q left join pgboss.queue dead on dead.name = q.dead_letter
     where q.dead_letter is not null order by 1`,
  )
}

/** When the jobs of any queue were counted last; null before the first count. Only a process that runs jobs counts. */
export async function countedAt(sql: Sql): Promise<Date | null> {
  const [row] = await sql.query<{ at: Date | null }>('select max(monitor_on) as at from pgboss.queue')
  return row?.at ?? null
}

/** The version of pg-boss's schema; undefined where there is none. */
export async function schemaVersion(sql: Sql): Promise<number | undefined> {
  const known = await sql.query(`select from pg_tables where schemaname = 'pgboss' and tablename = 'version'`)
  if (known.length === 0) return undefined
  return (await sql.query<{ version: number }>('select version from pgboss.version'))[0]?.version
}

/** The grants that let the application's role work with jobs. Rows only: the owner keeps the schema. */
export function grants(appRole: string): string[] {
  const app = escapeIdentifier(appRole)
  return [
    `grant usage on schema pgboss to ${app}`,
    `grant select, insert, update, delete on all tables in schema pgboss to ${app}`,
    `grant usage, select on all sequences in schema pgboss to ${app}`,
    `grant execute on all functions in schema pgboss to ${app}`,
  ]
}
