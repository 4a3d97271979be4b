import { AppError } from '#platform/kernel/error.ts'
import {
  type Cohort,
  type CohortEvent,
  freePlaces,
  type LeaveReason,
  numbers,
  occupied,
  waitsIn,
} from './cohort.ts'
import type { CohortPlan } from './cohort-plan.ts'
import { filledGroups, type GroupedPlace, groupSize } from './groups.ts'
import { type CohortLinks, sameLinks } from './program-links.ts'
import { type ProgramWeek, type ProgramWeeks, sameWeek } from './program-weeks.ts'

/** The longest wait list, as entries for each place of a cohort. */
const waitingPerPlace = 10

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

export interface OpenedCohort {
  plan: CohortPlan
  capacity: number
  /** The organization of a private cohort; null for a public one. */
  organizationId: string | null
}

/**
 * @param weeks the published syllabus, which the cohort keeps
 * @returns [] for a repeated call. @throws AppError conflict `COHORT_EXISTS`
 */
export function open(cohort: Cohort, asked: OpenedCohort, weeks: ProgramWeeks): CohortEvent[] {
  const { plan, capacity, organizationId } = asked
  const owner = organizationId === null ? {} : { organizationId }
  if (cohort.plan === null) return [{ type: 'CohortOpened', data: { ...plan, capacity, weeks, ...owner } }]
  const isRepeated = samePlan(cohort.plan, plan) && cohort.organizationId === organizationId
  if (isRepeated && Object.keys(cohort.places).length === capacity) return []
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
  if (sameLinks(cohort.links, links)) return []
  const { material } = cohort.links
  return [{ type: 'LinksChanged', data: { ...links, ...(material && { material }) } }]
}

/** @param places of participants. @throws as `move`. */
export function fillGroups(cohort: Cohort, places: readonly GroupedPlace[]): CohortEvent[] {
  assertOpen(cohort)
  const groups = filledGroups(places.map((each) => ({ ...each, group: cohort.groups[each.place] ?? null })))
  return Object.keys(groups).length === 0 ? [] : [{ type: 'GroupsChanged', data: { groups } }]
}

/** Changes the group of one participant. @throws as `move`; not-found `PARTICIPATION_NOT_FOUND`, conflict `GROUP_FULL` */
export function changeGroup(cohort: Cohort, orderId: string, group: number | null): CohortEvent[] {
  assertOpen(cohort)
  const taken = occupied(cohort).filter(({ occupant }) => occupant.taken)
  const own = taken.find(({ occupant }) => occupant.orderId === orderId)
  if (own === undefined)
    throw new AppError('not-found', 'PARTICIPATION_NOT_FOUND', 'This order has no place in this cohort.')
  if ((cohort.groups[own.place] ?? null) === group) return []
  if (group !== null && taken.filter(({ place }) => cohort.groups[place] === group).length >= groupSize)
    throw new AppError('conflict', 'GROUP_FULL', `Group ${group} has ${groupSize} people already.`)
  return [{ type: 'GroupsChanged', data: { groups: { [own.place]: group } } }]
}

/** @throws as `move`. */
export function changeWeek(cohort: Cohort, week: number, content: ProgramWeek): CohortEvent[] {
  assertOpen(cohort)
  return sameWeek(cohort.weeks[week], content) ? [] : [{ type: 'WeekChanged', data: { week, content } }]
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

/**
 * Adds an entry to the wait list, until the first day is over. Who waits is not asked here: the refusals are the same for
 * everybody.
 * @param today in the time zone of the cohort
 * @throws AppError conflict `COHORT_NOT_OPEN`, `COHORT_HAS_PLACES`, `WAIT_LIST_FULL`
 */
export function join(cohort: Cohort, waitId: string, today: string): CohortEvent[] {
  const { plan, cancelled, organizationId } = cohort
  if (plan === null || cancelled || organizationId !== null || plan.startsOn < today)
    throw new AppError('conflict', 'COHORT_NOT_OPEN', 'This date cannot be booked any more.')
  if (freePlaces(cohort).length > 0)
    throw new AppError(
      'conflict',
      'COHORT_HAS_PLACES',
      'A place in this cohort is free: you can book it now. Please load the page again.',
    )
  if (cohort.waiting.length >= Object.keys(cohort.places).length * waitingPerPlace)
    throw new AppError(
      'conflict',
      'WAIT_LIST_FULL',
      'The wait list of this date is full. Whoever is on it stays on it; please choose another date.',
    )
  return [{ type: 'WaitJoined', data: { waitId } }]
}

/** Ends an entry of the wait list, and its offer. @returns [] for an entry that has ended */
export function leave(cohort: Cohort, waitId: string, reason: LeaveReason): CohortEvent[] {
  return waitsIn(cohort, waitId) ? [{ type: 'WaitLeft', data: { waitId, reason } }] : []
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
