import type { Database } from '#platform/database/database.ts'
import type { Sql } from '#platform/database/sql.ts'
import { type AttendedLab, type HandedIn, weeksOf } from './domain/cohort-record.ts'
import type { CohortLinks } from './domain/program-links.ts'
import type { ProgramWeeks } from './domain/program-weeks.ts'
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
  labs: AttendedLab[]
  weeksAttended: number[]
  assignments: Assignment[]
  /** Times by the number of the private session. */
  coaching: Map<number, Date>
}

/** What an organization may see of a record: weeks with a lab attended, and assignments that were accepted. */
export const progressOf = (record: OwnRecord | undefined) => ({
  labsAttended: record?.weeksAttended.length ?? 0,
  assignmentsAccepted: record?.assignments.filter(({ state }) => state === 'accepted').length ?? 0,
})

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
      const record = found.get(orderId) ?? {
        labs: [],
        weeksAttended: [],
        assignments: [],
        coaching: new Map(),
      }
      found.set(orderId, record)
      return record
    }
    const tables = programTables(this.#database.sql)
    const attendance = await attendedLabs(this.#database.sql)
      .where('cohortId', '=', cohortId)
      .where('orderId', 'in', orderIds)
      .execute()
    for (const { orderId, ...lab } of attendance) recordFor(orderId).labs.push(lab)
    for (const record of found.values()) record.weeksAttended = weeksOf(record.labs)
    const coaching = await tables
      .selectFrom('program_coaching')
      .select(['orderId', 'session', 'at'])
      .where('cohortId', '=', cohortId)
      .where('orderId', 'in', orderIds)
      .execute()
    for (const { orderId, session, at } of coaching) recordFor(orderId).coaching.set(session, at)
    const assignments = await assignmentRows(this.#database.sql)
      .where('orderId', 'in', orderIds)
      .orderBy('number')
      .execute()
    for (const row of assignments) recordFor(row.orderId).assignments.push(row)
    return found
  }

  /** The records of seats, each in the cohort where it is; seats without a date or a record are absent. */
  async ofSeats(
    seats: readonly { id: string; cohort: { id: string } | null }[],
  ): Promise<Map<string, OwnRecord>> {
    const byCohort = Map.groupBy(seats, ({ cohort }) => cohort?.id)
    const found = await Promise.all(
      [...byCohort].map(async ([cohortId, members]) =>
        cohortId === undefined
          ? []
          : await this.of(
              cohortId,
              members.map(({ id }) => id),
            ),
      ),
    )
    return new Map(found.flatMap((each) => [...each]))
  }

  /** The labs, each with the weeks of its cohort, and the private sessions of one order in all cohorts it was in. */
  async ofAllCohorts(orderId: string) {
    const labs = await attendedLabs(this.#database.sql)
      .innerJoin('program_cohort as c', 'c.id', 'cohortId')
      .select(['c.weeks', 'c.links'])
      .where('orderId', '=', orderId)
      .execute()
    const coaching = await programTables(this.#database.sql)
      .selectFrom('program_coaching')
      .select(['session', 'at'])
      .where('orderId', '=', orderId)
      .orderBy('session')
      .execute()
    return { labs, coaching }
  }

  /** The private sessions of one order in one cohort that have a time. */
  bookings(cohortId: string, orderId: string): Promise<Booking[]> {
    return programTables(this.#database.sql)
      .selectFrom('program_coaching')
      .select(['session', 'at', 'bookedAt'])
      .where('cohortId', '=', cohortId)
      .where('orderId', '=', orderId)
      .orderBy('session')
      .execute()
  }

  /**
   * Assignments of paid orders that wait for an answer, the oldest first. Those of erased persons are excluded.
   */
  waiting(): Promise<(Assignment & { buyerId: string; weeks: ProgramWeeks; links: CohortLinks })[]> {
    return this.#waiting()
      .innerJoin('program_cohort as c', 'c.id', 'a.cohortId')
      .select(['e.buyerId', 'c.weeks', 'c.links'])
      .orderBy('a.handedInAt')
      .limit(200)
      .execute()
  }

  /** How many there are of `waiting`, without its limit. */
  async countWaiting(): Promise<number> {
    const { count } = await programTables(this.#database.sql)
      .selectFrom(this.#waiting().as('waiting'))
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return count
  }

  #waiting() {
    return assignmentRows(this.#database.sql)
      .innerJoin('program_enrollment as e', 'e.orderId', 'a.orderId')
      .where('e.claim', '=', 'paid')
      .where('a.state', '=', 'waiting')
      .where('a.text', 'is not', null)
  }
}

const attendedLabs = (sql: Sql) =>
  programTables(sql)
    .selectFrom('program_attendance')
    .select(['orderId', 'week', 'lab', 'heldOn as on', 'minutes'])
    .orderBy('week')
    .orderBy('lab')

const assignmentRows = (sql: Sql) =>
  programTables(sql)
    .selectFrom('program_assignment as a')
    .select(['a.orderId', 'a.cohortId', 'a.number', 'a.submissionId', 'a.state', 'a.handedInAt'])
    .select(['a.answeredAt', 'a.text', 'a.link', 'a.words'])
