import type { InputOf } from '#platform/contract/endpoint.ts'
import type { Database } from '#platform/database/database.ts'
import { violates } from '#platform/database/failures.ts'
import { writeOf } from '#platform/event-log/writes.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import { AppError } from '#platform/kernel/error.ts'
import { dayIn } from '#platform/kernel/time-zone.ts'
import type { Author, Cohorts } from './cohorts.ts'
import type { handInAssignment } from './contract-records.ts'
import type { AssignmentOutcome } from './domain/cohort-record.ts'
import {
  answer,
  assignmentAccepted,
  bookCoaching,
  handIn,
  type LabAttendance,
  recordAttendance,
} from './domain/record-decisions.ts'
import type { Participant } from './participants.ts'
import { programTables } from './tables.ts'

/** A participant's submission; one of text and link may be empty. */
export type Submission = InputOf<typeof handInAssignment>['body'] & { assignment: number }

/** Attendance, assignments and coaching, as participants and coaches record them. */
export class ParticipantRecords {
  readonly #cohorts: Cohorts
  readonly #database: Database
  readonly #clock: Clock

  constructor(cohorts: Cohorts, database: Database, clock: Clock) {
    this.#cohorts = cohorts
    this.#database = database
    this.#clock = clock
  }

  /** @returns whether anything changed. @throws as `recordAttendance` */
  async attendance(cohortId: string, attendance: LabAttendance, author: Author): Promise<boolean> {
    return this.#cohorts.change(cohortId, author, (cohort) =>
      recordAttendance(cohort, attendance, dayIn(cohort.plan?.timeZone ?? 'UTC', this.#clock.now())),
    )
  }

  /** @throws as `handIn`; `ASSIGNMENT_ACCEPTED` also for work that was accepted in an earlier cohort; `SUBMISSION_EXISTS` */
  async handIn({ orderId, cohort }: Participant, submission: Submission, author: Author): Promise<void> {
    const { assignment, submissionId, text, link } = submission
    const today = dayIn(cohort.timeZone, this.#clock.now())
    const texts = { text, link, words: null }
    await this.#cohorts
      .change(
        cohort.id,
        author,
        (current) => handIn(current, { orderId, assignment, submissionId }, today),
        () => ({
          writes: [writeOf(rowOf(submissionId).set(texts))],
        }),
      )
      .catch((error: unknown) => {
        if (violates(error, 'program_assignment', 'program_assignment_state_check'))
          throw assignmentAccepted()
        if (violates(error, 'program_assignment', 'program_assignment_submission_id_key'))
          throw new AppError(
            'conflict',
            'SUBMISSION_EXISTS',
            'Another assignment was handed in under this id. Please load the page and hand it in again.',
          )
        throw error
      })
  }

  /**
   * A repeated call with the same outcome and words has no effect.
   * @throws AppError not-found `ASSIGNMENT_NOT_FOUND`, also when the person was erased; otherwise as `answer`
   */
  async answer(
    submissionId: string,
    outcome: AssignmentOutcome,
    words: string,
    author: Author,
  ): Promise<void> {
    const row = await this.#stored(submissionId)
    const answered = { orderId: row.orderId, assignment: row.number, submissionId, outcome }
    try {
      await this.#cohorts.change(
        row.cohortId,
        author,
        (cohort) => answer(cohort, answered),
        () => ({
          writes: [writeOf(rowOf(submissionId).set({ words }).where('text', 'is not', null))],
        }),
      )
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'ASSIGNMENT_ANSWERED') throw error
      const stored = await this.#stored(submissionId)
      if (stored.state !== outcome || stored.words !== words) throw error
    }
  }

  /** @throws AppError not-found `ASSIGNMENT_NOT_FOUND` */
  async #stored(submissionId: string) {
    const row = await programTables(this.#database.sql)
      .selectFrom('program_assignment')
      .select(['cohortId', 'orderId', 'number', 'state', 'words'])
      .where('submissionId', '=', submissionId)
      .where('text', 'is not', null)
      .executeTakeFirst()
    if (row === undefined)
      throw new AppError('not-found', 'ASSIGNMENT_NOT_FOUND', 'There is no such assignment any more.')
    return row
  }

  /** @throws as `bookCoaching` */
  async bookCoaching(
    cohortId: string,
    booking: { orderId: string; session: number; at: string | null },
    author: Author,
  ): Promise<boolean> {
    const { orderId, session, at } = booking
    const stored = await programTables(this.#database.sql)
      .selectFrom('program_coaching')
      .select(['cohortId', 'at'])
      .where('orderId', '=', orderId)
      .where('session', '=', session)
      .executeTakeFirst()
    const isCurrent = at === null || (stored?.cohortId === cohortId && stored.at.getTime() === Date.parse(at))
    return this.#cohorts.change(cohortId, author, (cohort) => bookCoaching(cohort, booking, isCurrent))
  }
}

const rowOf = (submissionId: string) =>
  programTables().updateTable('program_assignment').where('submissionId', '=', submissionId)
