import type { Customers } from '#modules/identity/index.ts'
import { violates } from '#platform/database/failures.ts'
import { AppError } from '#platform/kernel/error.ts'
import type { Foreseen } from '../../domain/difference.ts'
import { isPayableIntent } from '../../domain/lattice.ts'
import { takeOver } from '../../domain/lost-order.ts'
import { type Author, byOf, nameOf } from '../../orders/author.ts'
import { snapshotOf } from '../../orders/buyers.ts'
import type { Observations } from '../../orders/observations.ts'
import type { Orders } from '../../orders/orders.ts'
import type { Products } from '../../orders/products.ts'
import type { StripeAccount } from '../../stripe/stripe.ts'
import { changed, type Difference, type Differences } from './differences.ts'

type LostPayment = Extract<Foreseen, { outcome: 'unknown-order' }>

/** Records orders that the log has lost, as after a restore, again from their payments. */
export class LostOrders {
  readonly #differences: Differences
  readonly #observations: Observations
  readonly #orders: Orders
  readonly #products: Products
  readonly #customers: Customers
  readonly #stripe: StripeAccount

  constructor(parts: {
    differences: Differences
    observations: Observations
    orders: Orders
    products: Products
    customers: Customers
    stripe: StripeAccount
  }) {
    this.#differences = parts.differences
    this.#observations = parts.observations
    this.#orders = parts.orders
    this.#products = parts.products
    this.#customers = parts.customers
    this.#stripe = parts.stripe
  }

  /**
   * Places the order again from its payment, with the invoice number that was printed for it. A buyer has at most one open
   * order: when this one is unpaid and its buyer has begun another since, its payment is cancelled at Stripe first.
   * @returns false when the order is in the log by now: then the payment is recorded like any other
   * @throws AppError conflict `BUYER_HAS_OPEN_ORDER` while a payment of such an order is under way; `DIFFERENCE_CHANGED`.
   */
  async takeOver(difference: Difference, author: Author): Promise<boolean> {
    const seen = await this.#observations.foresee(difference.intentId)
    if (seen.outcome === 'seen') return false
    if (seen.outcome !== 'unknown-order') throw changed()
    try {
      await this.#recordAgain(seen, difference, author)
    } catch (error) {
      if (!violates(error, 'commerce_order', 'commerce_order_one_open')) throw error
      await this.#recordWithoutPayment(seen, difference, author)
    }
    return true
  }

  async #recordWithoutPayment({ facts }: LostPayment, difference: Difference, author: Author): Promise<void> {
    const { intentId } = difference
    const payable = facts.some((fact) => fact.type === 'PaymentIntentObserved' && isPayableIntent(fact.data))
    if (payable) await this.#stripe.cancelIntent(intentId)
    const seen = await this.#observations.foresee(intentId)
    if (seen.outcome !== 'unknown-order') throw changed()
    const why = 'Its buyer has begun another order since, so this payment was cancelled at Stripe.'
    try {
      await this.#recordAgain(seen, difference, author, payable ? why : '')
    } catch (error) {
      if (!violates(error, 'commerce_order', 'commerce_order_one_open')) throw error
      throw new AppError(
        'conflict',
        'BUYER_HAS_OPEN_ORDER',
        "This order's payment is under way, and its buyer has begun another one since. Record it when the payment has ended.",
      )
    }
  }

  /** @param further a second sentence for the note on the order */
  async #recordAgain(
    { signedOrder, facts }: LostPayment,
    { id, intentId }: Difference,
    author: Author,
    further = '',
  ): Promise<void> {
    if (signedOrder === null) throw changed()
    const [{ name: productName }, buyer] = await Promise.all([
      this.#products.get(signedOrder.productId),
      this.#customers.get(signedOrder.buyerId),
    ])
    const account = buyer === null ? 'The account that placed it is lost too.' : 'Its account is here.'
    const text = [
      `Taken over from payment ${intentId}: the log had lost this order. ${account} The questionnaire was not kept at Stripe.`,
      ...(further === '' ? [] : [further]),
    ].join(' ')
    await this.#orders.change(
      signedOrder.orderId,
      author,
      ({ order }) =>
        takeOver(order, { ...signedOrder, productName }, facts, { noteId: id, text, by: byOf(author) }),
      {
        writes: () => [
          ...(buyer === null ? [] : [snapshotOf(signedOrder.orderId, buyer)]),
          ...this.#differences.settled(intentId, 'recorded', nameOf(author)),
        ],
      },
    )
  }
}
