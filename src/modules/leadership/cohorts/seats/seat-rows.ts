import type { Database } from '#platform/database/database.ts'
import type { Sql } from '#platform/database/sql.ts'
import { type Person, PersonalData } from '#platform/privacy/personal-data.ts'
import type { PlaceClaim } from '../../index.ts'
import type { CohortPlan } from '../domain/cohort-plan.ts'
import type { SeatState } from '../domain/seat.ts'
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
      .where('s.organizationId', '=', organizationId)
      .where('s.state', 'in', ['open', 'invited', 'claimed'])
      .orderBy('s.openedAt', 'desc')
      .orderBy('s.orderId')
      .orderBy('s.number')
      .execute()
    // Sorted by the order's first seat: a replacement seat is opened later than the others.
    const first = new Map<string, number>()
    for (const { orderId, openedAt } of rows)
      first.set(orderId, Math.min(first.get(orderId) ?? Number.POSITIVE_INFINITY, openedAt.getTime()))
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
      .where('s.orderId', 'in', orderIds)
      .where('s.state', 'in', ['open', 'invited', 'claimed'])
      .where(({ eb, or }) => or([eb('e.orderId', 'is', null), eb('e.unplacedAt', 'is not', null)]))
      .orderBy('s.number')
      .execute()
    return rows.map(seatOf)
  }

  /** Seats that this refund has closed. */
  async closedBy(orderId: string, refundId: string): Promise<SeatRow[]> {
    const rows = await rowsOn(this.#database.sql)
      .where('s.orderId', '=', orderId)
      .where('s.refundId', '=', refundId)
      .where('s.state', '=', 'closed')
      .execute()
    return rows.map(seatOf)
  }

  /** The orders among these that have seats. */
  async ordersWithSeats(orderIds: readonly string[]): Promise<Set<string>> {
    if (orderIds.length === 0) return new Set()
    const rows = await programTables(this.#database.sql)
      .selectFrom('program_seat')
      .select('orderId')
      .distinct()
      .where('orderId', 'in', orderIds)
      .execute()
    return new Set(rows.map(({ orderId }) => orderId))
  }

  /** All seats of an order, also ended ones. */
  async idsOfOrder(orderId: string): Promise<string[]> {
    const rows = await programTables(this.#database.sql)
      .selectFrom('program_seat')
      .select('id')
      .where('orderId', '=', orderId)
      .execute()
    return rows.map(({ id }) => id)
  }

  /** The account's claimed seats whose orders are paid. */
  async claimedBy(userId: string): Promise<SeatRow[]> {
    const rows = await rowsOn(this.#database.sql)
      .where('s.participantId', '=', userId)
      .where('s.state', '=', 'claimed')
      .where('s.claim', '=', 'paid')
      .orderBy('s.claimedAt', 'desc')
      .execute()
    return rows.map(seatOf)
  }

  /** Seats to which the address is invited, or which the account has claimed; also ended ones. */
  async ofPerson(userId: string, email: string): Promise<SeatRow[]> {
    const rows = await rowsOn(this.#database.sql)
      .where(({ eb, or }) => or([eb('s.participantId', '=', userId), eb('person.email', '=', email)]))
      .orderBy('s.openedAt')
      .execute()
    return rows.map(seatOf)
  }
}

const rowsOn = (sql: Sql) =>
  programTables(sql)
    .selectFrom('program_seat as s')
    .leftJoin('program_seat_person as person', 'person.seatId', 's.id')
    .leftJoin('program_enrollment as e', 'e.orderId', 's.id')
    .leftJoin('program_cohort as c', 'c.id', 'e.cohortId')
    .leftJoin('program_place as p', (join) =>
      join.onRef('p.orderId', '=', 'e.orderId').onRef('p.cohortId', '=', 'e.cohortId'),
    )
    .select(['s.id', 's.orderId', 's.organizationId', 's.number', 's.state', 's.round', 's.participantId'])
    .select(['s.claim', 's.refundId', 's.openedAt', 's.claimedAt', 'person.email', 'person.invitedAt'])
    .select(['person.linkUntil', 'c.id as cohortId', 'c.startsOn', 'c.timeZone', 'c.schedule', 'c.status'])
    .select(['p.placeNo', 'p.takenAt'])

type Row = Awaited<ReturnType<ReturnType<typeof rowsOn>['execute']>>[number]

function seatOf(row: Row): SeatRow {
  const { email, invitedAt, linkUntil, cohortId, startsOn, timeZone, schedule } = row
  return {
    ...row,
    person:
      email === null || invitedAt === null || linkUntil === null ? null : { email, invitedAt, linkUntil },
    cohort:
      cohortId === null || startsOn === null || timeZone === null || schedule === null
        ? null
        : {
            id: cohortId,
            startsOn,
            timeZone,
            ...schedule,
            cancelled: row.status === 'cancelled',
          },
    place: row.placeNo === null ? 'none' : row.takenAt === null ? 'held' : 'taken',
  }
}

/** Personal data of seats: the addresses of invited people, and the ids of participants. */
export class SeatPersonalData extends PersonalData {
  readonly name = 'seats'
  readonly #database: Database
  readonly #rows: SeatRows

  constructor(database: Database, rows: SeatRows) {
    super()
    this.#database = database
    this.#rows = rows
  }

  override async export({ userId, email }: Person): Promise<unknown> {
    const seats = await this.#rows.ofPerson(userId, email)
    return seats.map(({ id, organizationId, state, person, claimedAt, cohort }) => ({
      seatId: id,
      organizationId,
      state,
      invitedAt: person?.invitedAt ?? null,
      claimedAt,
      cohortStartsOn: cohort?.startsOn ?? null,
    }))
  }

  /** Deletes the address, which invalidates its link. The participant's id stays. */
  override async erase({ email }: Person): Promise<void> {
    await programTables(this.#database.sql)
      .deleteFrom('program_seat_person')
      .where('email', '=', email)
      .execute()
  }
}
