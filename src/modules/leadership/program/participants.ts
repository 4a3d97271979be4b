import type { Database } from '#platform/database/database.ts'
import type { Sql } from '#platform/database/sql.ts'
import { AppError } from '#platform/kernel/error.ts'
import type { CohortPlan } from '../domain/cohort-plan.ts'
import type { CohortLinks } from '../domain/program-links.ts'
import { programTables } from './tables.ts'

/** A paid order with a cohort, and its buyer. */
export interface Participant {
  orderId: string
  buyerId: string
  /** False if no place was left, after the place was released, and if the cohort is cancelled. */
  holdsPlace: boolean
  cohort: CohortPlan & { id: string; cancelled: boolean; links: CohortLinks; revision: number }
  calendarRound: number
  showsName: boolean
  cohortChanged: boolean
}

/** Reads participants, for the participants' pages. */
export class Participants {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /** A buyer's paid orders, or all with `any`. The latest choice of a cohort comes first. */
  async ofBuyer(buyerId: string, which: 'paid' | 'any' = 'paid'): Promise<Participant[]> {
    const rows = await rowsOn(this.#database.sql)
      .where('e.buyer_id', '=', buyerId)
      .where('e.claim', 'in', which === 'paid' ? ['paid'] : ['open', 'under-way', 'paid', 'over'])
      .orderBy('e.chosen_at', 'desc')
      .execute()
    return rows.map(participantOf)
  }

  /** Also for an order that has ended; null for an order that never chose a cohort. */
  async ofOrder(orderId: string): Promise<Participant | null> {
    const row = await rowsOn(this.#database.sql).where('e.order_id', '=', orderId).executeTakeFirst()
    return row === undefined ? null : participantOf(row)
  }

  /** As `ofOrder`, for several orders; those that never chose a cohort are absent. */
  async ofOrders(orderIds: readonly string[]): Promise<Participant[]> {
    const rows = await rowsOn(this.#database.sql).where('e.order_id', 'in', orderIds).execute()
    return rows.map(participantOf)
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
  async showName(orderId: string, shows_name: boolean): Promise<void> {
    await programTables(this.#database.sql)
      .insertInto('program_participation')
      .values({ order_id: orderId, shows_name })
      .onConflict((already) => already.column('order_id').doUpdateSet({ shows_name }))
      .execute()
  }

  /** The buyers with a place in a cohort who agreed to be named there. */
  async named(cohortId: string): Promise<string[]> {
    const rows = await rowsOn(this.#database.sql)
      .where('e.cohort_id', '=', cohortId)
      .where('p.taken_at', 'is not', null)
      .where('own.shows_name', '=', true)
      .execute()
    return rows.map(({ buyer_id }) => buyer_id)
  }

  /** Invalidates the calendar's address. @returns the new round */
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

/** Records the change. @returns false if the participant has changed the cohort before */
export async function markChanged(sql: Sql, orderId: string, at: Date): Promise<boolean> {
  const marked = await programTables(sql)
    .insertInto('program_participation')
    .values({ order_id: orderId, cohort_changed_at: at })
    .onConflict((already) =>
      already
        .column('order_id')
        .doUpdateSet({ cohort_changed_at: at })
        .where('program_participation.cohort_changed_at', 'is', null),
    )
    .returning('order_id')
    .execute()
  return marked.length > 0
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
    .select([
      'c.links',
      'c.revision',
      'p.taken_at',
      'own.calendar_round',
      'own.shows_name',
      'own.cohort_changed_at',
    ])

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
  showsName: row.shows_name ?? false,
  cohortChanged: row.cohort_changed_at !== null,
})
