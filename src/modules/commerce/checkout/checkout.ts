import type { Customer, Customers } from '#modules/identity/index.ts'
import type { Places } from '#modules/leadership/index.ts'
import type { Database } from '#platform/database/database.ts'
import { violates } from '#platform/database/failures.ts'
import { runWrites } from '#platform/event-log/writes.ts'
import type { CustomerActor } from '#platform/http/call.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import { AppError } from '#platform/kernel/error.ts'
import type { Ids } from '#platform/kernel/ids.ts'
import { assertPrintable } from '#platform/pdf/printable.ts'
import { place } from '../domain/decisions.ts'
import type { Answers } from '../domain/events.ts'
import { lineTotal } from '../domain/order-lines.ts'
import type { ReportedVisit } from '../domain/touches.ts'
import type { Author } from '../orders/author.ts'
import { forgetUnplaced, snapshotOf } from '../orders/buyers.ts'
import { type Loaded, loadedFrom } from '../orders/loaded.ts'
import { freeOrderId } from '../orders/made-ids.ts'
import type { Observations } from '../orders/observations.ts'
import type { OrderSources } from '../orders/order-sources.ts'
import type { Orders } from '../orders/orders.ts'
import type { Product, Products } from '../orders/products.ts'
import type { StripeAccount } from '../payments/stripe/stripe.ts'
import type { MadeIntent } from '../payments/stripe/stripe-objects.ts'
import type { Prices } from '../pricing/prices.ts'
import { alreadyEnrolled, refuseTooMany } from './checkout-refusals.ts'
import { type EarlierOrder, heldPlace, ordersOf } from './held-place.ts'
import type { OrderCohorts } from './order-cohorts.ts'
import { PayableOrders } from './payable-orders.ts'

export interface CheckoutRequest {
  productId: string
  answers: Answers
  termsVersion: string | null
  /** The buyer has seen that a completed order exists, and wants another one. */
  confirmAgain: boolean
  /** The cohort in which a place is wanted; null for none, or for that of the open order. */
  cohortId: string | null
  /** The cohort of a new order when `cohortId` is null; an open order keeps its own. */
  preferredCohortId: string | null
  /** As typed; '' for none. Null: that of the open order, and of a new one none. */
  couponCode: string | null
  /** The token of an offer's link, for a place in `cohortId` that is kept for the person who waited. */
  offer: string | null
  /** Where the visit came from; kept with a new order only. */
  visit: ReportedVisit | undefined
}

export interface PreparedPayment {
  loaded: Loaded
  buyer: Customer
  /** Null for an order that costs nothing: it is complete already. */
  intent: MadeIntent | null
  resumed: boolean
}

const maxRounds = 10

/** From "enroll" to a payment that the browser can confirm. The order is stored before Stripe is asked for money. */
export class Checkout {
  readonly #database: Database
  readonly #orders: Orders
  readonly #products: Products
  readonly #customers: Customers
  readonly #places: Places
  readonly #cohorts: OrderCohorts
  readonly #prices: Prices
  readonly #sources: OrderSources
  readonly #clock: Clock
  readonly #ids: Ids
  readonly #payable: PayableOrders
  readonly #limited: boolean

  constructor(
    parts: {
      database: Database
      orders: Orders
      products: Products
      customers: Customers
      places: Places
      cohorts: OrderCohorts
      prices: Prices
      sources: OrderSources
      observations: Observations
      stripe: StripeAccount
      clock: Clock
      ids: Ids
    },
    limited: boolean,
  ) {
    this.#database = parts.database
    this.#orders = parts.orders
    this.#products = parts.products
    this.#customers = parts.customers
    this.#places = parts.places
    this.#cohorts = parts.cohorts
    this.#prices = parts.prices
    this.#sources = parts.sources
    this.#clock = parts.clock
    this.#ids = parts.ids
    this.#payable = new PayableOrders(parts)
    this.#limited = limited
  }

