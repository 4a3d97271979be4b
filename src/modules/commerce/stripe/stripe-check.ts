import { setTimeout as sleep } from 'node:timers/promises'
import { ConfigError } from '#platform/config/config-error.ts'
import { Lifecycle } from '#platform/kernel/lifecycle.ts'
import type { Log } from '#platform/telemetry/log.ts'
import type { StripeAccount } from './stripe.ts'
import { refusesKey } from './stripe-connection.ts'

/** A Stripe that is slower than this holds up no start. */
const patienceMs = 3_000

/**
 * Asks Stripe once at the start whether it takes the key: a wrong one would show only when the first customer pays.
 * A Stripe that does not answer stops nothing.
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

  /** @throws ConfigError naming STRIPE_SECRET_KEY. */
  override async start(): Promise<void> {
    if (!this.#isReal) return
    const asked = this.#ask()
    asked.catch((error: unknown) => this.#log.logger.error({ err: error }, 'Stripe refuses the key'))
    await Promise.race([asked, sleep(patienceMs, undefined, { ref: false })])
  }

  override async stop(): Promise<void> {}

  async #ask(): Promise<void> {
    try {
      await this.#stripe.ping()
    } catch (error) {
      if (refusesKey(error)) {
        const reason = 'is refused by Stripe: it was revoked, mistyped, or may not read payments'
        throw new ConfigError([{ variable: 'STRIPE_SECRET_KEY', reason }])
      }
      this.#log.logger.warn({ err: error }, 'Stripe does not answer; its keys could not be checked')
    }
  }
}
