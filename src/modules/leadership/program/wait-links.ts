import type { Clock } from '#platform/kernel/clock.ts'
import { isUuid } from '#platform/kernel/uuid.ts'
import type { LinkSigner } from '#platform/storage/link-signer.ts'

/** The page on which somebody who waits sees how it stands, takes a place, or leaves the list. */
export const waitPage = '/certification/wait-list'

/** Longer than any cohort is announced before it starts. What the link can do ends with the wait itself. */
const lifetimeMs = 2 * 365 * 86_400_000

/** Links for people without an account: each carries the right to one entry of a wait list. */
export class WaitLinks {
  readonly #signer: LinkSigner
  readonly #clock: Clock

  constructor(signer: LinkSigner, clock: Clock) {
    this.#signer = signer
    this.#clock = clock
  }

  /** The absolute address; its query is the token. */
  urlOf(waitId: string): string {
    return this.#signer.sign(waitPage, { wait: waitId }, new Date(this.#clock.now().getTime() + lifetimeMs))
  }

  /** The id in the query of such a link; null for one that we did not make. */
  waitOf(token: string): string | null {
    const wait = this.#signer.verify(waitPage, Object.fromEntries(new URLSearchParams(token)))?.wait
    return wait !== undefined && isUuid(wait) ? wait : null
  }
}
