import type { Clock } from '#platform/kernel/clock.ts'
import { isUuid } from '#platform/kernel/uuid.ts'
import type { LinkSigner } from '#platform/storage/link-signer.ts'

/** The page on which an invited person claims a seat. */
export const seatPage = '/seat'
const lifetimeMs = 30 * 86_400_000

/** Links of invitations. A link permits its holder to claim one seat in one round of invitations; opening the link has no effect. */
export class SeatLinks {
  readonly #signer: LinkSigner
  readonly #clock: Clock

  constructor(signer: LinkSigner, clock: Clock) {
    this.#signer = signer
    this.#clock = clock
  }

  /** The expiry of a link that is made or renewed now. */
  until(): Date {
    return new Date(this.#clock.now().getTime() + lifetimeMs)
  }

  /** When a link with this expiry was made or renewed. */
  madeAt(until: Date): Date {
    return new Date(until.getTime() - lifetimeMs)
  }

  urlOf(seatId: string, round: number, until: Date): string {
    return this.#signer.sign(seatPage, { seat: seatId, round: String(round) }, until)
  }

  /** Seat and round of a link's query; null for an invalid signature, and after the expiry. */
  claimOf(token: string): { seatId: string; round: number } | null {
    const { seat, round } =
      this.#signer.verify(seatPage, Object.fromEntries(new URLSearchParams(token))) ?? {}
    return seat !== undefined && isUuid(seat) ? { seatId: seat, round: Number(round) } : null
  }
}
