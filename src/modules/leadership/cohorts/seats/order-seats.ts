import type { Database } from '#platform/database/database.ts'
import { violates } from '#platform/database/failures.ts'
import type { Write } from '#platform/event-log/event-log.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import { AppError } from '#platform/kernel/error.ts'
import type { Ids } from '#platform/kernel/ids.ts'
import type { HeldPlacesLimit, SeatLine, SeatsOfOrder } from '../../index.ts'
import { seatsToClose } from '../domain/seat.ts'
import { programTables } from '../tables.ts'

const openText = 'select program_open_seats($1, $2, $3, $4, $5)'
const chooseText = `select program_choose(s.id, coalesce(s.participant_id, ''), $2, s.claim,
    nullif(case s.claim when 'under-way' then 'infinity' else s.hold_until end, 'infinity'), $3)
  from program_seat s where s.order_id = $1 and s.state in ('open', 'invited', 'claimed') and s.claim <> 'over'
    and not exists (select from program_enrollment e where e.order_id = s.id) order by s.number`
const limitText = 'select program_limit_held_seats($1, $2, $3, $4)'
const closeText = 'select program_close_seats($1, $2, $3, $4, $5)'
export const settleCall = 'program_settle_recorded($1, $2, $3, $4)'

/** The seats of organizations' orders. */
export class OrderSeats {
  readonly #database: Database
  readonly #clock: Clock
  readonly #ids: Ids

  constructor(database: Database, clock: Clock, ids: Ids) {
    this.#database = database
    this.#clock = clock
    this.#ids = ids
  }

  /** Opens the seats of a new order, and holds their places. @param until the end of the holds; null: without end */
  open(order: { id: string; organizationId: string }, lines: readonly SeatLine[], until: Date | null): Write {
    const seats = lines.flatMap(({ line, cohortId, quantity }) =>
      Array.from({ length: quantity }, () => ({ id: this.#ids.uuid(), line, cohortId })),
    )
    const values = [order.id, order.organizationId, JSON.stringify(seats), until, this.#clock.now()]
    return { text: openText, values }
  }

  /** Gives the seats of an order that have no date yet their places in a cohort, held or taken as their order is. */
  choose(orderId: string, cohortId: string): Write {
    return { text: chooseText, values: [orderId, cohortId, this.#clock.now()] }
  }

  /** Refuses the commit if more places than allowed are held for unpaid orders of these organizations. */
  limit({ organizationIds, most, mostOfDate }: HeldPlacesLimit): Write {
    return { text: limitText, values: [organizationIds, most, mostOfDate, this.#clock.now()] }
  }

  /** Reserves the seats that a refund closes when it succeeds. */
  close(
    orderId: string,
    refundId: string,
    seatIds: readonly string[],
    claimedIds: readonly string[],
  ): Write[] {
    if (seatIds.length === 0) return []
    return [{ text: closeText, values: [orderId, refundId, seatIds, claimedIds, this.#clock.now()] }]
  }

  settle(orderId: string, refundId: string, closed: boolean): Write {
    return { text: `select ${settleCall}`, values: [orderId, refundId, closed, this.#clock.now()] }
  }

  /** Null for an order without seats. */
  async ofOrder(orderId: string): Promise<SeatsOfOrder | null> {
    const rows = await programTables(this.#database.sql)
      .selectFrom('program_seat')
      .select(['id', 'number', 'state', 'refundId', 'participantId'])
      .where('orderId', '=', orderId)
      .where('state', '<>', 'revoked')
      .orderBy('number')
      .execute()
    if (rows.length === 0) return null
    const count = (state: string): number => rows.filter((row) => row.state === state).length
    return {
      bought: rows.length,
      open: count('open'),
      invited: count('invited'),
      claimed: count('claimed'),
      closed: count('closed'),
      closing: rows.filter(({ state, refundId }) => state !== 'closed' && refundId !== null).length,
      toClose: seatsToClose(rows).map(({ id, number, state, participantId }) => ({
        id,
        number,
        participantId: state === 'claimed' ? participantId : null,
        invited: state === 'invited',
      })),
    }
  }

  /** `SEATS_CHANGED` or `TOO_MANY_PLACES` if `error` is the refusal of `close` or `limit`; null for other errors. */
  refusalOf(error: unknown): Error | null {
    if (violates(error, 'program_place', 'program_place_unpaid')) return tooManyPlaces()
    if (violates(error, 'program_place', 'program_place_unpaid_date')) return tooManyOfDate()
    if (!violates(error, 'program_seat', 'program_seat_named')) return null
    return new AppError(
      'conflict',
      'SEATS_CHANGED',
      'The seats of this order have changed since you looked at them, so nothing was refunded. Look at the seats that would be closed, then ask again.',
    )
  }
}

function tooManyOfDate(): AppError {
  const message =
    'Your organization has as many places of this date held as it may have before an order is paid. Ask for fewer seats, choose another date or none, pay an open order first, or write to us.'
  return new AppError('conflict', 'TOO_MANY_PLACES', message, { fields: [{ path: 'cohortId', message }] })
}

function tooManyPlaces(): AppError {
  const message =
    'You have as many places held for your organizations as may be before an order is paid. Ask for fewer seats, order without a date, pay an open order first, or write to us.'
  return new AppError('conflict', 'TOO_MANY_PLACES', message, { fields: [{ path: 'seats', message }] })
}
