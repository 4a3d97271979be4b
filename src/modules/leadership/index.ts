import type { Actor } from '#platform/kernel/actor.ts'
import type { ReportRequest } from './calculator/domain/cost-report.ts'
import type { PlaceClaim } from './cohorts/domain/cohort.ts'
import type { CohortPlan, OpenCohort } from './cohorts/domain/cohort-plan.ts'
import type { OrderStanding } from './credentials/domain/credential-decisions.ts'

export type { ReportRequest } from './calculator/domain/cost-report.ts'
export { cautiousReplacement, costRange, departureCost } from './calculator/domain/explanation.ts'
export { adjustedTotal } from './calculator/domain/formula.ts'
export { coachingInWeek, usualCoachingWeeks } from './cohorts/domain/coaching-weeks.ts'
export type { PlaceClaim } from './cohorts/domain/cohort.ts'
export { dayInWords, type OpenCohort, programWeeks, weekEnds } from './cohorts/domain/cohort-plan.ts'
export { cohortRows, labsWords, labTimesWords } from './cohorts/domain/cohort-words.ts'
export { groupSize } from './cohorts/domain/groups.ts'
export { PlaceCheck } from './cohorts/domain/place-check.ts'
export { PlaceHistory, placeEventTypes } from './cohorts/domain/place-history.ts'
export { CredentialCheck } from './credentials/domain/credential-check.ts'
export type { OrderStanding } from './credentials/domain/credential-decisions.ts'
export { credentialTablesOfLog, programTablesOfLog } from './domain/tables-of-log.ts'

/** The calculator's reports, for mails of other modules. */
export abstract class CostReports {
  /** Parses the field `report` of a request. @throws AppError invalid, with the path of the field */
  abstract read(value: unknown): ReportRequest
  /** The PDF with the figures that the visitor's browser shows, and its total as text ("$6,603,954"). */
  abstract pdf(request: ReportRequest): Promise<{ content: Buffer; total: string }>
}

/** Statements and jobs that commit with the events of an order. */
export interface PlaceWork {
  writes: { text: string; values: readonly unknown[] }[]
  jobs: { queue: string; data: object; key?: string }[]
}

/** The cohort that an order chose, and the order's place in it. */
export interface CohortOfOrder {
  cohortId: string
  /** The first day in the time zone: `2027-03-01`. */
  startsOn: string
  endsOn: string
  timeZone: string
  /** `none` after the hold has ended, for a paid order for which no place was left, and after the cohort was cancelled. */
  place: 'held' | 'taken' | 'none'
  /** The end of the hold; null while the payment is under way. */
  heldUntil: Date | null
  cohortCancelled: boolean
  /** The buyer, who has paid and has no place, requested a refund. */
  refundAsked: boolean
}

/** Seats that a line of an order buys for an organization. */
export interface SeatLine {
  line: number
  /** The requested cohort; null if no date was open. */
  cohortId: string | null
  quantity: number
}

/** The seats of an order, for finance staff. */
export interface SeatsOfOrder {
  bought: number
  open: number
  invited: number
  claimed: number
  /** Closed by successful refunds. */
  closed: number
  /** Reserved for refunds that are under way. */
  closing: number
  /** In the order in which refunds close them: unclaimed seats first. */
  toClose: { id: string; number: number; participantId: string | null; invited: boolean }[]
}

/** The standing of the payments of orders. Implemented by the module that owns the orders. */
export abstract class OrderStandings {
  /** By the ids of orders; orders that were never paid are absent. */
  abstract of(orderIds: readonly string[]): Promise<Map<string, OrderStanding>>
  /** The next completed orders, sorted by id, with ids greater than `after`; empty after the last one. */
  abstract completed(after?: string): Promise<{ orderId: string; buyerId: string }[]>
}

/** Public cohorts, or the private cohorts of an organization. */
export type CohortsOf = 'public' | { organizationId: string }

/** The dates that can be booked. */
export abstract class CohortDates {
  /** Open cohorts, also full ones, that begin today or later in their time zone; the soonest first. */
  abstract upcoming(of?: CohortsOf): Promise<OpenCohort[]>
  /** Those that an organization can book: its own first, then the public ones. */
  async openTo(organizationId: string): Promise<OpenCohort[]> {
    return (await Promise.all([this.upcoming({ organizationId }), this.upcoming()])).flat()
  }
  /** Calls `listener` when the result of `upcoming` has changed: at once for changes by staff, within 30 s for places. */
  abstract onChange(listener: () => void): Promise<void>
}

