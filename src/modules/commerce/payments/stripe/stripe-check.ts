import { ConfigError } from '#platform/config/config-error.ts'
import { Lifecycle } from '#platform/kernel/lifecycle.ts'
import { withTimeout } from '#platform/kernel/with-timeout.ts'
import type { Log } from '#platform/telemetry/log.ts'
import { optionalRights, type Right } from './key-rights.ts'
import type { StripeAccount } from './stripe.ts'
import { refusesKey } from './stripe-connection.ts'

/** A Stripe that is slower than this holds up no start. */
const timeoutMs = 3_000

/**
 * Asks Stripe once at the start whether it takes the key, and whether a restricted key may read what the product needs:
 * a wrong one would show only when the first customer pays. A Stripe that does not answer stops nothing.
 */
export class StripeCheck extends Lifecycle {
  readonly #stripe: StripeAccount
  readonly #log: Log
  readonly #isReal: boolean

  constructor(stripe: StripeAccount, log: Log, isReal: boolean) {
    super()
    this.#stripe = stripe
    this.#log = log
    this.#isReal = isReal
  }

  /** @throws ConfigError naming STRIPE_SECRET_KEY, and the rights that it lacks. */
  override async start(): Promise<void> {
    if (!this.#isReal) return
    const asked = this.#ask()
    asked.catch((error: unknown) => this.#log.logger.error({ err: error }, 'Stripe refuses the key'))
    await withTimeout(asked, timeoutMs, () => undefined)
  }

  async #ask(): Promise<void> {
    let missing: Right[]
    try {
      missing = await this.#stripe.missingRights()
    } catch (error) {
      if (refusesKey(error)) throw wrongKey('is refused by Stripe: it was revoked, or mistyped')
      this.#log.logger.warn({ err: error }, 'Stripe does not answer; its keys could not be checked')
      return
    }
    for (const right of missing) {
      const stops = optionalRights[right]
      if (stops === undefined) continue
      this.#log.logger.warn(
        { missingRights: [right] },
        `The key lacks a right, so ${stops}: give it read on ${right} at Stripe`,
      )
    }
    const needed = missing.filter((right) => optionalRights[right] === undefined)
    if (needed.length > 0)
      throw wrongKey(`lacks rights at Stripe: give the restricted key read on ${needed.join(', ')}`)
  }
}

const wrongKey = (reason: string): ConfigError => new ConfigError([{ variable: 'STRIPE_SECRET_KEY', reason }])
