import type { Clock } from '#platform/kernel/clock.ts'
import type { Ids } from '#platform/kernel/ids.ts'
import { isChargeable } from '../domain/chargeable.ts'
import { codeOf } from '../domain/coupon.ts'
import { cancel, observe } from '../domain/decisions.ts'
import { missingFact } from '../domain/facts.ts'
import { isPayableIntent } from '../domain/lattice.ts'
import { intentIds, type Order } from '../domain/order.ts'
import { discountsOf } from '../domain/order-discounts.ts'
import { listTotal, type OrderLine, plainLine } from '../domain/order-lines.ts'
import { isOpen, statusOf } from '../domain/status.ts'
import type { Author } from '../orders/author.ts'
import type { Loaded } from '../orders/loaded.ts'
import type { Observations } from '../orders/observations.ts'
import type { Orders } from '../orders/orders.ts'
import type { Product } from '../orders/products.ts'
import type { StripeAccount } from '../payments/stripe/stripe.ts'
import type { Prices } from '../pricing/prices.ts'
import { cancelPayments } from './cancel-payments.ts'
import { alreadyEnrolled, paymentProcessing, underReview } from './checkout-refusals.ts'
import { PaymentRequests, type RequestedPayment } from './payment-requests.ts'

/** What decides the price of one seat. */
export interface WantedSeat {
  cohortId: string | null
  preferredCohortId: string | null
  couponCode: string | null
}

/** The open order of a person: its price, and the payment that continues it. */
export class PayableOrders {
  readonly #orders: Orders
  readonly #prices: Prices
  readonly #observations: Observations
  readonly #stripe: StripeAccount
  readonly #requests: PaymentRequests

  constructor(parts: {
    orders: Orders
    prices: Prices
    observations: Observations
    stripe: StripeAccount
    clock: Clock
    ids: Ids
  }) {
    this.#orders = parts.orders
    this.#prices = parts.prices
    this.#observations = parts.observations
    this.#stripe = parts.stripe
    this.#requests = new PaymentRequests(parts.orders, parts.stripe, parts.clock, parts.ids)
  }

  /** One seat at the price of now, less what the coupon that was typed takes off. @throws as `Prices.quote` */
  async lineOf(product: Product, { couponCode, ...dates }: WantedSeat): Promise<OrderLine> {
    const { id, name, priceMinor: price } = product
    const cohortId = dates.cohortId ?? dates.preferredCohortId
    const line = plainLine({ id, name, price }, 1, cohortId)
    if (couponCode === null || couponCode.trim() === '') return line
    const { discounts } = await this.#prices.quote({ product, quantity: 1, cohortId, couponCode })
    return { ...line, discounts }
  }

  /**
   * The order's intent when it still takes a card; null when the order is over and a new one is needed.
   * @param input what the buyer asks of an order that existed before; null for one that was just placed
   */
  async intentOf(
    loaded: Loaded,
    product: Product,
    author: Author,
    input: WantedSeat | null,
  ): Promise<RequestedPayment | null> {
    const orderId = loaded.order.id
    const isOther = await this.#isOther(loaded.order, product, input)
    const [known] = intentIds(loaded.order)
    const { total = 0, currency = '' } = loaded.order.placed ?? {}
    if (known === undefined && !isChargeable(total, currency)) {
      // Stripe has never taken it, so nothing of it can be paid there.
      await this.#orders.change(orderId, author, ({ order }) => cancel(order, 'not-chargeable'))
      return null
    }
    if (known === undefined) {
      const made = await this.#requests.make(loaded, author)
      if (!isOther) return made
      await cancelPayments(made.loaded, author, this.#stripe, this.#observations)
      return null
    }
    const seen = await this.#observations.observe(known, author, undefined, {
      orderId,
      subject: 'payment',
    })
    if (seen.outcome !== 'applied') {
      await this.#orders.change(orderId, author, ({ order }) => observe(order, [missingFact(order, known)]))
      return null
    }
    const now = seen.loaded
    const status = statusOf(now.order)
    if (status === 'completed') throw alreadyEnrolled(orderId)
    if (status === 'processing') {
      throw paymentProcessing(orderId)
    }
    const open = Object.values(now.order.intents).find(isPayableIntent)
    if (!isOpen(status)) return null
    if (open === undefined) throw underReview(orderId)
    if (isOther) {
      await cancelPayments(now, author, this.#stripe, this.#observations)
      return null
    }
    const intent = await this.#stripe.intent(open.intentId)
    return intent === null ? null : { loaded: now, intent }
  }

  /**
   * True for an open order that is not what is wanted any more: the product has another price, or another code was
   * typed. @throws as `Prices.quote` for a code that does not count: the order stays then
   */
  async #isOther(order: Order, product: Product, input: WantedSeat | null): Promise<boolean> {
    const { lines = [], currency } = order.placed ?? {}
    if (listTotal(lines) !== product.priceMinor || currency !== product.currency) return true
    if (input === null || input.couponCode === null) return false
    if (codeOf(input.couponCode) === (await this.#prices.codeAmong(discountsOf(order)))) return false
    await this.lineOf(product, input)
    return true
  }
}
