import type { CohortPlan } from './cohort-plan.ts'
import { type RecordEvent, type Records, recordsAfter } from './cohort-record.ts'
import { type CohortLinks, noLinks } from './program-links.ts'
import type { ProgramWeek, ProgramWeeks } from './program-weeks.ts'

/** The claim of an order to its place: the order can be paid, its payment is under way, it is paid, or it has ended. */
export type PlaceClaim = 'open' | 'under-way' | 'paid' | 'over'

/** Why a place was given back. */
export type ReleaseReason = 'hold-ended' | 'order-over' | 'other-cohort' | 'cohort-cancelled' | 'other-seat'

/** Why an entry of the wait list has ended: the person left, or staff or an erasure removed it. */
export type LeaveReason = 'left' | 'removed' | 'erased'

/** The events of a cohort. Orders are named by ids; the events contain no names of people. */
export type CohortEvent =
  /**
   * With the places 1 to `capacity`. `weeks` is a copy of the published syllabus, absent in older events. With an organization
   * the cohort is private: only its seats can have places.
   */
  | {
      type: 'CohortOpened'
      data: CohortPlan & { capacity: number; weeks?: ProgramWeeks; organizationId?: string }
    }
  | { type: 'CohortMoved'; data: CohortPlan }
  /** `added` and `removed` are numbers of places; a number is never given again. */
  | { type: 'CapacityChanged'; data: { capacity: number; added: number[]; removed: number[] } }
  | { type: 'CohortCancelled'; data: Record<string, never> }
  /** All links of the cohort from now on. */
  | { type: 'LinksChanged'; data: CohortLinks }
  /** `content` is all of the week from now on. */
  | { type: 'WeekChanged'; data: { week: number; content: ProgramWeek } }
  /** The peer groups of places, by number of the place; null for a place that is in none any more. */
  | { type: 'GroupsChanged'; data: { groups: Record<number, number | null> } }
  /** `until` is ISO 8601; null while a payment is under way. */
  | { type: 'PlaceHeld'; data: { orderId: string; place: number; until: string | null } }
  | { type: 'PlaceTaken'; data: { orderId: string; place: number } }
  | { type: 'PlaceReleased'; data: { orderId: string; place: number; reason: ReleaseReason } }
  /** `waitId` is an entry of the wait list; its name and address are in a table, not in the log. */
  | { type: 'WaitJoined'; data: { waitId: string } }
  /** The place is reserved for the first entry of the wait list until `until` (ISO 8601). */
  | { type: 'OfferMade'; data: { waitId: string; place: number; until: string } }
  /** The order holds the place from now on. */
  | { type: 'OfferTaken'; data: { waitId: string; place: number; orderId: string } }
  /** `place` is null if the place no longer existed. */
  | { type: 'OfferExpired'; data: { waitId: string; place: number | null } }
  /** Ends the entry's offer too, if there was one. */
  | { type: 'WaitLeft'; data: { waitId: string; reason: LeaveReason } }
  | RecordEvent

/** The order that has a place: the place is held until the order is paid, then taken. */
export interface Occupant {
  orderId: string
  taken: boolean
  /** The end of a hold; null while a payment is under way, and for a taken place. */
  until: string | null
}

/** A cohort as folded from its events. */
export interface Cohort {
  id: string
  /** Null before it is opened. */
  plan: CohortPlan | null
  cancelled: boolean
  /** The organization of a private cohort; null for a public one. */
  organizationId: string | null
  links: CohortLinks
  /** The cohort's own weeks: all since it was opened, or those that were changed later. */
  weeks: ProgramWeeks
  /** By number; null is a free place. */
  places: Record<number, Occupant | null>
  highestPlace: number
  /** The peer group of a place, by its number; it stays with a place that becomes free. */
  groups: Record<number, number | null>
  /** Ids of the wait list's entries without an offer, in the order of joining. */
  waiting: string[]
  /** By the number of the reserved place. */
  offers: Record<number, Offer>
  /** By the ids of orders, including orders that no longer have a place. */
  records: Records
}

/** A place that is reserved for an entry of the wait list. */
export interface Offer {
  waitId: string
  until: string
}

