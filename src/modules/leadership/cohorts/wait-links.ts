import type { Clock } from '#platform/kernel/clock.ts'
import { isUuid } from '#platform/kernel/uuid.ts'
import type { LinkSigner } from '#platform/storage/link-signer.ts'

/** The page of an entry of a wait list: its state, taking an offered place, leaving the list. */
export const waitPage = '/certification/wait-list'

/** Longer than any cohort is announced before its start. The link has no effect after the wait has ended. */
const lifetimeMs = 2 * 365 * 86_400_000

/** Links for people without an account. A link gives access to one entry of a wait list. */
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

  /** The id in a link's query; null for an invalid signature. */
  waitOf(token: string): string | null {
    const wait = this.#signer.verify(waitPage, Object.fromEntries(new URLSearchParams(token)))?.wait
    return wait !== undefined && isUuid(wait) ? wait : null
  }
}
