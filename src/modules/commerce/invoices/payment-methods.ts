import type { Clock } from '#platform/kernel/clock.ts'
import { AppError } from '#platform/kernel/error.ts'
import { withTimeout } from '#platform/kernel/with-timeout.ts'
import { standingOf } from '../domain/dues.ts'
import type { Order } from '../domain/order.ts'
import { countedAlone, countedPayments } from '../domain/payments.ts'
import type { StripeAccount } from '../payments/stripe/stripe.ts'
import { lookingMs, withTimeLimit } from '../payments/stripe/time-limit.ts'
import type { PaidWith } from './document-contents.ts'

/** The time limit for a link that our own document can replace. */
const providerTimeoutMs = 1_500
const providerReceiptMs = 29 * 24 * 3_600_000

/** How orders were paid. Stripe reports it and it is not stored here; bank transfers are in the log. */
export class PaymentMethods {
  readonly #stripe: StripeAccount
  readonly #clock: Pick<Clock, 'after'>

  constructor(stripe: StripeAccount, clock: Pick<Clock, 'after'>) {
    this.#stripe = stripe
    this.#clock = clock
  }

  /** Stripe's own page of the receipt; null when it has none or does not say so at once. Its links die after a month. */
  async receiptLink(order: Order, now: Date): Promise<string | null> {
    const [payment] = countedPayments(order)
    if (payment === undefined) return null
    const asked = this.#stripe.paymentMethod(payment.intentId).catch(() => null)
    const method = await withTimeout(asked, providerTimeoutMs, () => null, this.#clock)
    if (method === null || now.getTime() - method.paidAt.getTime() > providerReceiptMs) return null
    return method.receiptUrl
  }

  /** @throws AppError not-found `RECEIPT_NOT_AVAILABLE` when Stripe does not report it. */
  async ofOrder(order: Order): Promise<PaidWith> {
    const [payment] = countedAlone(order)
    const [transfer] = Object.values(order.transfers).filter((one) => standingOf(one) > 0)
    if (payment === undefined && transfer?.appliedAt)
      return { brand: 'Bank transfer', last4: null, paidAt: new Date(transfer.appliedAt) }
    const method =
      payment === undefined
        ? null
        : await withTimeLimit(this.#clock, lookingMs, this.#stripe.paymentMethod(payment.intentId))
    if (method === null) {
      throw new AppError(
        'not-found',
        'RECEIPT_NOT_AVAILABLE',
        'Receipt not available. This may be due to the payment method used.',
      )
    }
    return method
  }
}
