import type { CohortEvent } from './cohort.ts'
import type { SeatEvent } from './seat.ts'

/** What was bought for one person: the order of a person, or a seat of an organization's order. */
export interface BoughtPlace {
  orderId: string
  /** The seat's number, also of the seat that replaces it; 0 for the order of a person. */
  seat: number
  /** The first day of its cohort; null without a place, or with one that is only held. */
  startsOn: string | null
  /** Ended by a refund. */
  closed: boolean
}

/** The types of the events that change a `BoughtPlace`. */
export const placeEventTypes = [
  ...(['CohortOpened', 'CohortMoved', 'PlaceHeld', 'PlaceTaken', 'PlaceReleased'] as const),
  ...(['SeatOpened', 'SeatClosed', 'SeatKept'] as const),
] as const
type PlaceEvent = Extract<CohortEvent | SeatEvent, { type: (typeof placeEventTypes)[number] }>

/** In which cohort those were who were paid for: folded from the log, in its order. */
export class PlaceHistory {
  readonly #bought = new Map<string, BoughtPlace & { cohortId: string | null }>()
  readonly #startsOn = new Map<string, string>()

  /** What an event changes; nothing for events of other types. */
  changesOf(stream: string, event: { type: string; data: object }): BoughtPlace[] {
    const { type, data } = event as PlaceEvent
    const id = stream.slice(stream.indexOf('-') + 1)
    if (type === 'CohortOpened' || type === 'CohortMoved') {
      this.#startsOn.set(id, data.startsOn)
      const members = [...this.#bought].filter(([, { cohortId }]) => cohortId === id)
      return members.map(([member]) => this.#change(member, {}))
    }
    if (type === 'PlaceTaken') return [this.#change(data.orderId, { cohortId: id })]
    if (type === 'PlaceHeld' || type === 'PlaceReleased')
      return [this.#change(data.orderId, { cohortId: null })]
    if (type === 'SeatOpened') return [this.#change(id, { orderId: data.orderId, seat: data.number })]
    if (type === 'SeatClosed' || type === 'SeatKept')
      return [this.#change(id, { closed: type === 'SeatClosed' })]
    return []
  }

  #change(id: string, change: { cohortId?: string | null } & Partial<BoughtPlace>): BoughtPlace {
    const before = this.#bought.get(id) ?? { orderId: id, seat: 0, closed: false, cohortId: null }
    const { cohortId, ...after } = { ...before, ...change }
    const startsOn = cohortId === null ? null : (this.#startsOn.get(cohortId) ?? null)
    this.#bought.set(id, { ...after, cohortId, startsOn })
    return { ...after, startsOn }
  }
}
