import type { PlaceClaim } from './domain/cohort.ts'
import type { OpenCohort } from './domain/cohort-plan.ts'
import type { ReportRequest } from './domain/cost-report.ts'
import type { OrderStanding } from './domain/credential-decisions.ts'

export type { PlaceClaim } from './domain/cohort.ts'
export { dayInWords, type OpenCohort } from './domain/cohort-plan.ts'
export type { ReportRequest } from './domain/cost-report.ts'
export { CredentialCheck } from './domain/credential-check.ts'
export type { OrderStanding } from './domain/credential-decisions.ts'
export {
  adjustedTotal,
  type CostCategory,
  type CostInputs,
  calculateCost,
  categoryNames,
  costParts,
  overlapAdjustment,
} from './domain/formula.ts'
export { PlaceCheck } from './domain/place-check.ts'

/** What neighbours may ask of the calculator: the report of a calculation, for those who want it by mail. */
export abstract class CostReports {
  /** Checks what a visitor's browser sent as the field `report`. Throws invalid, naming the field. */
  abstract read(given: unknown): ReportRequest
  /** The same figures that the visitor's browser shows, and their total in words ("$6,603,954"). */
  abstract pdf(request: ReportRequest): Promise<{ content: Buffer; total: string }>
}

/** What commits with the events of an order: a statement with its parameters, and jobs. */
export interface PlaceWork {
  writes: { text: string; values: readonly unknown[] }[]
  jobs: { queue: string; data: object; key?: string }[]
}

/** The cohort that an order chose, and the order's place in it. */
export interface CohortOfOrder {
  cohortId: string
  /** The first day: `2027-03-01`, of the time zone. */
  startsOn: string
  endsOn: string
  timeZone: string
  /** `none` after the hold has ended, for a paid order that found no place left, and once the cohort is cancelled. */
  place: 'held' | 'taken' | 'none'
  /** Of a place that is held; null while the payment is under way. */
  heldUntil: Date | null
  cohortCancelled: boolean
  /** The buyer, who has paid and has no place, asked for the money back. */
  refundAsked: boolean
}

/** Seats that a line of an order buys for an organization. */
export interface SeatLine {
  line: number
  /** As asked for; null when no date was open. */
  cohortId: string | null
  quantity: number
}

/** The seats of an order, as finance is shown them. */
export interface SeatsOfOrder {
  bought: number
  open: number
  invited: number
  claimed: number
  /** By refunds that went through. */
  closed: number
  /** Put aside for refunds that are under way. */
  closing: number
  /** In the order in which refunds close them: what nobody has claimed comes first. */
  toClose: { id: string; number: number; participantId: string | null; invited: boolean }[]
}

/** How orders stand to what was paid for them. Implemented by whoever keeps the orders. */
export abstract class OrderStandings {
  /** By the ids of orders; those that were never paid are absent. */
  abstract of(orderIds: readonly string[]): Promise<Map<string, OrderStanding>>
  /** Some of the orders that are completed, by their ids, from the one behind `after` on; none: these were all. */
  abstract completed(after?: string): Promise<{ orderId: string; buyerId: string }[]>
}

/** The dates that can be booked. */
export abstract class CohortDates {
  /** Open, and not begun before today in their time zone; the soonest first. Full ones are among them. */
  abstract upcoming(): Promise<OpenCohort[]>
  /** Calls `heard` when the answer of `upcoming` has changed: at once for what staff does, within 30 s for places. */
  abstract onChange(heard: () => void): Promise<void>
}

/** How many places may be held for orders of these organizations, all together, that are not paid. */
export interface HeldPlacesLimit {
  organizationIds: readonly string[]
  most: number
  /** Of one cohort. */
  mostOfDate: number
}

/** Places in cohorts, for orders. Without an open cohort nobody has to choose one. */
export abstract class Places {
  /**
   * Commits with the events that place an order, and holds a place for it; the commit is refused when none is left.
   * @param offer what the link of an offer carries: the place that is kept by it is held
   * @throws AppError conflict `COHORT_NOT_OPEN`, `COHORT_FULL` when that is known before
   */
  abstract hold(
    order: { id: string; buyerId: string },
    cohortId: string,
    offer?: string | null,
  ): Promise<PlaceWork['writes']>
  /**
   * The same for an order of an organization: opens a seat for each that its lines buy. Where a line names a cohort each
   * seat holds a place there until a moment; null: as long as the order can be paid.
   * @param limit how many places may be held for unpaid orders; null: any number
   * @throws as `hold`, also when fewer places are left than a line buys
   */
  abstract holdSeats(
    order: { id: string; organizationId: string },
    lines: readonly SeatLine[],
    until: Date | null,
    limit?: HeldPlacesLimit | null,
  ): Promise<PlaceWork['writes']>
  /** Null for an order without seats. */
  abstract seatsOf(orderId: string): Promise<SeatsOfOrder | null>
  /**
   * Commits with the request of a refund that closes these seats when it goes through: until then they are put aside. The
   * commit is refused when they are not the first of `seatsOf(…).toClose` any more.
   */
  abstract closeSeats(orderId: string, refundId: string, seatIds: readonly string[]): PlaceWork['writes']
  /** Commits with what became of that refund: the seats end (true), or stay because it was refused or came back. */
  abstract settleSeats(orderId: string, refundId: string, closed: boolean): PlaceWork
  /** `COHORT_FULL`, `TOO_MANY_PLACES` or `SEATS_CHANGED` when `error` is the refusal of such a commit; null for every other error. */
  abstract refusalOf(error: unknown): Error | null
  /** Commits with the events by which the order came to stand like this, with its seats. Nothing happens without a cohort. */
  abstract follow(orderId: string, claim: PlaceClaim, version: number): PlaceWork
  /** Commits with the events by which the payment of a paid order came to stand otherwise (`OrderStandings`). */
  abstract paymentChanged(orderId: string, version: number): PlaceWork['jobs']
  /**
   * Holds a place for an open order whose buyer comes back, in another cohort when one is given: again when the hold has
   * ended. An order that chose none stays without. @throws as `hold`
   */
  abstract renew(
    order: { id: string; buyerId: string },
    cohortId: string | null,
    offer?: string | null,
  ): Promise<void>
  /** A paid order without a place takes one. @throws AppError conflict `PLACE_TAKEN`; otherwise as `hold` */
  abstract take(order: { id: string; buyerId: string }, cohortId: string, offer: string | null): Promise<void>
  /** The buyer of a paid order without a place wants the money back: staff is shown that. */
  abstract askRefund(orderId: string): Promise<void>
  /** Orders whose buyers asked for the money back and still wait for it; who asked first comes first. */
  abstract refundsAsked(): Promise<string[]>
  /** Null for an order that chose none. */
  abstract ofOrder(orderId: string): Promise<CohortOfOrder | null>
}
