import { Database } from '#platform/database/database.ts'
import { Clock } from '#platform/kernel/clock.ts'
import type { Given } from '#platform/kernel/needs.ts'
import type { Author } from '../../orders/author.ts'
import { CashBalances } from '../../orders/cash-balances.ts'
import { Observations } from '../../orders/observations.ts'
import { PayoutSightings } from '../../orders/payout-sightings.ts'
import { StripeAccount } from '../../payments/stripe/stripe.ts'
import { financeTables } from '../books/tables.ts'
import { Differences } from './differences.ts'

export const hourlyMs = 3_600_000
/** Stripe retries a delivery for three days. */
const windowMs = 72 * hourlyMs
/** A younger event may still be under way. */
const youngMs = 5 * 60_000
const retryMs = 5 * 60_000

/** Once an hour: reads the events that Stripe could not deliver here, then reads and records their payments and balances, and the payouts that changed. */
export class UndeliveredEvents {
  static readonly needs = {
    database: Database,
    observations: Observations,
    differences: Differences,
    stripe: StripeAccount,
    balances: CashBalances,
    payouts: PayoutSightings,
    clock: Clock,
  }
  readonly #parts: Given<typeof UndeliveredEvents.needs>

  constructor(parts: Given<typeof UndeliveredEvents.needs>) {
    this.#parts = parts
  }

  /** Does nothing within an hour of the last run; one process runs each hour. */
  async catchUp(author: Author, stopped: () => boolean): Promise<void> {
    const now = this.#parts.clock.now()
    const before = (ms: number) => new Date(now.getTime() - ms)
    const tables = financeTables(this.#parts.database.sql)
    const claimed = await tables
      .updateTable('commerce_undelivered_mark')
      .set({ asked_at: now })
      .where('asked_at', '<=', before(hourlyMs))
      .returning('id')
      .executeTakeFirst()
    if (claimed === undefined) return
    try {
      const { intents, customers } = await this.#parts.stripe.undelivered(before(windowMs), before(youngMs))
      for (const customerId of customers)
        if (!stopped()) await this.#parts.balances.follow(customerId, author)
      for (const intentId of intents) {
        if (stopped()) break
        await this.#parts.observations.observe(intentId, author, (learned) =>
          this.#parts.differences.automatic(intentId, learned, author),
        )
      }
      if (!stopped()) await this.#parts.payouts.followRecent()
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
