import type { Clock } from '#platform/kernel/clock.ts'
import { isUuid } from '#platform/kernel/uuid.ts'
import type { LinkSigner } from '#platform/storage/link-signer.ts'

/** The page on which whoever is invited claims a seat. */
export const seatPage = '/seat'
const lifetimeMs = 30 * 86_400_000

/** Links of invitations: each carries the right to claim one seat, of one round of inviting. Opening it changes nothing. */
export class SeatLinks {
  readonly #signer: LinkSigner
  readonly #clock: Clock

  constructor(signer: LinkSigner, clock: Clock) {
    this.#signer = signer
    this.#clock = clock
  }

  /** When a link that is made or renewed now ends. */
  until(): Date {
    return new Date(this.#clock.now().getTime() + lifetimeMs)
  }

  /** When a link that works until a moment was made or renewed. */
  madeAt(until: Date): Date {
    return new Date(until.getTime() - lifetimeMs)
  }

  urlOf(seatId: string, round: number, until: Date): string {
    return this.#signer.sign(seatPage, { seat: seatId, round: String(round) }, until)
  }

  /** What the query of such a link says; null for one that we did not make, and once its time is over. */
  claimOf(token: string): { seatId: string; round: number } | null {
    const { seat, round } =
      this.#signer.verify(seatPage, Object.fromEntries(new URLSearchParams(token))) ?? {}
    return seat !== undefined && isUuid(seat) ? { seatId: seat, round: Number(round) } : null
  }
}
