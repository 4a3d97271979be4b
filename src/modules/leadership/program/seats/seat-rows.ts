import type { Database } from '#platform/database/database.ts'
import type { Sql } from '#platform/database/sql.ts'
import type { CohortPlan } from '../../domain/cohort-plan.ts'
import type { SeatState } from '../../domain/seat.ts'
import type { PlaceClaim } from '../../index.ts'
import { programTables } from '../tables.ts'

/** A seat with its invited person and its cohort. */
export interface SeatRow {
  id: string
  orderId: string
  organizationId: string
  number: number
  state: SeatState
  round: number
  participantId: string | null
  claim: PlaceClaim
  refundId: string | null
  openedAt: Date
  claimedAt: Date | null
  /** The invited person; null without an invitation, and for a claimed seat. */
  person: { email: string; invitedAt: Date; linkUntil: Date } | null
  /** Null for a seat that was bought without a date. */
  cohort: (CohortPlan & { id: string; cancelled: boolean }) | null
  place: 'none' | 'held' | 'taken'
}

/** Reads seats from the tables. */
export class SeatRows {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /** An organization's seats that have not ended, by order and number; the newest order first. */
  async ofOrganization(organizationId: string): Promise<SeatRow[]> {
    const rows = await rowsOn(this.#database.sql)
      .where('s.organization_id', '=', organizationId)
      .where('s.state', 'in', ['open', 'invited', 'claimed'])
      .orderBy('s.opened_at', 'desc')
      .orderBy('s.order_id')
      .orderBy('s.number')
      .execute()
    // Sorted by the order's first seat: a replacement seat is opened later than the others.
    const first = new Map<string, number>()
    for (const { order_id, opened_at } of rows)
      first.set(order_id, Math.min(first.get(order_id) ?? Number.POSITIVE_INFINITY, opened_at.getTime()))
    const boughtAt = (orderId: string): number => first.get(orderId) ?? 0
    return rows
      .map(seatOf)
      .sort(
        (one, other) =>
          boughtAt(other.orderId) - boughtAt(one.orderId) ||
          (one.orderId < other.orderId ? -1 : one.orderId > other.orderId ? 1 : one.number - other.number),
      )
  }

  async find(id: string): Promise<SeatRow | null> {
    const row = await rowsOn(this.#database.sql).where('s.id', '=', id).executeTakeFirst()
    return row === undefined ? null : seatOf(row)
  }

  /** The seats among these ids. */
  async ofIds(ids: readonly string[]): Promise<SeatRow[]> {
    if (ids.length === 0) return []
    return (await rowsOn(this.#database.sql).where('s.id', 'in', ids).execute()).map(seatOf)
  }

  /** Seats of these orders that have not ended and need a date: bought without one, or paid and without a place. */
  async withoutDate(orderIds: readonly string[]): Promise<SeatRow[]> {
    if (orderIds.length === 0) return []
    const rows = await rowsOn(this.#database.sql)
      .where('s.order_id', 'in', orderIds)
      .where('s.state', 'in', ['open', 'invited', 'claimed'])
      .where(({ eb, or }) => or([eb('e.order_id', 'is', null), eb('e.unplaced_at', 'is not', null)]))
      .orderBy('s.number')
      .execute()
    return rows.map(seatOf)
  }

  /** Seats that this refund has closed. */
  async closedBy(orderId: string, refundId: string): Promise<SeatRow[]> {
    const rows = await rowsOn(this.#database.sql)
      .where('s.order_id', '=', orderId)
      .where('s.refund_id', '=', refundId)
      .where('s.state', '=', 'closed')
      .execute()
    return rows.map(seatOf)
  }

  /** The orders among these that have seats. */
  async ordersWithSeats(orderIds: readonly string[]): Promise<Set<string>> {
    if (orderIds.length === 0) return new Set()
    const rows = await programTables(this.#database.sql)
      .selectFrom('program_seat')
      .select('order_id')
      .distinct()
      .where('order_id', 'in', orderIds)
      .execute()
    return new Set(rows.map(({ order_id }) => order_id))
  }

  /** All seats of an order, also ended ones. */
  async idsOfOrder(orderId: string): Promise<string[]> {
    const rows = await programTables(this.#database.sql)
      .selectFrom('program_seat')
      .select('id')
      .where('order_id', '=', orderId)
      .execute()
    return rows.map(({ id }) => id)
  }

  /** The account's claimed seats whose orders are paid. */
  async claimedBy(userId: string): Promise<SeatRow[]> {
    const rows = await rowsOn(this.#database.sql)
      .where('s.participant_id', '=', userId)
      .where('s.state', '=', 'claimed')
      .where('s.claim', '=', 'paid')
      .orderBy('s.claimed_at', 'desc')
      .execute()
    return rows.map(seatOf)
  }

  /** Seats to which the address is invited, or which the account has claimed; also ended ones. */
  async ofPerson(userId: string, email: string): Promise<SeatRow[]> {
    const rows = await rowsOn(this.#database.sql)
      .where(({ eb, or }) => or([eb('s.participant_id', '=', userId), eb('person.email', '=', email)]))
      .orderBy('s.opened_at')
      .execute()
    return rows.map(seatOf)
  }
}

const rowsOn = (sql: Sql) =>
  programTables(sql)
    .selectFrom('program_seat as s')
    .leftJoin('program_seat_person as person', 'person.seat_id', 's.id')
    .leftJoin('program_enrollment as e', 'e.order_id', 's.id')
    .leftJoin('program_cohort as c', 'c.id', 'e.cohort_id')
    .leftJoin('program_place as p', (join) =>
      join.onRef('p.order_id', '=', 'e.order_id').onRef('p.cohort_id', '=', 'e.cohort_id'),
    )
    .select(['s.id', 's.order_id', 's.organization_id', 's.number', 's.state', 's.round', 's.participant_id'])
    .select(['s.claim', 's.refund_id', 's.opened_at', 's.claimed_at', 'person.email', 'person.invited_at'])
    .select([
      'person.link_until',
      'c.id as cohort_id',
      'c.starts_on',
      'c.time_zone',
      'c.schedule',
      'c.status',
    ])
    .select(['p.place_no', 'p.taken_at'])

type Row = Awaited<ReturnType<ReturnType<typeof rowsOn>['execute']>>[number]

function seatOf(row: Row): SeatRow {
  const { email, invited_at, link_until, cohort_id, starts_on, time_zone, schedule } = row
  return {
    ...{ id: row.id, orderId: row.order_id, organizationId: row.organization_id, number: row.number },
    ...{ state: row.state, round: row.round, participantId: row.participant_id, claim: row.claim },
    ...{ refundId: row.refund_id, openedAt: row.opened_at, claimedAt: row.claimed_at },
    person:
      email === null || invited_at === null || link_until === null
        ? null
        : { email, invitedAt: invited_at, linkUntil: link_until },
    cohort:
      cohort_id === null || starts_on === null || time_zone === null || schedule === null
        ? null
        : {
            id: cohort_id,
            startsOn: starts_on,
            timeZone: time_zone,
            ...schedule,
            cancelled: row.status === 'cancelled',
          },
    place: row.place_no === null ? 'none' : row.taken_at === null ? 'held' : 'taken',
  }
}
