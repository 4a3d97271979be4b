import type { Database } from '#platform/database/database.ts'
import type { Write } from '#platform/event-log/event-log.ts'
import { hear } from './domain/decisions.ts'
import { factsOf, orderIdOf } from './domain/facts.ts'
import type { Author, Loaded, Orders } from './orders.ts'
import { digestOf, type StripeAccount } from './stripe.ts'

/** What became of a look at Stripe. */
export type Observed =
  | { outcome: 'applied'; loaded: Loaded; news: number }
  /** A payment of another product of the same Stripe account. */
  | { outcome: 'foreign' }
  /** Ours by its metadata, but the order is not there (yet). */
  | { outcome: 'unknown-order'; orderId: string }
  | { outcome: 'unknown-intent' }

/**
 * The one writer of Stripe's facts. Webhook, return page, reconciler and finance are its callers: each asks Stripe
 * what is true now and appends what is new, so it does not matter which of them comes first, or how often.
 */
export class Observations {
  readonly #database: Database
  readonly #orders: Orders
  readonly #stripe: StripeAccount

  constructor(database: Database, orders: Orders, stripe: StripeAccount) {
    this.#database = database
    this.#orders = orders
    this.#stripe = stripe
  }

  /** The order that knows this intent; null when none does. */
  async orderOf(intentId: string): Promise<{ id: string; buyerId: string } | null> {
    const [row] = await this.#database.sql.query<{ id: string; buyerId: string }>(
      'select id, buyer_id as "buyerId" from commerce_order where intent_ids @> array[$1]',
      [intentId],
    )
    return row ?? null
  }

  /**
   * Looks at an intent at Stripe and appends what its order does not know yet.
   * @param along statements that commit with the events, told the order's id (an inbox mark).
   * @throws AppError unavailable when Stripe or the database cannot be asked.
   */
  async observe(
    intentId: string,
    author: Author,
    along: (orderId: string) => readonly Write[] = () => [],
  ): Promise<Observed> {
    const known = await this.orderOf(intentId)
    const sighting = await this.#stripe.look(intentId)
    if (sighting === null) return { outcome: 'unknown-intent' }
    const orderId = known?.id ?? orderIdOf(sighting.intent.metadata)
    if (orderId === null) return { outcome: 'foreign' }
    const facts = factsOf(sighting, digestOf)
    let exists = true
    let news = 0
    const loaded = await this.#orders.change(
      orderId,
      author,
      ({ order }) => {
        exists = order.placed !== null
        const heard = exists ? hear(order, facts) : []
        news = heard.length
        return heard
      },
      { writes: () => (exists ? along(orderId) : []) },
    )
    if (!exists) return { outcome: 'unknown-order', orderId }
    return { outcome: 'applied', loaded, news }
  }
}
