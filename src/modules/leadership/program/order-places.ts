import type { Database } from '#platform/database/database.ts'
import { violates } from '#platform/database/failures.ts'
import type { Sql } from '#platform/database/sql.ts'
import type { Write } from '#platform/event-log/event-log.ts'
import { runWrites } from '#platform/event-log/writes.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import { AppError } from '#platform/kernel/error.ts'
import { dayIn } from '#platform/kernel/time-zone.ts'
import { isUuid } from '#platform/kernel/uuid.ts'
import { lastDay } from '../domain/cohort-plan.ts'
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
import type { OrderSeats } from './seats/order-seats.ts'
import { settledMail } from './seats/seat-mails.ts'
import { followPayment } from './standing-job.ts'
import { programTables } from './tables.ts'
import type { WaitLinks } from './wait-links.ts'

/** How long a place is kept for a payment that was begun. */
const holdMs = 30 * 60_000
/** The same after a payment that was under way has failed: its buyer hears of it by mail. */
const holdAfterFailureMs = 24 * 3_600_000

const chooseText = 'select program_choose($1, $2, $3, $4, $5, $6)'
const chooseOfferedText = 'select program_choose_offered($1, $2, $3, $4, $5, $6, $7)'
const followText = 'select program_follow_enrollments($1, $2, $3, $4, $5)'

const full = (): AppError =>
  new AppError(
    'conflict',
    'COHORT_FULL',
    'The last place in this cohort has just gone. Please choose another date.',
  )

const fewer = (left: number): AppError =>
  new AppError(
    'conflict',
    'COHORT_FULL',
    `Only ${left} places are left in this cohort. Please choose another date, or fewer seats.`,
    { extra: { placesLeft: left } },
  )

export const noPlace = (): AppError =>
  new AppError('conflict', 'NO_PLACE_TO_CHANGE', 'You have no place that could be changed.')

/** What orders do with places. */
export class OrderPlaces extends Places {
  readonly #database: Database
  readonly #clock: Clock
  readonly #links: WaitLinks
  readonly #seats: OrderSeats

  constructor(database: Database, clock: Clock, links: WaitLinks, seats: OrderSeats) {
    super()
    this.#database = database
    this.#clock = clock
    this.#links = links
    this.#seats = seats
  }

