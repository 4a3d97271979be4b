import { Organizations } from '#modules/identity/index.ts'
import { Database } from '#platform/database/database.ts'
import type { Sql } from '#platform/database/sql.ts'
import { Jobs } from '#platform/jobs/jobs.ts'
import { Clock } from '#platform/kernel/clock.ts'
import { AppError } from '#platform/kernel/error.ts'
import type { Given } from '#platform/kernel/needs.ts'
import { dayIn } from '#platform/kernel/time-zone.ts'
import type { CohortOfOrder } from '../../index.ts'
import { changedMail } from '../cohort-mails.ts'
import { noSeat } from '../domain/seat-decisions.ts'
import { OpenCohorts } from '../open-cohorts.ts'
import { noPlace, OrderPlaces } from '../order-places.ts'
import { markChanged } from '../participants.ts'
import { programTables } from '../tables.ts'
import type { SeatAuthor } from './seats.ts'

const movedText = "select program_record_seat($1, 'SeatMoved', $2, $3, $4, $5)"

/** An organization moves a seat into another cohort: once before its cohort has begun, and at any time if it has no place. */
export class SeatMoves {
  static readonly needs = {
    database: Database,
    jobs: Jobs,
    clock: Clock,
    open: OpenCohorts,
    places: OrderPlaces,
    organizations: Organizations,
  }
  readonly #parts: Given<typeof SeatMoves.needs>

  constructor(parts: Given<typeof SeatMoves.needs>) {
    this.#parts = parts
  }

  /**
   * No effect for the same cohort. The participant of a claimed seat gets a mail.
   * @throws AppError not-found `SEAT_NOT_FOUND`; conflict `SEATS_NOT_PAID`, `SEAT_CLOSING`, `COHORT_BEGUN`, `COHORT_CHANGED_ONCE`;
   *   otherwise as `Places.hold`
   */
  async move(organizationId: string, seatId: string, to: string, author: SeatAuthor): Promise<void> {
    const { database, open, places, organizations } = this.#parts
    await organizations.assertManages(author.actor.userId, organizationId)
    if ((await places.ofOrder(seatId))?.cohortId !== to) await open.assertOpen(to, { organizationId })
    await database
      .rawTransaction(async (sql) => {
        const chosen = await places.locked(sql, seatId)
        const seat = await programTables(sql)
          .selectFrom('program_seat')
          .select(['orderId', 'participantId', 'claim', 'state', 'refundId'])
          .where('id', '=', seatId)
          .where('organizationId', '=', organizationId)
          .executeTakeFirst()
        if (seat === undefined || seat.state === 'revoked' || seat.state === 'closed') throw noSeat()
        if (seat.claim !== 'paid') throw noPlace()
        if (seat.refundId !== null)
          throw new AppError(
            'conflict',
            'SEAT_CLOSING',
            'This seat is being refunded, so it cannot be moved.',
          )
        if (chosen?.place === 'taken' && chosen.cohortId === to) return
        await this.#assertMayChange(sql, seatId, chosen)
        await places.seat(sql, { id: seatId, buyerId: seat.participantId ?? '' }, to)
        await this.#record(sql, { seatId, orderId: seat.orderId, from: chosen?.cohortId ?? null, to }, author)
        if (seat.state === 'claimed') await this.#enqueueMail(sql, seatId, to)
      })
      .catch((error: unknown) => {
        throw places.refusalOf(error) ?? error
      })
  }

  async #assertMayChange(sql: Sql, seatId: string, chosen: CohortOfOrder | null): Promise<void> {
    const { clock } = this.#parts
    if (chosen?.place !== 'taken') return
    if (chosen.startsOn <= dayIn(chosen.timeZone, clock.now()))
      throw new AppError(
        'conflict',
        'COHORT_BEGUN',
        'The cohort of this seat has begun. Please write to us to move it.',
      )
    if (!(await markChanged(sql, seatId, clock.now())))
      throw new AppError(
        'conflict',
        'COHORT_CHANGED_ONCE',
        'This seat has been moved once already. Please write to us to move it again.',
      )
  }

  async #record(
    sql: Sql,
    { seatId, orderId, from, to }: { seatId: string; orderId: string; from: string | null; to: string },
    { actor }: SeatAuthor,
  ): Promise<void> {
    const data = JSON.stringify({ from, to })
    await sql.query(movedText, [seatId, data, `customer:${actor.userId}`, orderId, this.#parts.clock.now()])
  }

  async #enqueueMail(sql: Sql, seatId: string, cohortId: string): Promise<void> {
    const { jobs, clock } = this.#parts
    const key = `${seatId}:${clock.now().toISOString()}`
    await jobs.enqueue(sql, changedMail.request({ orderId: seatId, cohortId }, { key }))
  }
}
