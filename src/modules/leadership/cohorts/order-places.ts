import { Database } from '#platform/database/database.ts'
import { violates } from '#platform/database/failures.ts'
import type { Sql } from '#platform/database/sql.ts'
import type { Write } from '#platform/event-log/event-log.ts'
import { runWrites } from '#platform/event-log/writes.ts'
import { Clock } from '#platform/kernel/clock.ts'
import { AppError } from '#platform/kernel/error.ts'
import type { Given } from '#platform/kernel/needs.ts'
import {
  type CohortOfOrder,
  type HeldPlacesLimit,
  type PlaceClaim,
  Places,
  type PlaceWork,
  type SeatLine,
  type SeatsOfOrder,
} from '../index.ts'
import { cohortMail } from './cohort-mails.ts'
import { lastDay } from './domain/cohort-plan.ts'
import { followPayment } from './follow-payment.ts'
import { cohortFull, OpenCohorts } from './open-cohorts.ts'
import { OrderSeats } from './seats/order-seats.ts'
import { settledMail } from './seats/seat-mails.ts'
import { programTables } from './tables.ts'

/** How long a place is held for a started payment. */
const holdMs = 30 * 60_000
/** The same after a payment that was under way has failed; the buyer gets a mail. */
const holdAfterFailureMs = 24 * 3_600_000

const chooseText = 'select program_choose($1, $2, $3, $4, $5, $6)'
const chooseOfferedText = 'select program_choose_offered($1, $2, $3, $4, $5, $6, $7)'
export const followCall = 'program_follow_recorded($1, $2, $3, $4, $5)'

export const noPlace = (): AppError =>
  new AppError('conflict', 'NO_PLACE_TO_CHANGE', 'You have no place that could be changed.')

/** The places of orders. */
export class OrderPlaces extends Places {
  static readonly needs = {
    database: Database,
    clock: Clock,
    open: OpenCohorts,
    seats: OrderSeats,
  }
  readonly #parts: Given<typeof OrderPlaces.needs>

  constructor(parts: Given<typeof OrderPlaces.needs>) {
    super()
    this.#parts = parts
  }

