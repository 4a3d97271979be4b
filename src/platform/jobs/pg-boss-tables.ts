import { escapeIdentifier } from 'pg'
import type { Sql } from '../database/sql.ts'

// All code that depends on pg-boss's own tables is in this file. Jobs are stored, taken and ended by its public interface.

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
