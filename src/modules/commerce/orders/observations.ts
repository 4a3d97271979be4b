import { Database } from '#platform/database/database.ts'
import type { Write } from '#platform/event-log/event-log.ts'
import type { Given } from '#platform/kernel/needs.ts'
import { observe } from '../domain/decisions.ts'
import type { Foreseen } from '../domain/difference.ts'
import type { Observation } from '../domain/events.ts'
import { factsOf, isByTransfer, orderIdOf, type Question, type StripeIntent } from '../domain/facts.ts'
import { intentIds, type Order } from '../domain/order.ts'
import { StripeAccount } from '../payments/stripe/stripe.ts'
import { digestOf, idOf } from '../payments/stripe/stripe-objects.ts'
import type { Author } from './author.ts'
import { CashBalances } from './cash-balances.ts'
import type { Loaded } from './loaded.ts'
import type { OrderRow } from './order-row.ts'
import { Orders } from './orders.ts'
import { orderTables } from './tables.ts'

/** What became of a look at Stripe. */
export type Observed =
  | { outcome: 'applied'; loaded: Loaded }
  /** A payment of another product of the same Stripe account. */
  | { outcome: 'foreign' }
  /** Ours by its metadata, but the order is not there (yet). */
  | { outcome: 'unknown-order'; orderId: string }
  | { outcome: 'unknown-intent' }

/** The row commits with the events of its order. */
export type FoundOrder = Pick<OrderRow, 'id' | 'buyerId' | 'organizationId' | 'status'>

export interface Look extends Question {
  /** The order that knows the intent, if the caller has found it: it saves the search. */
  orderId?: string
}

/** What an order is about to learn: as it was, and what is new to it. */
export interface Learned {
  before: Loaded
  news: readonly Observation[]
}

/**
 * The one writer of Stripe's facts. Webhook, return page, reconciler and finance are its callers: each asks Stripe
 * what is true now and appends what is new, so it does not matter which of them comes first, or how often.
 */
export class Observations {
  static readonly needs = {
    database: Database,
    orders: Orders,
    stripe: StripeAccount,
    balances: CashBalances,
  }
  readonly #parts: Given<typeof Observations.needs>

  /** @param stripe asked for nothing but what it says now. */
  constructor(parts: Given<typeof Observations.needs>) {
    this.#parts = parts
  }

  /** The order that knows this intent, as its row says it; null when none does. */
  async orderOf(intentId: string): Promise<FoundOrder | null> {
    const order = await orderTables(this.#parts.database.sql)
      .selectFrom('commerce_order')
      .select(['id', 'buyer_id as buyerId', 'organization_id as organizationId', 'status'])
      .where(({ eb, val }) => eb('intent_ids', '@>', val([intentId])))
      .executeTakeFirst()
    return order ?? null
  }

  /**
   * What `observe` would record now. Records nothing itself. @throws AppError unavailable, as `observe`.
   * @param knownId the order that knows the intent, where the caller has seen it: not looked for again
   */
  async foresee(intentId: string, knownId?: string): Promise<Foreseen> {
    const known = knownId ?? (await this.orderOf(intentId))?.id
    const sighting = await this.#parts.stripe.look(intentId)
    if (sighting === null) {
      const order = known === undefined ? null : (await this.#parts.orders.load(known)).order
      return { outcome: 'unknown-intent', order }
    }
    const orderId = known ?? orderIdOf(sighting.intent.metadata)
    if (orderId === null) return { outcome: 'foreign' }
    const facts = factsOf(sighting, digestOf)
    const { order } = await this.#parts.orders.load(orderId)
    const signedOrder = sighting.signedOrder ?? null
    if (order.placed === null) return { outcome: 'unknown-order', orderId, facts, signedOrder }
    return { outcome: 'seen', order, known: known !== undefined, facts, signedOrder }
  }

  /**
   * Looks at an intent at Stripe and appends what its order does not know yet.
   * @param along statements that commit with the events, made from what is new (the status of a webhook); also run when nothing is new.
   * @throws AppError unavailable when Stripe or the database cannot be asked.
   */
  async observe(
    intentId: string,
    author: Author,
    along: (learned: Learned) => readonly Write[] = () => [],
    { orderId: given, ...question }: Look = {},
  ): Promise<Observed> {
    const sighting = await this.#parts.stripe.look(intentId, question)
    if (sighting === null) return { outcome: 'unknown-intent' }
    const facts = factsOf(sighting, digestOf)
    const recordAt = async (orderId: string, concerns: (order: Order) => boolean): Promise<Loaded | null> => {
      let isConcerned = true
      let news: Observation[] = []
      const decide = ({ order }: Loaded): Observation[] => {
        isConcerned = order.placed !== null && concerns(order)
        news = isConcerned ? observe(order, facts) : []
        return news
      }
      const writes = (before: Loaded): readonly Write[] => (isConcerned ? along({ before, news }) : [])
      const loaded = await this.#parts.orders.change(orderId, author, decide, { writes, onlyAdds: true })
      return isConcerned ? this.#withTransfers(loaded, sighting.intent, author) : null
    }
    // The payment's metadata nearly always names the order that knows it: then that is not looked for.
    const named = orderIdOf(sighting.intent.metadata)
    const knows = (order: Order): boolean => intentIds(order).includes(intentId)
    const recorded = given === undefined && named !== null ? await recordAt(named, knows) : null
    if (recorded !== null) return { outcome: 'applied', loaded: recorded }
    const orderId = given ?? (await this.orderOf(intentId))?.id ?? named
    if (orderId === null) return { outcome: 'foreign' }
    const loaded = await recordAt(orderId, () => true)
    return loaded === null ? { outcome: 'unknown-order', orderId } : { outcome: 'applied', loaded }
  }

  /** The money of a payment by bank transfer is counted from the balance that it comes from. */
  async #withTransfers(loaded: Loaded, intent: StripeIntent, author: Author): Promise<Loaded> {
    const customer = idOf(intent.customer ?? null)
    if (!isByTransfer(intent) || customer === '') return loaded
    await this.#parts.balances.follow(customer, author, loaded.order.placed?.organizationId)
    return this.#parts.orders.load(loaded.order.id)
  }
}
