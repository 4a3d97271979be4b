import type { Database } from '#platform/database/database.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import { AppError } from '#platform/kernel/error.ts'
import { dayIn } from '#platform/kernel/time-zone.ts'
import { isUuid } from '#platform/kernel/uuid.ts'
import { lastDay } from '../domain/cohort-plan.ts'
import { programTables } from './tables.ts'
import type { WaitLinks } from './wait-links.ts'

export const full = (): AppError =>
  new AppError(
    'conflict',
    'COHORT_FULL',
    'The last place in this cohort has just gone. Please choose another date.',
  )

const fewer = (left: number): AppError =>
  new AppError(
    'conflict',
    'COHORT_FULL',
    `Only ${left} places are left in this cohort. Please choose another date, or fewer seats.`,
    { extra: { placesLeft: left } },
  )

/** Whether a cohort can be booked at this moment. Who gets its last place is decided where the order is stored. */
export class OpenCohorts {
  readonly #database: Database
  readonly #clock: Clock
  readonly #links: WaitLinks

  constructor(database: Database, clock: Clock, links: WaitLinks) {
    this.#database = database
    this.#clock = clock
    this.#links = links
  }

  /** Who waited, when the place that was offered there is still kept. */
  async offeredTo(cohortId: string, offer: string | null): Promise<string | null> {
    const waitId = offer === null ? null : this.#links.waitOf(offer)
    if (waitId === null || !isUuid(cohortId)) return null
    const kept = await programTables(this.#database.sql)
      .selectFrom('program_wait')
      .select('id')
      .where('id', '=', waitId)
      .where('cohort_id', '=', cohortId)
      .where('standing', '=', 'offered')
      .where('offered_until', '>', this.#clock.now())
      .executeTakeFirst()
    return kept?.id ?? null
  }

  /**
   * @param but `begun`: also a cohort that has begun, as long as it is not over. `offered`: also without a free place.
   *   `places`: so many have to be free
   * @throws AppError conflict `COHORT_NOT_OPEN`, `COHORT_FULL`
   */
  async assertOpen(
    cohortId: string,
    {
      begun = false,
      offered = false,
      places = 1,
    }: { begun?: boolean; offered?: boolean; places?: number } = {},
  ): Promise<{ startsOn: string }> {
    const now = this.#clock.now()
    const cohort = isUuid(cohortId)
      ? await programTables(this.#database.sql)
          .selectFrom('program_cohort')
          .select(['starts_on', 'time_zone'])
          .where('id', '=', cohortId)
          .where('status', '=', 'open')
          .executeTakeFirst()
      : undefined
    const closes = (startsOn: string): string => (begun ? lastDay(startsOn) : startsOn)
    if (cohort === undefined || closes(cohort.starts_on) < dayIn(cohort.time_zone, now)) {
      throw new AppError(
        'conflict',
        'COHORT_NOT_OPEN',
        'This date cannot be booked any more. Please choose another one.',
      )
    }
    const startsOn = cohort.starts_on
    if (offered) return { startsOn }
    const free = await programTables(this.#database.sql)
      .selectFrom('program_place')
      .select('place_no')
      .where('cohort_id', '=', cohortId)
      .where('wait_id', 'is', null)
      .where(({ eb, or }) => or([eb('order_id', 'is', null), eb('held_until', '<=', now)]))
      .limit(places)
      .execute()
    if (free.length < places) throw places === 1 ? full() : fewer(free.length)
    return { startsOn }
  }
}
