import type { Statement } from '../database/sql.ts'
import type { OwedJob } from './job-definition.ts'
import { timeOrderedId } from './time-ordered-id.ts'

/**
 * Stores jobs of one queue in the outbox. Jobs owed together are one row, whatever their number: pg-boss's table has
 * thirteen indexes and a foreign key that is checked row by row at the commit, and all that would lie between a sale or
 * a lead and its answer. `outbox-relay.ts` hands them to pg-boss.
 *
 * Delays are milliseconds from `now`, because the product's clock may run ahead of the database's.
 */
export function intoOutbox(queue: string, jobs: readonly OwedJob[], now: Date): Statement {
  const owed = jobs.map(({ key = null, data, startAfter }) => ({
    id: timeOrderedId(),
    key,
    data,
    delay: Math.max(0, (startAfter?.getTime() ?? 0) - now.getTime()),
  }))
  return {
    text: 'insert into platform_job_outbox (queue, jobs) values ($1, $2)',
    values: [queue, JSON.stringify(owed)],
  }
}
