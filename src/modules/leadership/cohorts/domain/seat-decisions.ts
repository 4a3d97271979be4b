import { AppError } from '#platform/kernel/error.ts'
import { isLive, type Seat, type SeatEvent } from './seat.ts'

export const noSeat = (): AppError => new AppError('not-found', 'SEAT_NOT_FOUND', 'There is no such seat.')

/** Also for a link with a wrong signature, of an earlier round, or older than 30 days. */
export const invitationOver = (): AppError =>
  new AppError(
    'not-found',
    'INVITATION_OVER',
    'This invitation is not valid any more. Please ask your organization for a new one.',
  )

/** @throws AppError not-found `SEAT_NOT_FOUND`, conflict `SEAT_ENDED`, `SEAT_CLOSING` */
function assertUsable(seat: Seat): void {
  if (seat.opened === null) throw noSeat()
  if (!isLive(seat))
    throw new AppError('conflict', 'SEAT_ENDED', `Seat ${seat.opened.number} is not there any more.`)
  if (seat.refundId !== null)
    throw new AppError(
      'conflict',
      'SEAT_CLOSING',
      `Seat ${seat.opened.number} is being refunded, so it cannot be given to anybody.`,
    )
}

/** @throws AppError conflict `SEAT_TAKEN` if a person is invited to the seat or has claimed it; otherwise as `assertUsable` */
export function invite(seat: Seat, addressDigest: string): SeatEvent[] {
  assertUsable(seat)
  if (seat.state !== 'open')
    throw new AppError('conflict', 'SEAT_TAKEN', `Seat ${seat.opened?.number} is given to somebody already.`)
  return [{ type: 'SeatInvited', data: { addressDigest, round: seat.round + 1 } }]
}

/** @returns [] for the same person again. @throws AppError not-found `INVITATION_OVER`; conflict `SEAT_CLAIMED` */
export function claim(
  seat: Seat,
  { round, participantId }: { round: number; participantId: string },
): SeatEvent[] {
  if (seat.opened === null || !isLive(seat) || seat.round !== round) throw invitationOver()
  if (seat.state === 'claimed') {
    if (seat.participantId === participantId) return []
    throw new AppError('conflict', 'SEAT_CLAIMED', 'Somebody else has claimed this seat.')
  }
  if (seat.state !== 'invited' || seat.refundId !== null) throw invitationOver()
  return [{ type: 'SeatClaimed', data: { participantId } }]
}

/**
 * @param replacement the id of the new seat that replaces a claimed one
 * @returns [] for a seat without invitation
 * @throws as `assertUsable`
 */
export function revoke(seat: Seat, replacement: string): SeatEvent[] {
  assertUsable(seat)
  if (seat.state === 'open') return []
  const replacedBy = seat.state === 'claimed' ? replacement : null
  return [{ type: 'SeatRevoked', data: { replacedBy } }]
}

/** @throws as `assertUsable` */
export function move(seat: Seat, from: string | null, to: string): SeatEvent[] {
  assertUsable(seat)
  return from === to ? [] : [{ type: 'SeatMoved', data: { from, to } }]
}
