import type { Database } from '#platform/database/database.ts'
import type { Sql } from '#platform/database/sql.ts'
import { AppError } from '#platform/kernel/error.ts'
import type { CohortPlan } from './domain/cohort-plan.ts'
import type { CohortLinks } from './domain/program-links.ts'
import type { ProgramWeek } from './domain/program-weeks.ts'
import { reportConsentVersion } from './domain/report-consent.ts'
import type { Syllabus } from './syllabus.ts'
import { programTables } from './tables.ts'

/** A paid order with a cohort, and its buyer. */
export interface Participant {
  orderId: string
  buyerId: string
  /** False if no place was left, after the place was released, and if the cohort is cancelled. */
  holdsPlace: boolean
  cohort: CohortPlan & {
    id: string
    cancelled: boolean
    links: CohortLinks
    /** All weeks, from the first, and the final account. */
    weeks: ProgramWeek[]
    coach: string
    revision: number
  }
  calendarRound: number
  showsName: boolean
  /** The version of the text by which the organization of a seat sees the progress; '' declined, null never asked. */
  reportConsent: string | null
  /** The number of the peer group. */
  group: number | null
  cohortChanged: boolean
}

/** Reads participants, for the participants' pages. */
export class Participants {
  readonly #database: Database
  readonly #syllabus: Syllabus

  constructor(database: Database, syllabus: Syllabus) {
    this.#database = database
    this.#syllabus = syllabus
  }

  /** A buyer's paid orders, or all with `any`. The latest choice of a cohort comes first. */
  async ofBuyer(buyerId: string, which: 'paid' | 'any' = 'paid'): Promise<Participant[]> {
    const rows = await rowsOn(this.#database.sql)
      .where('e.buyerId', '=', buyerId)
      .where('e.claim', 'in', which === 'paid' ? ['paid'] : ['open', 'under-way', 'paid', 'over'])
      .orderBy('e.chosenAt', 'desc')
      .execute()
    return rows.map((row) => this.#participantOf(row))
  }

  /** Also for an order that has ended; null for an order that never chose a cohort. */
  async ofOrder(orderId: string): Promise<Participant | null> {
    const row = await rowsOn(this.#database.sql).where('e.orderId', '=', orderId).executeTakeFirst()
    return row === undefined ? null : this.#participantOf(row)
  }

  /** As `ofOrder`, for several orders; those that never chose a cohort are absent. */
  async ofOrders(orderIds: readonly string[]): Promise<Participant[]> {
    const rows = await rowsOn(this.#database.sql).where('e.orderId', 'in', orderIds).execute()
    return rows.map((row) => this.#participantOf(row))
  }

  /** @throws AppError not-found `PARTICIPATION_NOT_FOUND`, also for another buyer's order */
  async own(buyerId: string, orderId: string): Promise<Participant> {
    const found = (await this.ofBuyer(buyerId)).find((each) => each.orderId === orderId)
    if (found === undefined)
      throw new AppError(
        'not-found',
        'PARTICIPATION_NOT_FOUND',
        'You have no place in a cohort with this order.',
      )
    return found
  }

  /** Sets whether the people of the cohort may see the first name. */
  async showName(orderId: string, showsName: boolean): Promise<void> {
    await programTables(this.#database.sql)
      .insertInto('program_participation')
      .values({ orderId, showsName })
      .onConflict((already) => already.column('orderId').doUpdateSet({ showsName }))
      .execute()
  }

  /** Records whether the organization of a seat may see the participant's progress. */
  async shareReport(seatId: string, isShared: boolean): Promise<void> {
    const reportConsent = isShared ? reportConsentVersion : ''
    await programTables(this.#database.sql)
      .insertInto('program_participation')
      .values({ orderId: seatId, reportConsent })
      .onConflict((already) => already.column('orderId').doUpdateSet({ reportConsent }))
      .execute()
  }

  /** What the participants of these seats agreed to, by the ids of the seats. */
  async reportConsents(seatIds: readonly string[]): Promise<Map<string, string | null>> {
    if (seatIds.length === 0) return new Map()
    const rows = await programTables(this.#database.sql)
      .selectFrom('program_participation')
      .select(['orderId', 'reportConsent'])
      .where('orderId', 'in', seatIds)
      .execute()
    return new Map(rows.map(({ orderId, reportConsent }) => [orderId, reportConsent]))
  }

  /** The buyers with a place in a cohort who agreed to be named there, with their peer groups. */
  async named(cohortId: string): Promise<{ buyerId: string; group: number | null }[]> {
    const rows = await rowsOn(this.#database.sql)
      .where('e.cohortId', '=', cohortId)
      .where('p.takenAt', 'is not', null)
      .where('own.showsName', '=', true)
      .execute()
    return rows.map(({ buyerId, groupNo }) => ({ buyerId, group: groupNo }))
  }

  /** Invalidates the calendar's address. @returns the new round */
  async nextCalendarRound(orderId: string): Promise<number> {
    const { calendarRound } = await programTables(this.#database.sql)
      .insertInto('program_participation')
      .values({ orderId, calendarRound: 1 })
      .onConflict((already) =>
        already.column('orderId').doUpdateSet((eb) => ({
          calendarRound: eb('program_participation.calendarRound', '+', 1),
        })),
      )
      .returning('calendarRound')
      .executeTakeFirstOrThrow()
    return calendarRound
  }

  #participantOf(row: Row): Participant {
    return {
      orderId: row.orderId,
      buyerId: row.buyerId,
      holdsPlace: row.takenAt !== null,
      cohort: {
        id: row.id,
        startsOn: row.startsOn,
        timeZone: row.timeZone,
        ...row.schedule,
        cancelled: row.status === 'cancelled',
        links: row.links,
        weeks: this.#syllabus.of(row),
        coach: row.coach,
        revision: row.revision,
      },
      calendarRound: row.calendarRound ?? 0,
      showsName: row.showsName ?? false,
      reportConsent: row.reportConsent,
      group: row.groupNo,
      cohortChanged: row.cohortChangedAt !== null,
    }
  }
}

/** Records the change. @returns false if the participant has changed the cohort before */
export async function markChanged(sql: Sql, orderId: string, at: Date): Promise<boolean> {
  const marked = await programTables(sql)
    .insertInto('program_participation')
    .values({ orderId, cohortChangedAt: at })
    .onConflict((already) =>
      already
        .column('orderId')
        .doUpdateSet({ cohortChangedAt: at })
        .where('program_participation.cohortChangedAt', 'is', null),
    )
    .returning('orderId')
    .execute()
  return marked.length > 0
}

const rowsOn = (sql: Sql) =>
  programTables(sql)
    .selectFrom('program_enrollment as e')
    .innerJoin('program_cohort as c', 'c.id', 'e.cohortId')
    .leftJoin('program_place as p', (join) =>
      join.onRef('p.orderId', '=', 'e.orderId').onRef('p.cohortId', '=', 'e.cohortId'),
    )
    .leftJoin('program_participation as own', 'own.orderId', 'e.orderId')
    .select(['e.orderId', 'e.buyerId', 'c.id', 'c.status', 'c.startsOn', 'c.timeZone', 'c.schedule'])
    .select(['c.links', 'c.weeks', 'c.coach', 'c.revision', 'p.takenAt', 'p.groupNo'])
    .select(['own.calendarRound', 'own.showsName', 'own.reportConsent', 'own.cohortChangedAt'])

type Row = Awaited<ReturnType<ReturnType<typeof rowsOn>['execute']>>[number]
