import { AuditLog } from '#platform/audit/audit-log.ts'
import { Database } from '#platform/database/database.ts'
import type { Sql } from '#platform/database/sql.ts'
import type { StaffActor } from '#platform/http/call.ts'
import { Jobs } from '#platform/jobs/jobs.ts'
import { Clock } from '#platform/kernel/clock.ts'
import { AppError } from '#platform/kernel/error.ts'
import type { Given } from '#platform/kernel/needs.ts'
import { dayIn } from '#platform/kernel/time-zone.ts'
import type { CohortOfOrder } from '../index.ts'
import { cohortSubject } from './cohort-audit.ts'
import { changedMail } from './cohort-mails.ts'
import { OpenCohorts } from './open-cohorts.ts'
import { noPlace, OrderPlaces } from './order-places.ts'
import { markChanged, Participants } from './participants.ts'
import { SeatRows } from './seats/seat-rows.ts'
import { programTables } from './tables.ts'

export interface StaffChange {
  orderId: string
  /** The participant's cohort as staff saw it. */
  from: string
  to: string
  /** Kept in the audit. */
  reason: string
  /** Staff saw the buyer's refund request and agreed that the move ends it. */
  endsRefundRequest: boolean
}

/** Moves participants to another cohort: takes the new place and frees the old one in one transaction. */
export class CohortChanges {
  static readonly needs = {
    database: Database,
    open: OpenCohorts,
    places: OrderPlaces,
    participants: Participants,
    seats: SeatRows,
    audit: AuditLog,
    jobs: Jobs,
    clock: Clock,
  }
  readonly #parts: Given<typeof CohortChanges.needs>

  constructor(parts: Given<typeof CohortChanges.needs>) {
    this.#parts = parts
  }

  /**
   * A change by the participant: once, before the current cohort has begun. No effect for the same cohort.
   * @throws AppError conflict `NO_PLACE_TO_CHANGE`, `PARTICIPANTS_CHANGED`, `COHORT_BEGUN`, `COHORT_CHANGED_ONCE`; otherwise as `Places.hold`
   */
  async byParticipant(order: { id: string; buyerId: string }, cohortId: string): Promise<void> {
    const { open, places, clock } = this.#parts
    const before = await places.ofOrder(order.id)
    const changes = (chosen: CohortOfOrder | null): boolean => {
      if (chosen?.place !== 'taken') throw noPlace()
      if (chosen.cohortId === cohortId) return false
      if (chosen.cohortId !== before?.cohortId)
        throw participantsChanged(
          'Not changed: your cohort has changed meanwhile. Please load this page again.',
        )
      if (chosen.startsOn <= dayIn(chosen.timeZone, clock.now()))
        throw new AppError(
          'conflict',
          'COHORT_BEGUN',
          'Your cohort has begun. Please write to us to change it.',
        )
      return true
    }
    if (!changes(before)) return
    await open.assertOpen(cohortId)
    await this.#change(order, cohortId, changes, async (sql) => {
      if (!(await markChanged(sql, order.id, clock.now())))
        throw new AppError(
          'conflict',
          'COHORT_CHANGED_ONCE',
          'You have changed your cohort once already. Please write to us to change it again.',
        )
    })
  }

  /**
   * A change by staff, at any time, into any cohort that is not over, but into a private one only with a seat of its organization; also for a paid order without a place. The participant
   * gets a mail and may still change once. A repeated call has no effect.
   * @throws AppError not-found `PARTICIPATION_NOT_FOUND`; conflict `PARTICIPANTS_CHANGED`, `REFUND_ASKED`, `NO_PLACE_TO_CHANGE`, `COHORT_NOT_OPEN`,
   *   `COHORT_FULL`
   */
  async byStaff(
    { orderId, from, to, reason, endsRefundRequest }: StaffChange,
    by: StaffActor,
  ): Promise<void> {
    const { open, places, participants, seats, audit, jobs, clock } = this.#parts
    const participant = await participants.ofOrder(orderId)
    const changes = (chosen: CohortOfOrder | null): boolean => {
      if (participant === null || chosen === null)
        throw new AppError('not-found', 'PARTICIPATION_NOT_FOUND', 'This order never chose a cohort.')
      if (chosen.cohortId === to && chosen.place === 'taken') return false
      if (chosen.cohortId !== from)
        throw participantsChanged(
          'Not changed: this participant is in another cohort by now. Please look at the roster again.',
        )
      if (chosen.refundAsked && !endsRefundRequest)
        throw new AppError(
          'conflict',
          'REFUND_ASKED',
          'Not changed: this participant has asked for the money back meanwhile. Please look at the roster again.',
        )
      return true
    }
    if (!changes(await places.ofOrder(orderId)) || participant === null) return
    const [seat] = await seats.ofIds([orderId])
    const organizationId = seat?.organizationId ?? null
    const { startsOn } = await open.assertOpen(to, { begun: true, organizationId })
    await this.#change({ id: orderId, buyerId: participant.buyerId }, to, changes, async (sql, chosen) => {
      const mail = changedMail.request(
        { orderId, cohortId: to },
        { key: `${orderId}:${clock.now().toISOString()}` },
      )
      await jobs.enqueue(sql, mail)
      await audit.record(sql, {
        by: by.username,
        action: 'Moved a participant',
        subject: cohortSubject(chosen.startsOn),
        changes: [
          { path: `cohort of order ${orderId}`, before: chosen.startsOn, after: startsOn },
          ...(chosen.refundAsked
            ? [{ path: 'money back', before: 'asked for', after: 'not asked for' }]
            : []),
          { path: 'reason', after: reason },
        ],
      })
    })
  }

  /**
   * @param changes whether there is anything to do; called with the order's place after it is locked
   * @param record runs in the transaction of the change
   */
  async #change(
    order: { id: string; buyerId: string },
    cohortId: string,
    changes: (chosen: CohortOfOrder | null) => boolean,
    record: (sql: Sql, chosen: CohortOfOrder) => Promise<void>,
  ): Promise<void> {
    const { database, places } = this.#parts
    await database
      .rawTransaction(async (sql) => {
        const chosen = await places.locked(sql, order.id)
        if (!changes(chosen) || chosen === null) return
        await places.seat(sql, order, cohortId)
        // `places.seat` has no effect for an order that is not paid.
        const place = await programTables(sql)
          .selectFrom('program_place')
          .select('placeNo')
          .where('orderId', '=', order.id)
          .where('cohortId', '=', cohortId)
          .where('takenAt', 'is not', null)
          .executeTakeFirst()
        if (place === undefined) throw noPlace()
        await record(sql, chosen)
      })
      .catch((error: unknown) => {
        throw places.refusalOf(error) ?? error
      })
  }
}

const participantsChanged = (message: string): AppError =>
  new AppError('conflict', 'PARTICIPANTS_CHANGED', message)
