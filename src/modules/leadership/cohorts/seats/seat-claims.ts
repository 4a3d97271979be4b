import { Customers } from '#modules/identity/index.ts'
import { AppError } from '#platform/kernel/error.ts'
import type { Given } from '#platform/kernel/needs.ts'
import { claim, invitationOver } from '../domain/seat-decisions.ts'
import { SeatLinks } from './seat-links.ts'
import { type SeatRow, SeatRows } from './seat-rows.ts'
import { type SeatAuthor, Seats } from './seats.ts'

/** Invited people claim seats by the link of their invitation. */
export class SeatClaims {
  static readonly needs = {
    seats: Seats,
    rows: SeatRows,
    links: SeatLinks,
    customers: Customers,
  }
  readonly #parts: Given<typeof SeatClaims.needs>

  constructor(parts: Given<typeof SeatClaims.needs>) {
    this.#parts = parts
  }

  /**
   * The seat of an invitation's link. Changes nothing.
   * @throws AppError not-found `INVITATION_OVER`
   */
  async find(token: string): Promise<SeatRow> {
    const link = this.#parts.links.claimOf(token)
    const seat = link === null ? null : await this.#parts.rows.find(link.seatId)
    if (link === null || seat === null || seat.round !== link.round) throw invitationOver()
    // If the invited person was erased, the seat cannot be claimed by this link.
    if (seat.state !== 'claimed' && (seat.state !== 'invited' || seat.person === null)) throw invitationOver()
    return seat
  }

  /**
   * Claims the seat for the caller, whose address must be the invited one. No effect if the caller has claimed it before.
   * @throws AppError not-found `INVITATION_OVER`; forbidden `SEAT_FOR_OTHER_ADDRESS`; conflict `SEAT_CLAIMED`,
   *   `SEAT_OF_ORDER_TAKEN`, `SEATS_NOT_PAID`
   */
  async claim(token: string, author: SeatAuthor): Promise<string> {
    const participantId = author.actor.userId
    const { id, round, state, person } = await this.find(token)
    const customer = await this.#parts.customers.get(participantId)
    // For a claimed seat, `claim` checks the participant.
    if (
      state !== 'claimed' &&
      person !== null &&
      (customer?.email !== person.email || !customer.isEmailVerified)
    )
      throw new AppError(
        'forbidden',
        'SEAT_FOR_OTHER_ADDRESS',
        `This invitation is for ${person.email}. Please sign in with that address.`,
      )
    await this.#parts.seats.change(id, author, (seat) => claim(seat, { round, participantId }))
    return id
  }
}
