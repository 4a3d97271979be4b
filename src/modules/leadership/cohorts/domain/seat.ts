/**
 * The events of a seat, which an organization has bought for a person. People and organizations are named by ids. The
 * invited address is in a table; the events have only its salted digest.
 */
export type SeatEvent =
  /** `line` of the order; `number` from 1, of all seats of the order. A seat that replaces another has its number. */
  | { type: 'SeatOpened'; data: { orderId: string; organizationId: string; line: number; number: number } }
  /** Only the link of the latest round is valid. */
  | { type: 'SeatInvited'; data: { addressDigest: string; round: number } }
  | { type: 'SeatClaimed'; data: { participantId: string } }
  /** `from` is null for a seat without a cohort. */
  | { type: 'SeatMoved'; data: { from: string | null; to: string } }
  /** An invited seat is open again. A claimed seat ends, and the seat `replacedBy` replaces it. */
  | { type: 'SeatRevoked'; data: { replacedBy: string | null } }
  /** A refund was requested; the seat closes when the refund succeeds. Until then there are no invitations to the seat. */
  | { type: 'SeatClosing'; data: { refundId: string } }
  | { type: 'SeatClosed'; data: { refundId: string } }
  /** The refund was refused or returned: the seat is as before, but without its invitation if it was closed. */
  | { type: 'SeatKept'; data: { refundId: string } }

export type SeatState = 'open' | 'invited' | 'claimed' | 'revoked' | 'closed'

/** A seat as folded from its events. */
export interface Seat {
  id: string
  /** Null before it is opened. */
  opened: { orderId: string; organizationId: string; line: number; number: number } | null
  state: SeatState
  /** The round of the last invitation; 0 before the first. */
  round: number
  /** The account that claimed the seat, also after the seat has ended. */
  participantId: string | null
  /** The refund that will close, or has closed, the seat. */
  refundId: string | null
}

export const newSeat = (id: string): Seat => ({
  id,
  opened: null,
  state: 'open',
  round: 0,
  participantId: null,
  refundId: null,
})

/** The seat after an event. Never throws: a recorded event is a fact. */
export function evolve(seat: Seat, event: SeatEvent): Seat {
  switch (event.type) {
    case 'SeatOpened':
      return { ...seat, opened: event.data }
    case 'SeatInvited':
      return { ...seat, state: 'invited', round: event.data.round }
    case 'SeatClaimed':
      return { ...seat, state: 'claimed', participantId: event.data.participantId }
    case 'SeatMoved':
      return seat
    case 'SeatRevoked':
      return { ...seat, state: event.data.replacedBy === null ? 'open' : 'revoked' }
    case 'SeatClosing':
      return { ...seat, refundId: event.data.refundId }
    case 'SeatClosed':
      return { ...seat, state: 'closed', refundId: event.data.refundId }
    case 'SeatKept':
      return { ...seat, state: keptState(seat), refundId: null }
    default:
      event satisfies never
      return seat
  }
}

export const fold = (id: string, events: readonly SeatEvent[]): Seat => events.reduce(evolve, newSeat(id))

/** The state after a failed refund. A closed seat is open or claimed again; its invitation is lost. */
const keptState = ({ state, participantId }: Seat): SeatState =>
  state !== 'closed' ? state : participantId === null ? 'open' : 'claimed'

/** Whether the seat has not ended. */
export const isLive = ({ state }: Pick<Seat, 'state'>): boolean => state !== 'revoked' && state !== 'closed'

const rank: Record<SeatState, number> = { open: 0, invited: 1, claimed: 2, revoked: 3, closed: 3 }

/**
 * The seats of an order in the order in which refunds close them: open, then invited, then claimed; in each state the
 * highest number first. The database function `program_close_seats` has the same rule.
 */
export function seatsToClose<S extends { state: SeatState; number: number; refundId: string | null }>(
  seats: readonly S[],
): S[] {
  return seats
    .filter((seat) => isLive(seat) && seat.refundId === null)
    .sort((one, other) => rank[one.state] - rank[other.state] || other.number - one.number)
}
