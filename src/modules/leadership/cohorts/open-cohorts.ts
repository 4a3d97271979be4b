import type { Database } from '#platform/database/database.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import { AppError } from '#platform/kernel/error.ts'
import { dayIn } from '#platform/kernel/time-zone.ts'
import { isUuid } from '#platform/kernel/uuid.ts'
import { lastDay } from './domain/cohort-plan.ts'
import { programTables } from './tables.ts'
import type { WaitLinks } from './wait-links.ts'

export const cohortFull = (): AppError =>
  new AppError(
    'conflict',
    'COHORT_FULL',
    'The last place in this cohort has just gone. Please choose another date.',
  )

const tooFewPlaces = (left: number): AppError =>
  new AppError(
    'conflict',
    'COHORT_FULL',
    `Only ${left} places are left in this cohort. Please choose another date, or fewer seats.`,
    { extra: { placesLeft: left } },
  )

/** Checks whether a cohort can be booked now. The transaction that stores an order decides about the last place. */
export class OpenCohorts {
  readonly #database: Database
  readonly #clock: Clock
  readonly #links: WaitLinks

  constructor(database: Database, clock: Clock, links: WaitLinks) {
    this.#database = database
    this.#clock = clock
    this.#links = links
  }

  /** The entry of the wait list that an offer's token names, if the offer is still valid; otherwise null. */
  async offeredTo(cohortId: string, offer: string | null): Promise<string | null> {
    const waitId = offer === null ? null : this.#links.waitOf(offer)
    if (waitId === null || !isUuid(cohortId)) return null
    const kept = await programTables(this.#database.sql)
      .selectFrom('program_wait')
      .select('id')
      .where('id', '=', waitId)
      .where('cohortId', '=', cohortId)
      .where('standing', '=', 'offered')
      .where('offeredUntil', '>', this.#clock.now())
      .executeTakeFirst()
    return kept?.id ?? null
  }

  /**
   * @param options `begun`: also accepts a cohort that has begun and is not over. `offered`: needs no free place.
   *   `places`: the number of free places needed. `organizationId`: also accepts the private cohorts of this organization
   * @throws AppError conflict `COHORT_NOT_OPEN`, `COHORT_FULL`
   */
  async assertOpen(
    cohortId: string,
    {
      begun = false,
      offered = false,
      places = 1,
      organizationId = null,
    }: { begun?: boolean; offered?: boolean; places?: number; organizationId?: string | null } = {},
  ): Promise<{ startsOn: string }> {
    const now = this.#clock.now()
    const cohort = isUuid(cohortId)
      ? await programTables(this.#database.sql)
          .selectFrom('program_cohort')
          .select(['startsOn', 'timeZone'])
          .where('id', '=', cohortId)
          .where('status', '=', 'open')
          .where(({ eb, or }) =>
            or([eb('organizationId', 'is', null), eb('organizationId', '=', organizationId)]),
          )
          .executeTakeFirst()
      : undefined
    const closes = (startsOn: string): string => (begun ? lastDay(startsOn) : startsOn)
    if (cohort === undefined || closes(cohort.startsOn) < dayIn(cohort.timeZone, now)) {
      throw new AppError(
        'conflict',
        'COHORT_NOT_OPEN',
        'This date cannot be booked any more. Please choose another one.',
      )
    }
    const startsOn = cohort.startsOn
    if (offered) return { startsOn }
    const free = await programTables(this.#database.sql)
      .selectFrom('program_place')
      .select('placeNo')
      .where('cohortId', '=', cohortId)
      .where('waitId', 'is', null)
      .where(({ eb, or }) => or([eb('orderId', 'is', null), eb('heldUntil', '<=', now)]))
      .limit(places)
      .execute()
    if (free.length < places) throw places === 1 ? cohortFull() : tooFewPlaces(free.length)
    return { startsOn }
  }
}
