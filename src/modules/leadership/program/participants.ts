import type { Database } from '#platform/database/database.ts'
import type { Sql } from '#platform/database/sql.ts'
import { AppError } from '#platform/kernel/error.ts'
import type { CohortPlan } from '../domain/cohort-plan.ts'
import type { CohortLinks } from '../domain/program-links.ts'
import { programTables } from './tables.ts'

/** A paid order that chose a cohort, and who is behind it. */
export interface Participant {
  orderId: string
  buyerId: string
  /** False after the place was given back, for want of one, and when the cohort is cancelled. */
  holdsPlace: boolean
  cohort: CohortPlan & { id: string; cancelled: boolean; links: CohortLinks; revision: number }
  calendarRound: number
}

/** Who takes part, as the participants' own pages read it. */
export class Participants {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /** Paid orders, or those that ended as well. The one whose cohort was chosen last comes first. */
  async ofBuyer(buyerId: string, which: 'paid' | 'any' = 'paid'): Promise<Participant[]> {
    const rows = await rowsOn(this.#database.sql)
      .where('e.buyer_id', '=', buyerId)
      .where('e.claim', 'in', which === 'paid' ? ['paid'] : ['open', 'under-way', 'paid', 'over'])
      .orderBy('e.chosen_at', 'desc')
      .execute()
    return rows.map(participantOf)
  }

  /** Whatever the order has become; null when it never chose a cohort. */
  async ofOrder(orderId: string): Promise<Participant | null> {
    const row = await rowsOn(this.#database.sql).where('e.order_id', '=', orderId).executeTakeFirst()
    return row === undefined ? null : participantOf(row)
  }

  /** @throws AppError not-found `PARTICIPATION_NOT_FOUND`: also for an order of somebody else. */
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

  /** The old address of the calendar ends. @returns the new round */
  async nextCalendarRound(orderId: string): Promise<number> {
    const { calendar_round } = await programTables(this.#database.sql)
      .insertInto('program_participation')
      .values({ order_id: orderId, calendar_round: 1 })
      .onConflict((already) =>
        already.column('order_id').doUpdateSet((eb) => ({
          calendar_round: eb('program_participation.calendar_round', '+', 1),
        })),
      )
      .returning('calendar_round')
      .executeTakeFirstOrThrow()
    return calendar_round
  }
}

const rowsOn = (sql: Sql) =>
  programTables(sql)
    .selectFrom('program_enrollment as e')
    .innerJoin('program_cohort as c', 'c.id', 'e.cohort_id')
    .leftJoin('program_place as p', (join) =>
      join.onRef('p.order_id', '=', 'e.order_id').onRef('p.cohort_id', '=', 'e.cohort_id'),
    )
    .leftJoin('program_participation as own', 'own.order_id', 'e.order_id')
    .select(['e.order_id', 'e.buyer_id', 'c.id', 'c.status', 'c.starts_on', 'c.time_zone', 'c.schedule'])
    .select(['c.links', 'c.revision', 'p.taken_at', 'own.calendar_round'])

type Row = Awaited<ReturnType<ReturnType<typeof rowsOn>['execute']>>[number]

const participantOf = (row: Row): Participant => ({
  orderId: row.order_id,
  buyerId: row.buyer_id,
  holdsPlace: row.taken_at !== null,
  cohort: {
    id: row.id,
    startsOn: row.starts_on,
    timeZone: row.time_zone,
    ...row.schedule,
    cancelled: row.status === 'cancelled',
    links: row.links,
    revision: row.revision,
  },
  calendarRound: row.calendar_round ?? 0,
})
