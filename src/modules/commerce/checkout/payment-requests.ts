import type { Clock } from '#platform/kernel/clock.ts'
import type { Ids } from '#platform/kernel/ids.ts'
import { isTransferKey } from '../domain/bank-payments.ts'
import { observe, observeCreated, requestPayment } from '../domain/decisions.ts'
import { factsOf } from '../domain/facts.ts'
import type { Order } from '../domain/order.ts'
import { amountAsked } from '../domain/payments.ts'
import type { Author } from '../orders/author.ts'
import type { Loaded } from '../orders/loaded.ts'
import type { Orders } from '../orders/orders.ts'
import type { StripeAccount } from '../payments/stripe/stripe.ts'
import { digestOf, type MadeIntent } from '../payments/stripe/stripe-objects.ts'
import { providerUnavailable } from '../payments/stripe/time-limit.ts'

/** Stripe forgets idempotency keys after 24 hours; an hour earlier a lost answer is searched for instead. */
const keyLivesMs = 23 * 3_600_000

/** The last key under which a payment by card was asked for. */
const cardKeyOf = ({ paymentKeys }: Order): string | undefined =>
  paymentKeys.findLast((key) => !isTransferKey(key))

/** An intent, and the order that knows it. */
export interface RequestedPayment {
  loaded: Loaded
  intent: MadeIntent
}

/** Asks Stripe for the one intent of a placed order, however often it has to ask. */
export class PaymentRequests {
  readonly #orders: Orders
  readonly #stripe: StripeAccount
  readonly #clock: Clock
  readonly #ids: Ids
  /** Parallel calls for one order in this process share one call to Stripe. */
  readonly #making = new Map<string, Promise<RequestedPayment>>()

  constructor(orders: Orders, stripe: StripeAccount, clock: Clock, ids: Ids) {
    this.#orders = orders
    this.#stripe = stripe
    this.#clock = clock
    this.#ids = ids
  }

  /** The intent of an order that knows none yet, recorded. @throws AppError unavailable; the same call may be repeated. */
  make(loaded: Loaded, author: Author): Promise<RequestedPayment> {
    const orderId = loaded.order.id
    const running = this.#making.get(orderId)
    if (running !== undefined) return running
    const making = this.#make(loaded, author).finally(() => this.#making.delete(orderId))
    this.#making.set(orderId, making)
    return making
  }

  /** An intent over `amount` minor units, for an order of which no payment is open. @throws as `make` */
  ofAmount(loaded: Loaded, author: Author, amount: number): Promise<RequestedPayment> {
    const { order } = loaded
    const key = cardKeyOf(order)
    // It was asked for before, and the answer got lost.
    const isAsked = key !== undefined && order.createdIntents[key] === undefined
    if (isAsked && amountAsked(order, key) === amount) return this.make(loaded, author)
    return this.#makeNew(loaded, author, amount === order.placed?.total ? null : amount)
  }

  async #make(loaded: Loaded, author: Author): Promise<RequestedPayment> {
    const { order } = loaded
    const asked = loaded.requestedAt ?? loaded.span.createdAt
    const forgotten = this.#clock.now().getTime() - asked.getTime() > keyLivesMs
    const key = cardKeyOf(order)
    const made = forgotten || key === undefined ? null : await this.#stripe.createIntent(order, key)
    // Without an answer under the key, an earlier try may have reached Stripe: look before asking again.
    const since = new Date(loaded.span.createdAt.getTime() - 60_000)
    const total = order.placed?.total ?? 0
    const amount = key === undefined ? total : amountAsked(order, key)
    const intent = made ?? (await this.#stripe.findIntent(order.id, since, amount))
    if (intent !== null) return this.#record(loaded, intent, key ?? '', author)
    return this.#makeNew(loaded, author, amount === total ? null : amount)
  }

  async #makeNew(loaded: Loaded, author: Author, amount: number | null = null): Promise<RequestedPayment> {
    const fresh = this.#ids.uuid()
    const renewed = await this.#orders.change(loaded.order.id, author, ({ order, version }) =>
      // Another request may have asked again already: its key counts.
      version === loaded.version ? requestPayment(order, fresh, amount) : [],
    )
    const key = cardKeyOf(renewed.order) ?? fresh
    const intent = await this.#stripe.createIntent(renewed.order, key)
    if (intent !== null) return this.#record(renewed, intent, key, author)
    throw providerUnavailable()
  }

  async #record(from: Loaded, intent: MadeIntent, key: string, author: Author): Promise<RequestedPayment> {
    // A fresh intent has had no charge: what Stripe just answered is all there is to know about it.
    const sighting = { intent: intent.seen, attempts: 0, refunds: [], disputes: [] }
    const facts = intent.seen.latest_charge === null ? factsOf(sighting, digestOf) : []
    const loaded = await this.#orders.change(
      from.order.id,
      author,
      ({ order }) => [
        ...observeCreated(order, { intentId: intent.id, idempotencyKey: key }),
        ...observe(order, facts),
      ],
      { from },
    )
    return { loaded, intent }
  }
}
