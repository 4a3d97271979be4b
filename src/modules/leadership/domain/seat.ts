/**
 * Everything that can happen to a seat, which an organization has bought for somebody. People and organizations are named by
 * ids; whom a seat is offered to lies beside the log, and the events have a salted digest of the address only.
 */
export type SeatEvent =
  /** `line` of the order; `number` from 1, of all seats of the order. A seat that replaces another has its number. */
  | { type: 'SeatOpened'; data: { orderId: string; organizationId: string; line: number; number: number } }
  /** Of two invitations the link of the later round counts. */
  | { type: 'SeatInvited'; data: { addressDigest: string; round: number } }
  | { type: 'SeatClaimed'; data: { participantId: string } }
  /** Into another cohort; from null for a seat without one. */
  | { type: 'SeatMoved'; data: { from: string | null; to: string } }
  /** An invitation is taken back: the seat is open again. One that was claimed ends, and another seat takes its place. */
  | { type: 'SeatRevoked'; data: { replacedBy: string | null } }
  /** A refund that was asked for closes the seat once it goes through. Until then nobody is invited to it. */
  | { type: 'SeatClosing'; data: { refundId: string } }
  | { type: 'SeatClosed'; data: { refundId: string } }
  /** The refund was refused, or came back: the seat stays, and is as it was but for an invitation. */
  | { type: 'SeatKept'; data: { refundId: string } }

export type SeatState = 'open' | 'invited' | 'claimed' | 'revoked' | 'closed'

/** A seat as its events tell it. */
export interface Seat {
  id: string
  /** Null before it is opened. */
  opened: { orderId: string; organizationId: string; line: number; number: number } | null
  state: SeatState
  /** Of the last invitation; 0 before the first. */
  round: number
  /** Who claimed it, also once the seat has ended. */
  participantId: string | null
  /** The refund that will close the seat, or has. */
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

/** The seat after one more event. Total and silent: what was recorded has happened. */
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

/** An invitation ends with the seat; whoever has claimed it has it again. */
const keptState = ({ state, participantId }: Seat): SeatState =>
  state !== 'closed' ? state : participantId === null ? 'open' : 'claimed'

/** Whether the organization has the seat: it has not ended. */
export const isLive = ({ state }: Pick<Seat, 'state'>): boolean => state !== 'revoked' && state !== 'closed'

const rank: Record<SeatState, number> = { open: 0, invited: 1, claimed: 2, revoked: 3, closed: 3 }

/**
 * The seats of an order that a refund of so many closes, in this order: what nobody was invited to, then what nobody has
 * claimed, then the others; of the same kind the highest number first. `program_seats_to_close` has the same rule.
 */
export function seatsToClose<S extends { state: SeatState; number: number; refundId: string | null }>(
  seats: readonly S[],
): S[] {
  return seats
    .filter((seat) => isLive(seat) && seat.refundId === null)
    .sort((one, other) => rank[one.state] - rank[other.state] || other.number - one.number)
}
