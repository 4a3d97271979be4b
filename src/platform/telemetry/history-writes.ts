import { createHash } from 'node:crypto'
import type { Sql } from '../database/sql.ts'
import type { Work } from './current-work.ts'
import { inOrderOf } from './key-order.ts'
import type { ProcessLoad } from './process-load.ts'
import type { CategoryFigures } from './ring-telemetry.ts'
import { withoutValues } from './statement-text.ts'
import type { Grain } from './telemetry-history.ts'
import type { SlowStatement } from './work-traces.ts'

const grains: Record<Grain, number> = { minute: 60_000, hour: 3_600_000 }
const dayMs = 86_400_000
/** Rows of traces and slow statements beyond this number are deleted, the oldest first. */
const mostRows = 20_000

function startsOf(now: Date): [Grain, Date][] {
  const start = (ms: number) => new Date(Math.floor(now.getTime() / ms) * ms)
  return [
    ['minute', start(grains.minute)],
    ['hour', start(grains.hour)],
  ]
}

/** Adds the figures since the last write to the rows of this minute and of this hour. */
export async function writeCategories(
  sql: Sql,
  process: string,
  now: Date,
  figures: readonly CategoryFigures[],
): Promise<void> {
  for (const [grain, at] of startsOf(now)) {
    for (const { category, count, seconds, max, buckets } of figures) {
      await sql.query(
        `insert into platform_telemetry_category as kept (grain, at, process, category, count, seconds, max, buckets)
         values ($1, $2, $3, $4, $5, $6, $7, $8::bigint[])
         on conflict (grain, at, process, category) do update set
           count = kept.count + excluded.count,
           seconds = kept.seconds + excluded.seconds,
           max = greatest(kept.max, excluded.max),
           buckets = array(select a + b from unnest(kept.buckets, excluded.buckets) as both_of (a, b))`,
        [grain, at, process, category, count, seconds, max, buckets],
      )
    }
  }
}

/** Adds the process's load during the last `observed` seconds. */
export async function writeLoad(
  sql: Sql,
  process: string,
  now: Date,
  observed: number,
  { cpu, memory, eventLoopDelay }: ProcessLoad,
): Promise<void> {
  for (const [grain, at] of startsOf(now)) {
    await sql.query(
      `insert into platform_telemetry_process as kept
         (grain, at, process, observed, cpu_seconds, rss, event_loop_p99, event_loop_max)
       values ($1, $2, $3, $4, $5, $6, $7, $8)
       on conflict (grain, at, process) do update set
         observed = kept.observed + excluded.observed,
         cpu_seconds = kept.cpu_seconds + excluded.cpu_seconds,
         rss = greatest(kept.rss, excluded.rss),
         event_loop_p99 = greatest(kept.event_loop_p99, excluded.event_loop_p99),
         event_loop_max = greatest(kept.event_loop_max, excluded.event_loop_max)`,
      [
        grain,
        at,
        process,
        observed,
        (cpu.user + cpu.system) * observed,
        memory.rss,
        eventLoopDelay.p99,
        eventLoopDelay.max,
      ],
    )
  }
}

/** Written in the order of their keys, as in `writeProblems`. */
export async function writeSlowStatements(
  sql: Sql,
  now: Date,
  slow: readonly SlowStatement[],
): Promise<void> {
  const hour = new Date(Math.floor(now.getTime() / grains.hour) * grains.hour)
  const ordered = slow.toSorted(inOrderOf(({ route, text }) => [route, text]))
  for (const { text, route, count, total, max, requestId } of ordered) {
    await sql.query(
      `insert into platform_slow_statement as kept
         (hour, route, digest, statement, count, seconds, max, request_id, last_seen)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
       on conflict (hour, route, digest) do update set
         count = kept.count + excluded.count,
         seconds = kept.seconds + excluded.seconds,
         max = greatest(kept.max, excluded.max),
         request_id = case when excluded.max > kept.max then excluded.request_id else kept.request_id end,
         last_seen = excluded.last_seen`,
      [
        hour,
        route,
        createHash('sha256').update(text).digest('base64url'),
        text,
        count,
        total,
        max,
        requestId,
        now,
      ],
    )
  }
}

/** One row per request id: a webhook writes events under the provider's request id and its own. */
export async function writeTraces(sql: Sql, now: Date, works: readonly Work[]): Promise<void> {
  const rows = works.flatMap((work) => {
    const age = performance.now() - work.started
    const row = {
      route: work.route ?? 'unknown',
      status: work.end?.status ?? null,
      started_at: new Date(now.getTime() - age).toISOString(),
      seconds: work.end?.seconds ?? age / 1000,
      database_seconds: work.databaseSeconds,
      statement_count: work.statementCount,
      statements: work.statements.map(({ text, seconds }) => ({ text: withoutValues(text), seconds })),
    }
    return [...new Set([work.requestId, ...(work.wrote ?? [])])].map((request_id) => ({ request_id, ...row }))
  })
  if (rows.length === 0) return
  await sql.query(
    `insert into platform_request_trace
       (request_id, route, status, started_at, seconds, database_seconds, statement_count, statements)
     select request_id, route, status, started_at, seconds, database_seconds, statement_count, statements
     from jsonb_to_recordset($1::jsonb) as given (request_id text, route text, status integer,
       started_at timestamptz, seconds double precision, database_seconds double precision,
       statement_count integer, statements jsonb)`,
    [JSON.stringify(rows)],
  )
}

/** Deletes minutes after two days, everything else after thirty, and traces earlier when there are too many. */
export async function forgetOld(sql: Sql, now: Date): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * dayMs)
  for (const table of ['platform_telemetry_category', 'platform_telemetry_process']) {
    await sql.query(
      `delete from ${table} where at < case grain when 'minute' then $1 else $2 end::timestamptz`,
      [before(2), before(30)],
    )
  }
  await sql.query('delete from platform_slow_statement where hour < $1', [before(30)])
  await sql.query(
    `delete from platform_slow_statement where ctid in
       (select ctid from platform_slow_statement order by hour desc, max desc offset $1)`,
    [mostRows],
  )
  await sql.query('delete from platform_request_trace where started_at < $1', [before(30)])
  await sql.query(
    `delete from platform_request_trace where id in
       (select id from platform_request_trace order by id desc offset $1)`,
    [mostRows],
  )
}
