import { escapeIdentifier } from 'pg'
import type { PgBoss } from 'pg-boss'
import type { Sql } from '../database/sql.ts'

/** A connection of pg-boss's pool, or a transaction on one. */
export type JobsDb = Pick<ReturnType<PgBoss['getDb']>, 'executeSql'>

// All code that depends on pg-boss's own tables is in this file. Jobs are stored, taken and ended by its public interface.

/** Waiting jobs but `others` come due `ms` milliseconds earlier. */
export async function bringForward(db: JobsDb, ms: number, others: readonly string[] = []): Promise<void> {
  await db.executeSql(
    `update pgboss.job set start_after = start_after - $1 * interval '1 ms'
     where state < 'active' and start_after > pgboss.job_now() and id <> all($2::uuid[])`,
    [ms, others],
  )
}

/**
 * The next try of a job that failed comes after three quarters of the longest pause; pg-boss draws one between a half and
 * the whole, by chance.
 */
export async function fixPause(db: JobsDb, queue: string, jobId: string): Promise<void> {
  await db.executeSql(
    `update pgboss.job set start_after = pgboss.job_now()
       + least(retry_delay_max, greatest(retry_delay, 1) * 2 ^ least(16, retry_count + 1) * 0.75) * interval '1 s'
     where name = $1 and id = $2 and state = 'retry'`,
    [queue, jobId],
  )
}

/** Which of `queues` have a job that is due, and when the one that waited longest was stored. */
export async function dueQueues(
  db: JobsDb,
  queues: readonly string[],
): Promise<{ name: string; since: Date }[]> {
  const { rows } = await db.executeSql(
    `select name, min(created_on) as since from pgboss.job
     where state < 'active' and start_after <= pgboss.job_now() and name = any($1) group by name`,
    [queues],
  )
  return rows
}

/** The milliseconds until the next job of each of `queues` is due; 0 where one is, and then a long backlog is not read. */
export async function dueMoments(
  db: JobsDb,
  queues: readonly string[],
): Promise<{ queue: string; ms: number }[]> {
  const { rows } = await db.executeSql(
    `with waiting as (select * from pgboss.job_common where state < 'active' and not blocked)
     select q.name as queue, case
       when exists (select from waiting w where w.name = q.name and w.start_after <= pgboss.job_now()) then 0
       else (select extract(epoch from min(w.start_after) - pgboss.job_now()) * 1000 from waiting w where w.name = q.name)
     end::float8 as ms from unnest($1::text[]) as q(name)`,
    [queues],
  )
  return (rows as { queue: string; ms: number | null }[]).flatMap(({ queue, ms }) =>
    ms === null ? [] : { queue, ms },
  )
}

/** The milliseconds until the first lease of a running job of `queues` ends, should its process have died; Infinity if none runs. */
export async function nextLeaseEnd(db: JobsDb, queues: readonly string[]): Promise<number> {
  const { rows } = await db.executeSql(
    `select extract(epoch from min(least(started_on + expire_seconds * interval '1 s',
       heartbeat_on + heartbeat_seconds * interval '1 s')) - pgboss.job_now())::float8 * 1000 as ms
     from pgboss.job_common where state = 'active' and name = any($1)`,
    [queues],
  )
  return (rows[0]?.ms as number | null) ?? Number.POSITIVE_INFINITY
}

interface QueueCounts {
  queue: string
  waiting: number
  failed: number
  /** Of all queues, when one of them was counted last; null before the first count. Only a process that runs jobs counts. */
  counted: Date | null
}

/** How many jobs of each queue are due, and how many failed for good, as pg-boss counts them every minute, and when they are read. */
export function queueCounts(sql: Sql): Promise<QueueCounts[]> {
  return sql.query(
    `select q.name as queue, q.ready_count as waiting, coalesce(dead.queued_count, 0) as failed,
       max(q.monitor_on) over () as counted
     from pgboss.queue q left join pgboss.queue dead on dead.name = q.dead_letter
     where q.dead_letter is not null order by 1`,
  )
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