  /**
   * The buyer's one open payment of the product: the running one when it still takes a card, else a new order.
   * However many calls run at once, there is one order and one intent.
   * @throws AppError `EMAIL_NOT_VERIFIED`, `PRODUCT_NOT_FOUND`, `PRODUCT_NOT_AVAILABLE`, `ALREADY_ENROLLED`,
   *   `PAYMENT_PROCESSING`, `TOO_MANY_ORDERS`, `COHORT_FULL`, `COHORT_NOT_OPEN`, `PAYMENT_PROVIDER_UNAVAILABLE`; otherwise as
   *   `Prices.quote`
   */
  async prepare(actor: CustomerActor, requestId: string, input: CheckoutRequest): Promise<PreparedPayment> {
    // Asked for at the same time; a refusal names the address first.
    const wanted = this.#database.rawTransaction(async (sql) => ({
      product: await this.#products.forSale(input.productId, sql),
      orders: await ordersOf(sql, actor.userId),
    }))
    wanted.catch(() => undefined)
    const buyer = await this.#customers.get(actor.userId)
    if (buyer === null || !buyer.isEmailVerified) {
      throw new AppError('forbidden', 'EMAIL_NOT_VERIFIED', 'Please verify your email address first')
    }
    const { product, orders } = await wanted
    const author: Author = { actor, requestId }
    let placedHere: string | null = null
    for (let round = 0; round < maxRounds; round += 1) {
      const earlier = round === 0 ? orders : await ordersOf(this.#database.sql, buyer.id)
      const open = earlier.find((order) => order.open && order.productId === product.id)
      const order = open
        ? await this.#orders.load(open.id)
        : await this.#place(buyer, product, input, author, earlier)
      // A parallel call has placed one: the next round continues that order.
      if (order === null) continue
      const { id } = order.order
      if (!open) placedHere = id
      if (!open && order.order.placed?.total === 0)
        return { loaded: order, buyer, intent: null, resumed: false }
      const resumed = id !== placedHere
      const prepared = await this.#payable.intentOf(order, product, author, resumed ? input : null)
      if (prepared === null) continue
      if (resumed) await this.#cohorts.renew({ id, buyerId: buyer.id }, input.cohortId, input.offer)
      return { ...prepared, buyer, resumed }
    }
    throw new AppError('unavailable', 'CHECKOUT_BUSY', 'Please try again in a moment', { retryAfter: 1 })
  }

  /** The new order, or null when the buyer's one open place was taken by a parallel call. */
  async #place(
    buyer: Customer,
    product: Product,
    input: CheckoutRequest,
    author: Author,
    earlier: readonly EarlierOrder[],
  ): Promise<Loaded | null> {
    const enrolled = input.confirmAgain ? null : await heldPlace(this.#orders, earlier, product.id)
    if (enrolled !== null) throw alreadyEnrolled(enrolled)
    if (this.#limited) refuseTooMany(earlier, this.#clock.now())
    await assertPrintable({ fullName: `${buyer.firstName} ${buyer.lastName}`, company: buyer.company })
    const line = await this.#payable.lineOf(product, input)
    const isFree = lineTotal(line) === 0
    const orderId = isFree ? freeOrderId(buyer.id, product.id, earlier.length) : this.#ids.uuid()
    const idempotencyKey = this.#ids.uuid()
    const { currency } = product
    const { answers, termsVersion } = input
    const { cohortId, discounts } = line
    const wanted = { id: orderId, buyerId: buyer.id }
    const held = cohortId === null ? [] : await this.#places.hold(wanted, cohortId, input.offer)
    const sources = await this.#sources.writes(orderId, buyer, input.visit)
    // The invoice of an order that costs nothing is issued with it, and made before: its buyer is read from the table.
    if (isFree) await runWrites(this.#database.sql, [snapshotOf(orderId, buyer)])
    try {
      return await this.#orders.change(
        orderId,
        author,
        ({ order }) =>
          place(order, {
            buyerId: buyer.id,
            organizationId: null,
            // The program keeps the date; the log needs it for the terms of a coupon only (ADR 055).
            lines: [{ ...line, cohortId: discounts.length === 0 ? null : cohortId }],
            currency,
            answers,
            termsVersion,
            payment: { method: 'card', idempotencyKey },
          }),
        {
          // A random id is known to this call only, so the order cannot exist.
          ...(isFree ? {} : { from: loadedFrom(orderId, []) }),
          writes: () => [
            snapshotOf(orderId, buyer),
            ...held,
            ...sources,
            ...this.#prices.reserve(orderId, discounts, currency),
          ],
        },
      )
    } catch (error) {
      if (isFree) await forgetUnplaced(this.#database.sql, orderId)
      if (violates(error, 'commerce_order', 'commerce_order_one_open')) return null
      throw this.#places.refusalOf(error) ?? this.#prices.refusalOf(error) ?? error
    }
  }
}
