import { AppError } from '#platform/kernel/error.ts'
import { type Cohort, type CohortEvent, freePlaces, numbers, occupied } from './cohort.ts'
import type { CohortPlan } from './cohort-plan.ts'
import { type CohortLinks, sameLinks } from './program-links.ts'

/** JSON with a fixed order of fields: a stored plan has its fields in another order than a plan from a request. */
const canonicalJson = ({ startsOn, timeZone, labs, coachingWeeks }: CohortPlan): string =>
  JSON.stringify([
    startsOn,
    timeZone,
    labs.map(({ weekday, time, minutes }) => [weekday, time, minutes]),
    coachingWeeks,
  ])

const samePlan = (one: CohortPlan | null, other: CohortPlan): boolean =>
  one !== null && canonicalJson(one) === canonicalJson(other)

/** @returns [] for a repeated call. @throws AppError conflict `COHORT_EXISTS` */
export function open(cohort: Cohort, plan: CohortPlan, capacity: number): CohortEvent[] {
  if (cohort.plan === null) return [{ type: 'CohortOpened', data: { ...plan, capacity } }]
  if (samePlan(cohort.plan, plan) && Object.keys(cohort.places).length === capacity) return []
  throw new AppError('conflict', 'COHORT_EXISTS', 'There is a cohort of this id already.')
}

/** @throws AppError not-found `COHORT_NOT_FOUND`, conflict `COHORT_CANCELLED`. */
export function move(cohort: Cohort, plan: CohortPlan): CohortEvent[] {
  assertOpen(cohort)
  return samePlan(cohort.plan, plan) ? [] : [{ type: 'CohortMoved', data: plan }]
}

/** @throws as `move`. */
export function changeLinks(cohort: Cohort, links: CohortLinks): CohortEvent[] {
  assertOpen(cohort)
  return sameLinks(cohort.links, links) ? [] : [{ type: 'LinksChanged', data: links }]
}

/**
 * Adds places, or removes free places, the highest numbers first.
 * @throws AppError conflict `PLACES_IN_USE` if there are not enough free places to remove; otherwise as `move`
 */
export function changeCapacity(cohort: Cohort, capacity: number): CohortEvent[] {
  assertOpen(cohort)
  const now = Object.keys(cohort.places).length
  if (capacity === now) return []
  if (capacity > now) {
    const added = numbers(cohort.highestPlace + 1, capacity - now)
    return [{ type: 'CapacityChanged', data: { capacity, added, removed: [] } }]
  }
  const free = freePlaces(cohort)
  const used = now - free.length
  if (used > capacity) {
    throw new AppError(
      'conflict',
      'PLACES_IN_USE',
      `Places: ${used} are held or taken, so there are at least ${used}.`,
      {
        fields: [{ path: 'capacity', message: `${used} are held or taken, so there are at least ${used}.` }],
      },
    )
  }
  return [{ type: 'CapacityChanged', data: { capacity, added: [], removed: free.slice(capacity - now) } }]
}

/** Releases every place. Buyers who have paid are offered another cohort or a refund. @throws AppError not-found `COHORT_NOT_FOUND` */
export function cancel(cohort: Cohort): CohortEvent[] {
  assertKnown(cohort)
  if (cohort.cancelled) return []
  return [
    { type: 'CohortCancelled', data: {} },
    ...occupied(cohort).map(({ place, occupant: { orderId } }): CohortEvent => {
      return { type: 'PlaceReleased', data: { orderId, place, reason: 'cohort-cancelled' } }
    }),
  ]
}

export const noCohort = (): AppError =>
  new AppError('not-found', 'COHORT_NOT_FOUND', 'There is no cohort of this id.')

function assertKnown(cohort: Cohort): void {
  if (cohort.plan === null) throw noCohort()
}

/** @throws AppError not-found `COHORT_NOT_FOUND`, conflict `COHORT_CANCELLED`. */
export function assertOpen(cohort: Cohort): void {
  assertKnown(cohort)
  if (cohort.cancelled) throw new AppError('conflict', 'COHORT_CANCELLED', 'This cohort is cancelled.')
}
