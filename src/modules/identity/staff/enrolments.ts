import type { Clock } from '#platform/kernel/clock.ts'
import type { DerivedKey, Keys } from '#platform/kernel/keys.ts'
import { seal, unseal } from '#platform/kernel/seal.ts'

/** Milliseconds for which an offered key can be set up. */
const lifetimeMs = 10 * 60_000

/**
 * Offered keys of authenticator apps that are not set up yet. The browser holds the key, encrypted for one account: nothing
 * is stored before its digits have proved that the key is in an app.
 */
export class Enrolments {
  readonly #clock: Clock
  readonly #keys: DerivedKey

  constructor(clock: Clock, keys: Keys) {
    this.#clock = clock
    this.#keys = keys.derive('identity.totp-enrolment')
  }

  tokenOf(secret: Buffer, memberId: string): string {
    const until = this.#clock.now().getTime() + lifetimeMs
    const content = JSON.stringify({ memberId, until, secret: secret.toString('hex') })
    return seal(this.#keys[0], Buffer.from(content)).toString('base64url')
  }

  /** The key of a token that was made for this account; null for any other text, and after ten minutes. */
  secretOf(token: string | undefined, memberId: string): Buffer | null {
    if (token === undefined) return null
    const encrypted = Buffer.from(token, 'base64url')
    const opened = this.#keys.map((key) => unseal(key, encrypted)).find((content) => content !== null)
    if (opened === undefined) return null
    const content = JSON.parse(opened.toString()) as { memberId: string; until: number; secret: string }
    if (content.memberId !== memberId || content.until < this.#clock.now().getTime()) return null
    return Buffer.from(content.secret, 'hex')
  }
}