/** A cohort for the seats of one organization only, as its quote asks for it. */
export interface RequestedCohort {
  id: string
  organizationId: string
  /** `2027-03-01` */
  startsOn: string
  /** The number of its places. */
  capacity: number
}

/** Cohorts that belong to one organization. */
export abstract class PrivateCohorts {
  /**
   * Opens one, with the lab times of the public cohorts. No effect for an id that is open already.
   * @throws AppError conflict `COHORT_TIMES_UNKNOWN` without a public cohort
   */
  abstract open(
    requested: RequestedCohort,
    author: { actor: Extract<Actor, { kind: 'staff' }>; requestId: string },
  ): Promise<void>
  /** The ids among these whose cohorts have been opened. */
  abstract opened(ids: readonly string[]): Promise<Set<string>>
}

/** The program of an order that has a place in a cohort. */
export interface ProgramOfOrder {
  plan: CohortPlan
  /** The themes of the twelve weeks, in order. */
  themes: readonly string[]
  /** All sessions as an iCalendar file, for a mail. */
  calendar: { filename: string; content: Buffer; contentType: string }
}

/** What the mails about an order say of its program. */
export abstract class OrderPrograms {
  /** Null without a place. */
  abstract ofOrder(orderId: string): Promise<ProgramOfOrder | null>
  /** The themes of the weeks that the content publishes, for an order without a place. */
  abstract themes(): readonly string[]
}

/** The largest number of places that may be held for all unpaid orders of these organizations together. */
export interface HeldPlacesLimit {
  organizationIds: readonly string[]
  most: number
  /** In one cohort. */
  mostOfDate: number
}

/** Places in cohorts, for orders. If no cohort is open, an order has none. */
export abstract class Places {
  /**
   * Holds a place for a new order. The statements commit with the order's events; they refuse the commit if no place is left.
   * @param offer the token of an offer's link: the order holds the place that is reserved by the offer
   * @throws AppError conflict `COHORT_NOT_OPEN`, `COHORT_FULL` if that is known before the commit
   */
  abstract hold(
    order: { id: string; buyerId: string },
    cohortId: string,
    offer?: string | null,
  ): Promise<PlaceWork['writes']>
  /**
   * The same for an order of an organization: opens the seats of its lines. If a line names a cohort, each of its seats holds
   * a place there.
   * @param until the end of the holds; null: as long as the order can be paid
   * @param limit the limit of places held for unpaid orders; null: no limit
   * @throws as `hold`, also if fewer places are left than a line buys
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
   * Commits with the request of a refund that closes these seats when it succeeds; until then they are reserved for it. The
   * commit is refused if they are no longer the first of `seatsOf(…).toClose`, or if one that is not among `claimedIds` was claimed.
   */
  abstract closeSeats(
    orderId: string,
    refundId: string,
    seatIds: readonly string[],
    claimedIds?: readonly string[],
  ): PlaceWork['writes']
  /** Commits with the result of that refund. @param closed true: the seats end; false: they stay, the refund failed or was returned */
  abstract settleSeats(orderId: string, refundId: string, closed: boolean): PlaceWork
  /** `COHORT_FULL`, `TOO_MANY_PLACES` or `SEATS_CHANGED` if `error` is the refusal of such a commit; null for other errors. */
  abstract refusalOf(error: unknown): Error | null
  /** Commits with the events that changed the claim of an order, and updates its places and seats. No effect without a cohort. */
  abstract follow(orderId: string, claim: PlaceClaim, version: number): PlaceWork
  /** Commits with the events that changed the standing of a paid order's payment (`OrderStandings`). */
  abstract paymentChanged(orderId: string, version: number): PlaceWork['jobs']
  /**
   * Holds a place again for an open order whose buyer returns after the hold has ended, in `cohortId` if given. No effect for an
   * order without a cohort. @throws as `hold`
   */
  abstract renew(
    order: { id: string; buyerId: string },
    cohortId: string | null,
    offer?: string | null,
  ): Promise<void>
  /** Takes a place for a paid order that has none. @throws AppError conflict `PLACE_TAKEN`; otherwise as `hold` */
  abstract take(order: { id: string; buyerId: string }, cohortId: string, offer: string | null): Promise<void>
  /** Records that the buyer of a paid order without a place requests a refund; staff sees it. */
  abstract requestRefund(orderId: string): Promise<void>
  /** The ids of orders with an open refund request, the oldest request first. */
  abstract requestedRefunds(): Promise<string[]>
  /** Null for an order without a cohort. */
  abstract ofOrder(orderId: string): Promise<CohortOfOrder | null>
}
