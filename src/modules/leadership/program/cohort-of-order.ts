import type { Sql } from '#platform/database/sql.ts'
import { lastDay } from '../domain/cohort-plan.ts'
import type { CohortOfOrder } from '../index.ts'
import { programTables } from './tables.ts'

/** The cohort that an order chose, and the order's place there; null for an order without a cohort. */
export async function cohortOfOrder(sql: Sql, orderId: string): Promise<CohortOfOrder | null> {
  const row = await programTables(sql)
    .selectFrom('program_enrollment as e')
    .innerJoin('program_cohort as c', 'c.id', 'e.cohortId')
    .leftJoin('program_place as p', 'p.orderId', 'e.orderId')
    .select(['c.id', 'c.startsOn', 'c.timeZone', 'c.status', 'e.refundAskedAt', 'p.placeNo'])
    .select(['p.heldUntil', 'p.takenAt'])
    .where('e.orderId', '=', orderId)
    .executeTakeFirst()
  if (row === undefined) return null
  return {
    cohortId: row.id,
    startsOn: row.startsOn,
    endsOn: lastDay(row.startsOn),
    timeZone: row.timeZone,
    place: row.placeNo === null ? 'none' : row.takenAt === null ? 'held' : 'taken',
    heldUntil: row.heldUntil,
    cohortCancelled: row.status === 'cancelled',
    refundAsked: row.refundAskedAt !== null,
  }
}
