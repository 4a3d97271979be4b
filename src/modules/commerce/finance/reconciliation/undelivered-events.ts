import type { Database } from '#platform/database/database.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import type { Author } from '../../orders/author.ts'
import type { CashBalances } from '../../orders/cash-balances.ts'
import type { Observations } from '../../orders/observations.ts'
import type { StripeAccount } from '../../stripe/stripe.ts'
import { financeTables } from '../books/tables.ts'
import type { Differences } from './differences.ts'

export const hourlyMs = 3_600_000
/** Stripe retries a delivery for three days. */
const windowMs = 72 * hourlyMs
/** A younger event may still be under way. */
const youngMs = 5 * 60_000
const retryMs = 5 * 60_000

/** Once an hour: reads the events that Stripe could not deliver here, then reads and records their payments and balances. */
export class UndeliveredEvents {
  readonly #database: Database
  readonly #observations: Observations
  readonly #differences: Differences
  readonly #stripe: StripeAccount
  readonly #balances: CashBalances
  readonly #clock: Clock

  constructor(
    database: Database,
    observations: Observations,
    differences: Differences,
    stripe: StripeAccount,
    balances: CashBalances,
    clock: Clock,
  ) {
    this.#database = database
    this.#observations = observations
    this.#differences = differences
    this.#stripe = stripe
    this.#balances = balances
    this.#clock = clock
  }

  /** Does nothing within an hour of the last run; one process runs each hour. */
  async catchUp(author: Author, stopped: () => boolean): Promise<void> {
    const now = this.#clock.now()
    const before = (ms: number) => new Date(now.getTime() - ms)
    const tables = financeTables(this.#database.sql)
    const claimed = await tables
      .updateTable('commerce_undelivered_mark')
      .set({ asked_at: now })
      .where('asked_at', '<=', before(hourlyMs))
      .returning('id')
      .executeTakeFirst()
    if (claimed === undefined) return
    try {
      const { intents, customers } = await this.#stripe.undelivered(before(windowMs), before(youngMs))
      for (const customerId of customers) if (!stopped()) await this.#balances.follow(customerId, author)
      for (const intentId of intents) {
        if (stopped()) break
        await this.#observations.observe(intentId, author, (heard) =>
          this.#differences.automatic(intentId, heard, author),
        )
      }
    } catch (error) {
      // The next run is in five minutes rather than in an hour.
      await tables
        .updateTable('commerce_undelivered_mark')
        .set({ asked_at: before(hourlyMs - retryMs) })
        .where('asked_at', '=', now)
        .execute()
      throw error
    }
  }
}
