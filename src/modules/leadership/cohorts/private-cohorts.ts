import type { Database } from '#platform/database/database.ts'
import { runWrites } from '#platform/event-log/writes.ts'
import type { StaffActor } from '#platform/http/call.ts'
import { AppError } from '#platform/kernel/error.ts'
import { PrivateCohorts, type RequestedCohort } from '../index.ts'
import type { CohortList } from './cohort-list.ts'
import type { Cohorts } from './cohorts.ts'
import type { OrderSeats } from './seats/order-seats.ts'

/**
 * Opens private cohorts with the lab times and coaching weeks of the public cohort that starts last. The seats of an order with
 * the id of the cohort, which are those of an accepted quote, get their places with it.
 */
export class UsualPrivateCohorts extends PrivateCohorts {
  readonly #cohorts: Cohorts
  readonly #list: CohortList
  readonly #seats: OrderSeats
  readonly #database: Database

  constructor(cohorts: Cohorts, list: CohortList, seats: OrderSeats, database: Database) {
    super()
    this.#cohorts = cohorts
    this.#list = list
    this.#seats = seats
    this.#database = database
  }

  override async open(
    { id, organizationId, startsOn, capacity }: RequestedCohort,
    author: { actor: StaffActor; requestId: string },
  ): Promise<void> {
    const all = await this.#list.all()
    const usual = all.findLast((cohort) => cohort.organizationId === null && cohort.status === 'open')
    if (usual === undefined)
      throw new AppError(
        'conflict',
        'COHORT_TIMES_UNKNOWN',
        'There is no public cohort whose lab times this one could have. Open one first, under Cohorts.',
      )
    const { timeZone, labs, coachingWeeks } = usual
    const plan = { startsOn, timeZone, labs, coachingWeeks }
    if (all.every((cohort) => cohort.id !== id))
      await this.#cohorts.open(id, { plan, capacity, organizationId }, author)
    await runWrites(this.#database.sql, [this.#seats.choose(id, id)])
  }

  override async opened(ids: readonly string[]): Promise<Set<string>> {
    const all = new Set((await this.#list.all()).map(({ id }) => id))
    return new Set(ids.filter((id) => all.has(id)))
  }
}
