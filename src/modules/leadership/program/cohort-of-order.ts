import type { Sql } from '#platform/database/sql.ts'
import { lastDay } from '../domain/cohort-plan.ts'
import type { CohortOfOrder } from '../index.ts'
import { programTables } from './tables.ts'

/** The cohort that an order chose, and the order's place there; null for an order without a cohort. */
export async function cohortOfOrder(sql: Sql, orderId: string): Promise<CohortOfOrder | null> {
  const row = await programTables(sql)
    .selectFrom('program_enrollment as e')
    .innerJoin('program_cohort as c', 'c.id', 'e.cohort_id')
    .leftJoin('program_place as p', 'p.order_id', 'e.order_id')
    .select(['c.id', 'c.starts_on', 'c.time_zone', 'c.status', 'e.refund_asked_at', 'p.place_no'])
    .select(['p.held_until', 'p.taken_at'])
    .where('e.order_id', '=', orderId)
    .executeTakeFirst()
  if (row === undefined) return null
  return {
    cohortId: row.id,
    startsOn: row.starts_on,
    endsOn: lastDay(row.starts_on),
    timeZone: row.time_zone,
    place: row.place_no === null ? 'none' : row.taken_at === null ? 'held' : 'taken',
    heldUntil: row.held_until,
    cohortCancelled: row.status === 'cancelled',
    refundAsked: row.refund_asked_at !== null,
  }
}
