import type { Sql } from '../database/sql.ts'
import type { OwedJob } from './jobs.ts'
import type { QueueDefinition } from './queue-definition.ts'
import { timeOrderedId } from './time-ordered-id.ts'

/**
 * Stores jobs of one queue the way pg-boss does, in one statement with their keys; a key that was ever owed
 * before stores nothing. (pg-boss's own `insert` forgets keys together with the jobs.) Delays are milliseconds
 * from now, because the product's clock may run ahead of the database's.
 *
 * `dead_letter` is left out: its foreign key alone costs as much as the row. `markDeadLetter` sets it before
 * the last try, when it begins to matter.
 */
const insertOwed = (provided: string) => `
with owed as materialized (
  select * from unnest($2::text[], $3::jsonb[], $4::float8[], $12::uuid[]) as owed(key, data, delay_ms, id) where ${provided}
), fresh as (
  insert into platform_owed_job (queue, key) select $1, o.key from owed o where o.key is not null
  on conflict do nothing returning key
)
insert into pgboss.job_common (id, name, data, start_after, keep_until, policy, retry_limit, retry_delay, retry_backoff,
  retry_delay_max, expire_seconds, deletion_seconds, heartbeat_seconds)
select o.id, $1, o.data, now() + o.delay_ms * interval '1 ms', now() + o.delay_ms * interval '1 ms' + $5 * interval '1 s',
  'standard', $6::int, $7::int, true, $8::int, $9::int, $10::int, $11::int
from owed o where o.key is null or o.key in (select f.key from fresh f)`

/**
 * Issues its statement before it yields, so that a caller may let it travel with others.
 *
 * @param provided SQL on the jobs as `owed`; one that does not meet it is not stored, and its key stays free
 */
export function insertOwedJobs(
  sql: Sql,
  queue: QueueDefinition,
  jobs: readonly OwedJob[],
  now: Date,
  provided = 'true',
): Promise<unknown> {
  const distinct = withoutRepeats(jobs)
  return sql.query(insertOwed(provided), [
    queue.name,
    distinct.map(({ key }) => key ?? null),
    distinct.map(({ data }) => JSON.stringify(data)),
    distinct.map(({ startAfter }) => Math.max(0, (startAfter?.getTime() ?? 0) - now.getTime())),
    queue.retentionSeconds,
    queue.retryLimit,
    queue.retryDelay,
    queue.retryDelayMax,
    queue.expireInSeconds,
    queue.deleteAfterSeconds,
    queue.heartbeatSeconds,
    distinct.map(() => timeOrderedId()),
  ])
}

/** Names the dead-letter queue of a job, so that pg-boss copies it there when its last try fails. */
export async function markDeadLetter(sql: Sql, queue: QueueDefinition, jobId: string): Promise<void> {
  await sql.query(
    'update pgboss.job set dead_letter = $3 where name = $1 and id = $2 and dead_letter is null',
    [queue.name, jobId, queue.deadLetter],
  )
}

function withoutRepeats(jobs: readonly OwedJob[]): OwedJob[] {
  const seen = new Set<string>()
  return jobs.filter(({ key }) => {
    if (key === undefined) return true
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}
