import type { AuditLog } from '#platform/audit/audit-log.ts'
import type { Database } from '#platform/database/database.ts'
import type { Sql } from '#platform/database/sql.ts'
import type { StaffActor } from '#platform/http/call.ts'
import type { Jobs } from '#platform/jobs/jobs.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import { AppError } from '#platform/kernel/error.ts'
import { dayIn } from '#platform/kernel/time-zone.ts'
import { cohortSubject } from './cohort-audit.ts'
import { cohortMail } from './cohort-mails.ts'
import { noPlace, type OrderPlaces } from './order-places.ts'
import { markChanged, type Participants } from './participants.ts'
import { programTables } from './tables.ts'

export interface StaffChange {
  orderId: string
  /** The cohort that the participant is in, as staff was shown. */
  from: string
  to: string
  /** Kept in the audit. */
  reason: string
}

export interface CohortChangeParts {
  database: Database
  places: OrderPlaces
  participants: Participants
  audit: AuditLog
  jobs: Jobs
  clock: Clock
}

/** Participants go to another cohort: the place there is taken and the own one freed in one transaction. */
export class CohortChanges {
  readonly #parts: CohortChangeParts

  constructor(parts: CohortChangeParts) {
    this.#parts = parts
  }

  /**
   * By the participant: once, before the own cohort has begun. The same cohort is no change.
   * @throws AppError conflict `NO_PLACE_TO_CHANGE`, `COHORT_BEGUN`, `COHORT_CHANGED_ONCE`; otherwise as `Places.hold`
   */
  async byParticipant(order: { id: string; buyerId: string }, cohortId: string): Promise<void> {
    const { places, clock } = this.#parts
    const chosen = await places.ofOrder(order.id)
    if (chosen?.place !== 'taken') throw noPlace()
    if (chosen.cohortId === cohortId) return
    if (chosen.startsOn <= dayIn(chosen.timeZone, clock.now()))
      throw new AppError(
        'conflict',
        'COHORT_BEGUN',
        'Your cohort has begun. Please write to us to change it.',
      )
    await places.assertOpen(cohortId)
    await this.#change(order, cohortId, async (sql) => {
      if (!(await markChanged(sql, order.id, clock.now())))
        throw new AppError(
          'conflict',
          'COHORT_CHANGED_ONCE',
          'You have changed your cohort once already. Please write to us to change it again.',
        )
    })
  }

  /**
   * By staff, at any time, into any cohort that is not over; also a paid order that has no place. The participant is told by
   * mail, and may still change once. A repeat changes nothing.
   * @throws AppError not-found `PARTICIPATION_NOT_FOUND`; conflict `PARTICIPANTS_CHANGED`, `COHORT_NOT_OPEN`, `COHORT_FULL`
   */
  async byStaff({ orderId, from, to, reason }: StaffChange, by: StaffActor): Promise<void> {
    const { places, participants, audit, jobs, clock } = this.#parts
    const now = clock.now()
    const participant = await participants.ofOrder(orderId)
    const chosen = await places.ofOrder(orderId)
    if (participant === null || chosen === null)
      throw new AppError('not-found', 'PARTICIPATION_NOT_FOUND', 'This order never chose a cohort.')
    if (chosen.cohortId === to && chosen.place === 'taken') return
    if (chosen.cohortId !== from)
      throw new AppError(
        'conflict',
        'PARTICIPANTS_CHANGED',
        'Not changed: this participant is in another cohort by now. Please look at the roster again.',
      )
    const { startsOn } = await places.assertOpen(to, { begun: true })
    await this.#change({ id: orderId, buyerId: participant.buyerId }, to, async (sql) => {
      const told = cohortMail.request(
        { kind: 'changed', orderId, cohortId: to },
        { key: `changed:${orderId}:${to}:${now.toISOString()}` },
      )
      await jobs.enqueue(sql, told)
      await audit.record(sql, {
        by: by.username,
        action: 'Moved a participant',
        subject: cohortSubject(chosen.startsOn),
        changes: [
          { path: `cohort of order ${orderId}`, before: chosen.startsOn, after: startsOn },
          { path: 'reason', after: reason },
        ],
      })
    })
  }

  /** The places first: their functions take the lock of the log's head, which every change of a cohort takes before others. */
  async #change(
    order: { id: string; buyerId: string },
    cohortId: string,
    beside: (sql: Sql) => Promise<void>,
  ): Promise<void> {
    const { database, places } = this.#parts
    await database
      .rawTransaction(async (sql) => {
        await places.seat(sql, order, cohortId)
        // The order may have ended since it was read: then nothing was chosen.
        const place = await programTables(sql)
          .selectFrom('program_place')
          .select('place_no')
          .where('order_id', '=', order.id)
          .where('cohort_id', '=', cohortId)
          .executeTakeFirst()
        if (place === undefined) throw noPlace()
        await beside(sql)
      })
      .catch((error: unknown) => {
        throw places.refusalOf(error) ?? error
      })
  }
}