  override async hold(
    order: { id: string; buyerId: string },
    cohortId: string,
    offer: string | null = null,
  ): Promise<PlaceWork['writes']> {
    const waitId = await this.#parts.open.offeredTo(cohortId, offer)
    await this.#parts.open.assertOpen(cohortId, { offered: waitId !== null })
    return [this.#choice(order, cohortId, 'open', waitId)]
  }

  override refusalOf(error: unknown): Error | null {
    return violates(error, 'program_place', 'program_place_left')
      ? cohortFull()
      : this.#parts.seats.refusalOf(error)
  }

  override async holdSeats(
    order: { id: string; organizationId: string },
    lines: readonly SeatLine[],
    until: Date | null,
    limit: HeldPlacesLimit | null = null,
  ): Promise<PlaceWork['writes']> {
    const { organizationId } = order
    for (const { cohortId, quantity: places } of lines)
      if (cohortId !== null) await this.#parts.open.assertOpen(cohortId, { places, organizationId })
    return [
      this.#parts.seats.open(order, lines, until),
      ...(limit === null ? [] : [this.#parts.seats.limit(limit)]),
    ]
  }

  override seatsOf(orderId: string): Promise<SeatsOfOrder | null> {
    return this.#parts.seats.ofOrder(orderId)
  }

  override closeSeats(
    orderId: string,
    refundId: string,
    seatIds: readonly string[],
    claimedIds: readonly string[] = [],
  ): PlaceWork['writes'] {
    return this.#parts.seats.close(orderId, refundId, seatIds, claimedIds)
  }

  override settleSeats(orderId: string, refundId: string, closed: boolean): PlaceWork {
    return {
      writes: [this.#parts.seats.settle(orderId, refundId, closed)],
      jobs: [
        followPayment.request({ orderId }, { key: `${orderId}:${refundId}:${closed}` }),
        settledMail.request({ orderId, refundId, closed }, { key: `${orderId}:${refundId}:${closed}` }),
      ],
    }
  }

  override follow(orderId: string, claim: PlaceClaim, version: number): PlaceWork {
    const now = this.#parts.clock.now()
    const until = new Date(now.getTime() + holdAfterFailureMs)
    const mail = { kind: 'unplaced' as const, orderId, cohortId: null, since: now.toISOString() }
    return {
      writes: [{ text: `select ${followCall}`, values: [orderId, claim, version, until, now] }],
      jobs: claim === 'paid' ? [cohortMail.request(mail, { key: `unplaced:${orderId}:${version}` })] : [],
    }
  }

  override paymentChanged(orderId: string, version: number): PlaceWork['jobs'] {
    return [followPayment.request({ orderId }, { key: `${orderId}:${version}` })]
  }

  override async renew(
    order: { id: string; buyerId: string },
    cohortId: string | null,
    offer: string | null = null,
  ): Promise<void> {
    const chosen = await this.ofOrder(order.id)
    const requestedId = cohortId ?? chosen?.cohortId
    if (requestedId === undefined) return
    if (chosen?.cohortId === requestedId && chosen.place !== 'none' && !this.#hasEnded(chosen)) return
    await this.#choose(order, requestedId, 'open', offer)
  }

  override async take(
    order: { id: string; buyerId: string },
    cohortId: string,
    offer: string | null = null,
  ): Promise<void> {
    const chosen = await this.ofOrder(order.id)
    if (chosen?.place === 'taken') {
      if (chosen.cohortId === cohortId) return
      throw new AppError(
        'conflict',
        'PLACE_TAKEN',
        'You have a place already. Please write to us to change it.',
      )
    }
    await this.#choose(order, cohortId, 'paid', offer)
  }

  /** As `ofOrder`, locked until the transaction ends: every change of a place takes this lock first. */
  async locked(sql: Sql, orderId: string): Promise<CohortOfOrder | null> {
    await sql.query('select es.lock_head()')
    return cohortOfOrder(sql, orderId)
  }

  /** Gives a paid order a place in another cohort, in the transaction of the change. No effect after the order has ended. */
  async seat(sql: Sql, order: { id: string; buyerId: string }, cohortId: string): Promise<void> {
    await runWrites(sql, [this.#choice(order, cohortId, 'paid', null)])
  }

  override async requestRefund(orderId: string): Promise<void> {
    await programTables(this.#parts.database.sql)
      .updateTable('program_enrollment')
      .set({ refundAskedAt: this.#parts.clock.now() })
      .where('orderId', '=', orderId)
      .where('unplacedAt', 'is not', null)
      .where('refundAskedAt', 'is', null)
      .execute()
  }

  override async requestedRefunds(): Promise<string[]> {
    const rows = await programTables(this.#parts.database.sql)
      .selectFrom('program_enrollment')
      .select('orderId')
      .where('unplacedAt', 'is not', null)
      .where('refundAskedAt', 'is not', null)
      .orderBy('refundAskedAt')
      .execute()
    return rows.map(({ orderId }) => orderId)
  }

  override ofOrder(orderId: string): Promise<CohortOfOrder | null> {
    return cohortOfOrder(this.#parts.database.sql, orderId)
  }

  async #choose(
    order: { id: string; buyerId: string },
    cohortId: string,
    claim: PlaceClaim,
    offer: string | null,
  ): Promise<void> {
    const waitId = await this.#parts.open.offeredTo(cohortId, offer)
    await this.#parts.open.assertOpen(cohortId, { offered: waitId !== null })
    try {
      await runWrites(this.#parts.database.sql, [this.#choice(order, cohortId, claim, waitId)])
    } catch (error) {
      throw this.refusalOf(error) ?? error
    }
  }

  #choice(
    order: { id: string; buyerId: string },
    cohortId: string,
    claim: PlaceClaim,
    waitId: string | null,
  ): Write {
    const now = this.#parts.clock.now()
    const values = [order.id, order.buyerId, cohortId, claim, new Date(now.getTime() + holdMs), now]
    return waitId === null
      ? { text: chooseText, values }
      : { text: chooseOfferedText, values: [waitId, ...values] }
  }

  #hasEnded({ heldUntil }: CohortOfOrder): boolean {
    return heldUntil !== null && heldUntil <= this.#parts.clock.now()
  }
}

/** The cohort that an order chose, and the order's place there; null for an order without a cohort. */
async function cohortOfOrder(sql: Sql, orderId: string): Promise<CohortOfOrder | null> {
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