  override async hold(
    order: { id: string; buyerId: string },
    cohortId: string,
    offer: string | null = null,
  ): Promise<PlaceWork['writes']> {
    const waitId = await this.#offered(cohortId, offer)
    await this.assertOpen(cohortId, { offered: waitId !== null })
    return [this.#choice(order, cohortId, 'open', waitId)]
  }

  override refusalOf(error: unknown): Error | null {
    return violates(error, 'program_place', 'program_place_left') ? full() : this.#seats.refusalOf(error)
  }

  override async holdSeats(
    order: { id: string; organizationId: string },
    lines: readonly SeatLine[],
    until: Date | null,
    limit: HeldPlacesLimit | null = null,
  ): Promise<PlaceWork['writes']> {
    for (const { cohortId, quantity } of lines)
      if (cohortId !== null) await this.assertOpen(cohortId, { places: quantity })
    return [this.#seats.open(order, lines, until), ...(limit === null ? [] : [this.#seats.limit(limit)])]
  }

  override seatsOf(orderId: string): Promise<SeatsOfOrder | null> {
    return this.#seats.ofOrder(orderId)
  }

  override closeSeats(orderId: string, refundId: string, seatIds: readonly string[]): PlaceWork['writes'] {
    return this.#seats.close(orderId, refundId, seatIds)
  }

  override settleSeats(orderId: string, refundId: string, closed: boolean): PlaceWork {
    return {
      writes: [this.#seats.settle(orderId, refundId, closed)],
      jobs: [
        followPayment.request({ orderId }, { key: `${orderId}:${refundId}:${closed}` }),
        settledMail.request({ orderId, refundId, closed }, { key: `${orderId}:${refundId}:${closed}` }),
      ],
    }
  }

  override follow(orderId: string, claim: PlaceClaim, version: number): PlaceWork {
    const now = this.#clock.now()
    const until = new Date(now.getTime() + holdAfterFailureMs)
    const told = { kind: 'unplaced' as const, orderId, cohortId: null }
    return {
      writes: [{ text: followText, values: [orderId, claim, version, until, now] }],
      jobs: claim === 'paid' ? [cohortMail.request(told, { key: `unplaced:${orderId}:${version}` })] : [],
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
    const wanted = cohortId ?? chosen?.cohortId
    if (wanted === undefined) return
    if (chosen?.cohortId === wanted && chosen.place !== 'none' && !this.#hasEnded(chosen)) return
    await this.#choose(order, wanted, 'open', offer)
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

  /** As `ofOrder`, and nothing of it changes before the transaction ends: every change of a place takes this lock first. */
  async locked(sql: Sql, orderId: string): Promise<CohortOfOrder | null> {
    await sql.query('select es.lock_head()')
    return this.ofOrder(orderId, sql)
  }

  /** The place of a paid order in another cohort, on the transaction of the change. Nothing happens once the order is over. */
  async seat(sql: Sql, order: { id: string; buyerId: string }, cohortId: string): Promise<void> {
    await runWrites(sql, [this.#choice(order, cohortId, 'paid', null)])
  }

  override async askRefund(orderId: string): Promise<void> {
    await programTables(this.#database.sql)
      .updateTable('program_enrollment')
      .set({ refund_asked_at: this.#clock.now() })
      .where('order_id', '=', orderId)
      .where('unplaced_at', 'is not', null)
      .where('refund_asked_at', 'is', null)
      .execute()
  }

  override async refundsAsked(): Promise<string[]> {
    const rows = await programTables(this.#database.sql)
      .selectFrom('program_enrollment')
      .select('order_id')
      .where('unplaced_at', 'is not', null)
      .where('refund_asked_at', 'is not', null)
      .orderBy('refund_asked_at')
      .execute()
    return rows.map(({ order_id }) => order_id)
  }

  override async ofOrder(orderId: string, sql: Sql = this.#database.sql): Promise<CohortOfOrder | null> {
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

  async #choose(
    order: { id: string; buyerId: string },
    cohortId: string,
    claim: PlaceClaim,
    offer: string | null,
  ): Promise<void> {
    const waitId = await this.#offered(cohortId, offer)
    await this.assertOpen(cohortId, { offered: waitId !== null })
    try {
      await runWrites(this.#database.sql, [this.#choice(order, cohortId, claim, waitId)])
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
    const now = this.#clock.now()
    const values = [order.id, order.buyerId, cohortId, claim, new Date(now.getTime() + holdMs), now]
    return waitId === null
      ? { text: chooseText, values }
      : { text: chooseOfferedText, values: [waitId, ...values] }
  }

  /** Who waited, when the place that was offered there is still kept. */
  async #offered(cohortId: string, offer: string | null): Promise<string | null> {
    const waitId = offer === null ? null : this.#links.waitOf(offer)
    if (waitId === null || !isUuid(cohortId)) return null
    const kept = await programTables(this.#database.sql)
      .selectFrom('program_wait')
      .select('id')
      .where('id', '=', waitId)
      .where('cohort_id', '=', cohortId)
      .where('standing', '=', 'offered')
      .where('offered_until', '>', this.#clock.now())
      .executeTakeFirst()
    return kept?.id ?? null
  }

  #hasEnded({ heldUntil }: CohortOfOrder): boolean {
    return heldUntil !== null && heldUntil <= this.#clock.now()
  }

  /**
   * @param but `begun`: also a cohort that has begun, as long as it is not over. `offered`: also without a free place.
   *   `places`: so many have to be free
   * @throws AppError conflict `COHORT_NOT_OPEN`, `COHORT_FULL`
   */
  async assertOpen(
    cohortId: string,
    {
      begun = false,
      offered = false,
      places = 1,
    }: { begun?: boolean; offered?: boolean; places?: number } = {},
  ): Promise<{ startsOn: string }> {
    const now = this.#clock.now()
    const cohort = isUuid(cohortId)
      ? await programTables(this.#database.sql)
          .selectFrom('program_cohort')
          .select(['starts_on', 'time_zone'])
          .where('id', '=', cohortId)
          .where('status', '=', 'open')
          .executeTakeFirst()
      : undefined
    const closes = (startsOn: string): string => (begun ? lastDay(startsOn) : startsOn)
    if (cohort === undefined || closes(cohort.starts_on) < dayIn(cohort.time_zone, now)) {
      throw new AppError(
        'conflict',
        'COHORT_NOT_OPEN',
        'This date cannot be booked any more. Please choose another one.',
      )
    }
    const startsOn = cohort.starts_on
    if (offered) return { startsOn }
    const free = await programTables(this.#database.sql)
      .selectFrom('program_place')
      .select('place_no')
      .where('cohort_id', '=', cohortId)
      .where('wait_id', 'is', null)
      .where(({ eb, or }) => or([eb('order_id', 'is', null), eb('held_until', '<=', now)]))
      .limit(places)
      .execute()
    if (free.length < places) throw places === 1 ? full() : fewer(free.length)
    return { startsOn }
  }
}
