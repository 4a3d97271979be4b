import type { CohortPlan } from './cohort-plan.ts'
import { isRecordEvent, type RecordEvent, type Records, recordInto } from './cohort-record.ts'
import { type CohortLinks, noLinks } from './program-links.ts'

/** How an order stands to its place: it can be paid, its payment is under way, it is paid, or it is over. */
export type PlaceClaim = 'open' | 'under-way' | 'paid' | 'over'

/** Why a place was given back. */
export type ReleaseReason = 'hold-ended' | 'order-over' | 'other-cohort' | 'cohort-cancelled' | 'other-seat'

/** Everything that can happen to a cohort. Orders are named by their ids, nobody by name. */
export type CohortEvent =
  /** With the places 1 to `capacity`. */
  | { type: 'CohortOpened'; data: CohortPlan & { capacity: number } }
  | { type: 'CohortMoved'; data: CohortPlan }
  /** `added` and `removed` are numbers of places; a number is never given again. */
  | { type: 'CapacityChanged'; data: { capacity: number; added: number[]; removed: number[] } }
  | { type: 'CohortCancelled'; data: Record<string, never> }
  /** All links of the cohort as they are from now on. */
  | { type: 'LinksChanged'; data: CohortLinks }
  /** Until a moment (ISO 8601); null while a payment is under way. */
  | { type: 'PlaceHeld'; data: { orderId: string; place: number; until: string | null } }
  | { type: 'PlaceTaken'; data: { orderId: string; place: number } }
  | { type: 'PlaceReleased'; data: { orderId: string; place: number; reason: ReleaseReason } }
  /** Who waits is named by an id; name and address lie beside the log. */
  | { type: 'WaitJoined'; data: { waitId: string } }
  /** The place is kept for who has waited longest, until a moment (ISO 8601). */
  | { type: 'OfferMade'; data: { waitId: string; place: number; until: string } }
  /** The order holds the place from here on. */
  | { type: 'OfferTaken'; data: { waitId: string; place: number; orderId: string } }
  /** Null for a place that was not there any more. */
  | { type: 'OfferExpired'; data: { waitId: string; place: number | null } }
  /** With the offer, if there was one. */
  | { type: 'WaitLeft'; data: { waitId: string; reason: 'left' | 'removed' | 'erased' } }
  | RecordEvent

/** Who has a place: held while an order is not paid, then taken. */
export interface Occupant {
  orderId: string
  taken: boolean
  /** Of a place that is held; null while a payment is under way. */
  until: string | null
}

/** A cohort as its events tell it. */
export interface Cohort {
  id: string
  /** Null before it is opened. */
  plan: CohortPlan | null
  cancelled: boolean
  links: CohortLinks
  /** By number; null is a free place. */
  places: Record<number, Occupant | null>
  highestPlace: number
  /** Ids of who waits without an offer; who joined first comes first. */
  waiting: string[]
  /** By the number of the place that is kept. */
  offers: Record<number, Offer>
  /** By the ids of orders; also of those that have no place any more. */
  records: Records
}

/** A place that is kept for somebody who waited. */
export interface Offer {
  waitId: string
  until: string
}

export const newCohort = (id: string): Cohort => ({
  id,
  plan: null,
  cancelled: false,
  links: noLinks,
  places: {},
  highestPlace: 0,
  waiting: [],
  offers: {},
  records: {},
})

/** So many numbers, from this one on. */
export const numbers = (from: number, count: number): number[] =>
  Array.from({ length: count }, (_, at) => from + at)

/** The cohort after one more event. Total and silent: what was recorded has happened. */
export function evolve(cohort: Cohort, event: CohortEvent): Cohort {
  switch (event.type) {
    case 'CohortOpened': {
      const { capacity, ...plan } = event.data
      const places = Object.fromEntries(numbers(1, capacity).map((place) => [place, null]))
      return { ...cohort, plan, places, highestPlace: capacity }
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
    default: {
      const records = structuredClone(cohort.records)
      recordInto(records, event)
      return { ...cohort, records }
    }
  }
}

/** The cohort as all its events tell it. Records and who waits are changed in place: there are many events of them. */
export function fold(id: string, events: readonly CohortEvent[]): Cohort {
  const records: Records = {}
  const waiting = new Set<string>()
  let cohort = newCohort(id)
  for (const event of events) {
    if (isRecordEvent(event)) recordInto(records, event)
    else if (event.type === 'WaitJoined') waiting.add(event.data.waitId)
    else {
      if ('waitId' in event.data) waiting.delete(event.data.waitId)
      if (event.type === 'CohortCancelled') waiting.clear()
      cohort = evolve(cohort, event)
    }
  }
  return { ...cohort, records, waiting: [...waiting] }
}

function withoutWait(cohort: Cohort, waitId: string): Cohort {
  const offers = Object.entries(cohort.offers).filter(([, offer]) => offer.waitId !== waitId)
  return {
    ...cohort,
    waiting: cohort.waiting.filter((id) => id !== waitId),
    offers: Object.fromEntries(offers),
  }
}

/** Numbers of the places that nobody has and that are kept for nobody, lowest first. */
export function freePlaces(cohort: Cohort): number[] {
  return Object.keys(cohort.places)
    .map(Number)
    .filter((place) => cohort.places[place] === null && cohort.offers[place] === undefined)
}

/** The occupied places with their numbers. */
export function occupied(cohort: Cohort): { place: number; occupant: Occupant }[] {
  return Object.entries(cohort.places).flatMap(([place, occupant]) =>
    occupant === null ? [] : [{ place: Number(place), occupant }],
  )
}