export const newCohort = (id: string): Cohort => ({
  id,
  plan: null,
  cancelled: false,
  organizationId: null,
  links: noLinks,
  weeks: {},
  places: {},
  highestPlace: 0,
  groups: {},
  waiting: [],
  offers: {},
  records: {},
})

/** `count` consecutive numbers that begin with `from`. */
export const numbers = (from: number, count: number): number[] =>
  Array.from({ length: count }, (_, at) => from + at)

/** The cohort after an event. Never throws: a recorded event is a fact. */
export function evolve(cohort: Cohort, event: CohortEvent): Cohort {
  switch (event.type) {
    case 'CohortOpened': {
      const { capacity, weeks = {}, organizationId = null, ...plan } = event.data
      const places = Object.fromEntries(numbers(1, capacity).map((place) => [place, null]))
      return { ...cohort, plan, weeks, organizationId, places, highestPlace: capacity }
    }
    case 'CohortMoved':
      return { ...cohort, plan: event.data }
    case 'CapacityChanged': {
      const { added, removed } = event.data
      const places = { ...cohort.places }
      for (const place of added) places[place] = null
      for (const place of removed) delete places[place]
      return { ...cohort, places, highestPlace: Math.max(cohort.highestPlace, ...added) }
    }
    case 'CohortCancelled':
      return { ...cohort, cancelled: true, waiting: [], offers: {} }
    case 'LinksChanged':
      return { ...cohort, links: event.data }
    case 'WeekChanged':
      return { ...cohort, weeks: { ...cohort.weeks, [event.data.week]: event.data.content } }
    case 'GroupsChanged':
      return { ...cohort, groups: { ...cohort.groups, ...event.data.groups } }
    case 'PlaceHeld': {
      const { orderId, place, until } = event.data
      return { ...cohort, places: { ...cohort.places, [place]: { orderId, taken: false, until } } }
    }
    case 'PlaceTaken': {
      const { orderId, place } = event.data
      return { ...cohort, places: { ...cohort.places, [place]: { orderId, taken: true, until: null } } }
    }
    case 'PlaceReleased':
      return { ...cohort, places: { ...cohort.places, [event.data.place]: null } }
    case 'WaitJoined':
      return { ...cohort, waiting: [...cohort.waiting, event.data.waitId] }
    case 'OfferMade': {
      const { waitId, place, until } = event.data
      const { waiting } = withoutWait(cohort, waitId)
      return { ...cohort, waiting, offers: { ...cohort.offers, [place]: { waitId, until } } }
    }
    case 'OfferTaken':
    case 'OfferExpired':
    case 'WaitLeft':
      return withoutWait(cohort, event.data.waitId)
    default:
      return { ...cohort, records: recordsAfter(cohort.records, event) }
  }
}

export const fold = (id: string, events: readonly CohortEvent[]): Cohort =>
  events.reduce(evolve, newCohort(id))

function withoutWait(cohort: Cohort, waitId: string): Cohort {
  const offers = Object.entries(cohort.offers).filter(([, offer]) => offer.waitId !== waitId)
  return {
    ...cohort,
    waiting: cohort.waiting.filter((id) => id !== waitId),
    offers: Object.fromEntries(offers),
  }
}

/** Numbers of the places that are neither occupied nor reserved by an offer, lowest first. */
export function freePlaces(cohort: Cohort): number[] {
  return Object.keys(cohort.places)
    .map(Number)
    .filter((place) => cohort.places[place] === null && cohort.offers[place] === undefined)
}

/** Whether the entry is on the wait list, or has an offer. */
export const waitsIn = ({ waiting, offers }: Cohort, waitId: string): boolean =>
  waiting.includes(waitId) || Object.values(offers).some((offer) => offer.waitId === waitId)

/** Whether a hold or an offer has ended that is not released yet. */
export function hasEndedHolds({ places, offers }: Cohort, now: Date): boolean {
  const ends = [...Object.values(places), ...Object.values(offers)].map((each) => each?.until ?? null)
  return ends.some((until) => until !== null && Date.parse(until) <= now.getTime())
}

/** The occupied places with their numbers. */
export function occupied(cohort: Cohort): { place: number; occupant: Occupant }[] {
  return Object.entries(cohort.places).flatMap(([place, occupant]) =>
    occupant === null ? [] : [{ place: Number(place), occupant }],
  )
}
