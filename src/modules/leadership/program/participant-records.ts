import type { Database } from '#platform/database/database.ts'
import { writeOf } from '#platform/event-log/writes.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import { AppError } from '#platform/kernel/error.ts'
import { dayIn } from '#platform/kernel/time-zone.ts'
import type { Outcome } from '../domain/cohort-record.ts'
import { answer, bookCoaching, handIn, recordAttendance } from '../domain/record-decisions.ts'
import type { Author, Cohorts } from './cohorts.ts'
import type { Participant } from './participants.ts'
import { programTables } from './tables.ts'

/** What a participant hands in; one of text and link may be empty. */
export interface Submission {
  assignment: number
  /** Chosen by the caller: a repeat changes nothing. */
  submissionId: string
  text: string
  link: string
}

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

  /** @throws as `recordAttendance` */
  async attendance(
    cohortId: string,
    week: number,
    who: { attended: readonly string[]; withdrawn: readonly string[] },
    author: Author,
  ): Promise<void> {
    await this.#cohorts.change(cohortId, author, (cohort) => recordAttendance(cohort, week, who))
  }

  /** @throws as `handIn` */
  async handIn({ orderId, cohort }: Participant, given: Submission, author: Author): Promise<void> {
    const { assignment, submissionId, text, link } = given
    const today = dayIn(cohort.timeZone, this.#clock.now())
    await this.#cohorts.change(
      cohort.id,
      author,
      (now) => handIn(now, { orderId, assignment, submissionId }, today),
      [this.#beside(submissionId, { text, link, words: null })],
    )
  }

  /** @throws AppError not-found `ASSIGNMENT_NOT_FOUND`; otherwise as `answer` */
  async answer(submissionId: string, outcome: Outcome, words: string, author: Author): Promise<void> {
    const row = await programTables(this.#database.sql)
      .selectFrom('program_assignment')
      .select(['cohort_id', 'order_id', 'number'])
      .where('submission_id', '=', submissionId)
      .executeTakeFirst()
    if (row === undefined)
      throw new AppError('not-found', 'ASSIGNMENT_NOT_FOUND', 'There is no such assignment any more.')
    const given = { orderId: row.order_id, assignment: row.number, submissionId, outcome }
    await this.#cohorts.change(row.cohort_id, author, (cohort) => answer(cohort, given), [
      this.#beside(submissionId, { words }),
    ])
  }

  /** @throws as `bookCoaching` */
  async bookCoaching(
    cohortId: string,
    given: { orderId: string; session: number; at: string | null },
    author: Author,
  ): Promise<void> {
    await this.#cohorts.change(cohortId, author, (cohort) => bookCoaching(cohort, given))
  }

  #beside(submissionId: string, texts: { text?: string; link?: string; words: string | null }) {
    return writeOf(
      programTables().updateTable('program_assignment').set(texts).where('submission_id', '=', submissionId),
    )
  }
}
