import { sql } from 'kysely'
import type { OutputOf } from '#platform/contract/endpoint.ts'
import type { Database } from '#platform/database/database.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import { dayIn } from '#platform/kernel/time-zone.ts'
import { CohortDates, type CohortsOf } from '../index.ts'
import type { cohortRoster, StaffCohort } from './contract.ts'
import { lastDay } from './domain/cohort-plan.ts'
import { programTables } from './tables.ts'

/** The notification that staff has opened or changed a cohort. */
export const cohortsChanged = 'program_cohorts'

/** A cohort with its places. */
export type ListedCohort = Omit<StaffCohort, 'organization'>

/** Lists of cohorts, from the tables. */
export class CohortList extends CohortDates {
  readonly #database: Database
  readonly #clock: Clock

  constructor(database: Database, clock: Clock) {
    super()
    this.#database = database
    this.#clock = clock
  }

  override async onChange(listener: () => void): Promise<void> {
    await this.#database.listen(cohortsChanged, listener, async () => JSON.stringify(await this.upcoming()))
  }

  override async upcoming(of: CohortsOf = 'public'): Promise<ListedCohort[]> {
    const now = this.#clock.now()
    const isOf = ({ organizationId }: ListedCohort): boolean =>
      of === 'public' ? organizationId === null : organizationId === of.organizationId
    return (await this.all()).filter(
      (cohort) => cohort.status === 'open' && isOf(cohort) && cohort.startsOn >= dayIn(cohort.timeZone, now),
    )
  }

  /** Every cohort, by its first day. A place whose hold has ended counts as free, also before the job releases it. */
  async all(): Promise<ListedCohort[]> {
    const now = this.#clock.now()
    const rows = await programTables(this.#database.sql)
      .selectFrom('program_cohort as c')
      .innerJoin('program_place as p', 'p.cohortId', 'c.id')
      .select([
        'c.id',
        'c.status',
        'c.organizationId',
        'c.startsOn',
        'c.timeZone',
        'c.schedule',
        'c.capacity',
      ])
      .select((eb) => [
        sql<number>`count(*) filter (where p.taken_at is not null)`.as('taken'),
        sql<number>`count(*) filter (where p.order_id is not null and p.taken_at is null
          and (p.held_until is null or p.held_until > ${now}))`.as('held'),
        sql<number>`count(*) filter (where p.wait_id is not null)`.as('offered'),
        eb
          .selectFrom('program_wait as w')
          .select(({ fn }) => fn.countAll<number>().as('waiting'))
          .whereRef('w.cohortId', '=', 'c.id')
          .where('w.standing', '=', 'waiting')
          .as('waiting'),
        eb
          .selectFrom('program_enrollment as e')
          .select(({ fn }) => fn.countAll<number>().as('unplaced'))
          .whereRef('e.cohortId', '=', 'c.id')
          .where('e.unplacedAt', 'is not', null)
          .as('unplaced'),
      ])
      .groupBy('c.id')
      .orderBy('c.startsOn')
      .orderBy('c.id')
      .execute()
    return rows.map(({ schedule, taken, held, unplaced, waiting, offered, ...cohort }) => ({
      ...cohort,
      endsOn: lastDay(cohort.startsOn),
      ...schedule,
      taken: Number(taken),
      held: Number(held),
      // While the wait list has entries, no place is for sale.
      placesLeft: Number(waiting) > 0 ? 0 : cohort.capacity - Number(taken) - Number(held) - Number(offered),
      unplaced: Number(unplaced ?? 0),
      waiting: cohort.startsOn < dayIn(cohort.timeZone, now) ? 0 : Number(waiting),
      offered: Number(offered),
    }))
  }

  /** For each cohort that has groups and has not ended: its participants without one. Absent where there are none. */
  async ungrouped(): Promise<Map<string, number>> {
    const now = this.#clock.now()
    const rows = await programTables(this.#database.sql)
      .selectFrom('program_place as p')
      .innerJoin('program_enrollment as e', 'e.orderId', 'p.orderId')
      .innerJoin('program_cohort as c', 'c.id', 'p.cohortId')
      .select(({ fn }) => ['c.id', 'c.startsOn', 'c.timeZone', fn.countAll<number>().as('count')])
      .where('p.takenAt', 'is not', null)
      .where('p.groupNo', 'is', null)
      .where('e.buyerId', '<>', '')
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('program_place as other')
            .select('other.placeNo')
            .whereRef('other.cohortId', '=', 'c.id')
            .where('other.groupNo', 'is not', null),
        ),
      )
      .groupBy('c.id')
      .execute()
    const running = rows.filter(({ startsOn, timeZone }) => dayIn(timeZone, now) <= lastDay(startsOn))
    return new Map(running.map(({ id, count }) => [id, Number(count)]))
  }

  /** The places of peer groups that no participant has. */
  emptySeats(cohortId: string): Promise<{ place: number; group: number | null }[]> {
    return programTables(this.#database.sql)
      .selectFrom('program_place')
      .select(['placeNo as place', 'groupNo as group'])
      .where('cohortId', '=', cohortId)
      .where('groupNo', 'is not', null)
      .where('takenAt', 'is', null)
      .orderBy('placeNo')
      .execute()
  }

  /** The orders with a place in a cohort, or waiting for one; by number of the place, orders without a place last. */
  async orders(cohortId: string): Promise<RosterOrder[]> {
    const rows = await programTables(this.#database.sql)
      .selectFrom('program_enrollment as e')
      .leftJoin('program_place as p', (join) =>
        join.onRef('p.orderId', '=', 'e.orderId').onRef('p.cohortId', '=', 'e.cohortId'),
      )
      .select(['e.orderId', 'e.buyerId', 'e.chosenAt', 'e.unplacedAt', 'e.refundAskedAt', 'p.placeNo'])
      .select(['p.takenAt', 'p.heldUntil', 'p.groupNo'])
      .where('e.cohortId', '=', cohortId)
      .where(({ eb, or }) => or([eb('p.placeNo', 'is not', null), eb('e.unplacedAt', 'is not', null)]))
      .orderBy('p.placeNo')
      .orderBy('e.chosenAt')
      .execute()
    return rows.map((row) => ({
      orderId: row.orderId,
      buyerId: row.buyerId,
      chosenAt: row.chosenAt,
      place: row.placeNo,
      group: row.groupNo,
      standing: row.placeNo === null ? 'unplaced' : row.takenAt === null ? 'held' : 'taken',
      heldUntil: row.heldUntil,
      refundAsked: row.refundAskedAt !== null,
    }))
  }
}

/** Whether the order has a taken place and is not an unclaimed seat. */
export const hasParticipant = ({ standing, buyerId }: RosterOrder): boolean =>
  standing === 'taken' && buyerId !== ''

/** An order in the roster of a cohort. */
export type RosterOrder = Omit<OutputOf<typeof cohortRoster>['orders'][number], 'name' | 'email'> & {
  buyerId: string
}
