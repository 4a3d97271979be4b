import type { Database } from '#platform/database/database.ts'
import type { Sql } from '#platform/database/sql.ts'
import type { HandedIn } from '../domain/cohort-record.ts'
import { programTables } from './tables.ts'

/** An assignment with its texts, which are null after the person was erased. */
export interface Assignment extends HandedIn {
  orderId: string
  cohortId: string
  number: number
  handedInAt: Date
  answeredAt: Date | null
  text: string | null
  link: string | null
  words: string | null
}

export interface OwnRecord {
  weeksAttended: number[]
  assignments: Assignment[]
  /** Times by the number of the private session. */
  coaching: Map<number, Date>
}

/** A private session that has a time. */
export interface Booking {
  session: number
  at: Date
  /** Of two bookings of one session, the later one is valid. */
  bookedAt: Date
}

/** Reads the records of participants from the tables. */
export class RecordLists {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /** The records of these orders; orders without any are absent. Attendance and coaching are those of one cohort. */
  async of(cohortId: string, orderIds: readonly string[]): Promise<Map<string, OwnRecord>> {
    const found = new Map<string, OwnRecord>()
    if (orderIds.length === 0) return found
    const recordFor = (orderId: string): OwnRecord => {
      const record = found.get(orderId) ?? { weeksAttended: [], assignments: [], coaching: new Map() }
      found.set(orderId, record)
      return record
    }
    const tables = programTables(this.#database.sql)
    const attendance = await tables
      .selectFrom('program_attendance')
      .select(['order_id', 'week'])
      .where('cohort_id', '=', cohortId)
      .where('order_id', 'in', orderIds)
      .orderBy('week')
      .execute()
    for (const { order_id, week } of attendance) recordFor(order_id).weeksAttended.push(week)
    const coaching = await tables
      .selectFrom('program_coaching')
      .select(['order_id', 'session', 'at'])
      .where('cohort_id', '=', cohortId)
      .where('order_id', 'in', orderIds)
      .execute()
    for (const { order_id, session, at } of coaching) recordFor(order_id).coaching.set(session, at)
    const assignments = await assignmentRows(this.#database.sql)
      .where('order_id', 'in', orderIds)
      .orderBy('number')
      .execute()
    for (const row of assignments) recordFor(row.order_id).assignments.push(assignmentOf(row))
    return found
  }

  /** The private sessions of one order in one cohort that have a time. */
  async bookings(cohortId: string, orderId: string): Promise<Booking[]> {
    const rows = await programTables(this.#database.sql)
      .selectFrom('program_coaching')
      .select(['session', 'at', 'booked_at'])
      .where('cohort_id', '=', cohortId)
      .where('order_id', '=', orderId)
      .orderBy('session')
      .execute()
    return rows.map(({ session, at, booked_at }) => ({ session, at, bookedAt: booked_at }))
  }

  /**
   * Assignments of paid orders that wait for an answer, the oldest first. Those of erased persons are excluded.
   */
  async waiting(): Promise<(Assignment & { buyerId: string })[]> {
    const rows = await assignmentRows(this.#database.sql)
      .innerJoin('program_enrollment as e', 'e.order_id', 'a.order_id')
      .select('e.buyer_id')
      .where('e.claim', '=', 'paid')
      .where('a.state', '=', 'waiting')
      .where('a.text', 'is not', null)
      .orderBy('a.handed_in_at')
      .limit(200)
      .execute()
    return rows.map((row) => ({ ...assignmentOf(row), buyerId: row.buyer_id }))
  }
}

const assignmentRows = (sql: Sql) =>
  programTables(sql)
    .selectFrom('program_assignment as a')
    .select(['a.order_id', 'a.cohort_id', 'a.number', 'a.submission_id', 'a.state', 'a.handed_in_at'])
    .select(['a.answered_at', 'a.text', 'a.link', 'a.words'])

type Row = Awaited<ReturnType<ReturnType<typeof assignmentRows>['execute']>>[number]

const assignmentOf = (row: Row): Assignment => ({
  orderId: row.order_id,
  cohortId: row.cohort_id,
  number: row.number,
  submissionId: row.submission_id,
  state: row.state,
  handedInAt: row.handed_in_at,
  answeredAt: row.answered_at,
  text: row.text,
  link: row.link,
  words: row.words,
})
