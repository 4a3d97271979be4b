import { AppError } from '#platform/kernel/error.ts'
import { type Cohort, type CohortEvent, freePlaces, numbers, occupied } from './cohort.ts'
import type { CohortPlan } from './cohort-plan.ts'
import { type CohortLinks, sameLinks } from './program-links.ts'

/** In an order of its own: a plan that was stored has its fields in another order than one that was sent. */
const written = ({ startsOn, timeZone, labs, coachingWeeks }: CohortPlan): string =>
  JSON.stringify([
    startsOn,
    timeZone,
    labs.map(({ weekday, time, minutes }) => [weekday, time, minutes]),
    coachingWeeks,
  ])

const same = (one: CohortPlan | null, other: CohortPlan): boolean =>
  one !== null && written(one) === written(other)

/** [] for a repeat of the same call. @throws AppError conflict `COHORT_EXISTS`. */
export function open(cohort: Cohort, plan: CohortPlan, capacity: number): CohortEvent[] {
  if (cohort.plan === null) return [{ type: 'CohortOpened', data: { ...plan, capacity } }]
  if (same(cohort.plan, plan) && Object.keys(cohort.places).length === capacity) return []
  throw new AppError('conflict', 'COHORT_EXISTS', 'There is a cohort of this id already.')
}

/** @throws AppError not-found `COHORT_NOT_FOUND`, conflict `COHORT_CANCELLED`. */
export function move(cohort: Cohort, plan: CohortPlan): CohortEvent[] {
  assertOpen(cohort)
  return same(cohort.plan, plan) ? [] : [{ type: 'CohortMoved', data: plan }]
}

/** @throws as `move`. */
export function changeLinks(cohort: Cohort, links: CohortLinks): CohortEvent[] {
  assertOpen(cohort)
  return sameLinks(cohort.links, links) ? [] : [{ type: 'LinksChanged', data: links }]
}

/**
 * More places, or fewer: those that nobody has go, the highest numbers first.
 * @throws AppError conflict `PLACES_IN_USE` when fewer are free than would have to go; otherwise as `move`
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

/** Every place goes back; whoever has paid is offered another cohort or the money. @throws AppError not-found. */
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

function assertKnown(cohort: Cohort): void {
  if (cohort.plan === null)
    throw new AppError('not-found', 'COHORT_NOT_FOUND', 'There is no cohort of this id.')
}

/** @throws AppError not-found `COHORT_NOT_FOUND`, conflict `COHORT_CANCELLED`. */
export function assertOpen(cohort: Cohort): void {
  assertKnown(cohort)
  if (cohort.cancelled) throw new AppError('conflict', 'COHORT_CANCELLED', 'This cohort is cancelled.')
}
