import { Organizations } from '#modules/identity/index.ts'
import type { CustomerActor } from '#platform/http/call.ts'
import { Clock } from '#platform/kernel/clock.ts'
import { AppError } from '#platform/kernel/error.ts'
import { Ids } from '#platform/kernel/ids.ts'
import type { Given } from '#platform/kernel/needs.ts'
import { awaitedTransfer } from '../domain/bank-payments.ts'
import { isChargeable, notChargeable } from '../domain/chargeable.ts'
import { observe } from '../domain/decisions.ts'
import { missingFact } from '../domain/facts.ts'
import { isPayableIntent } from '../domain/lattice.ts'
import { intentIds } from '../domain/order.ts'
import { openAmount } from '../domain/payments.ts'
import { isPaid, isPayable, statusOf } from '../domain/status.ts'
import type { Author } from '../orders/author.ts'
import type { Loaded } from '../orders/loaded.ts'
import { Observations } from '../orders/observations.ts'
import { orderNotFound } from '../orders/order-lists.ts'
import { Orders } from '../orders/orders.ts'
import { StripeBankTransfers } from '../payments/stripe/bank-transfers.ts'
import { StripeAccount } from '../payments/stripe/stripe.ts'
import { cancelPayments } from './cancel-payments.ts'
import { paymentProcessing, underReview } from './checkout-refusals.ts'
import { PaymentRequests, type RequestedPayment } from './payment-requests.ts'

/** Paying an order of an organization by card: all of it, or what a transfer left open. */
export class CompanyPayments {
  static readonly needs = {
    orders: Orders,
    observations: Observations,
    organizations: Organizations,
    stripe: StripeAccount,
    transfers: StripeBankTransfers,
    clock: Clock,
    ids: Ids,
  }
  readonly #parts: Given<typeof CompanyPayments.needs>
  readonly #requests: PaymentRequests

  constructor(parts: Given<typeof CompanyPayments.needs>) {
    this.#parts = parts
    this.#requests = new PaymentRequests(parts.orders, parts.stripe, parts.clock, parts.ids)
  }

  /**
   * The payment of what is open, for any manager of the organization. A payment of another amount is cancelled first.
   * @throws AppError not-found `ORDER_NOT_FOUND`; conflict `ORDER_PAID`, `ORDER_CANCELLED`, `PAYMENT_PROCESSING`,
   *   `PAYMENT_UNDER_REVIEW`, `NOT_CHARGEABLE`, `TRANSFER_BEGUN`; unavailable when Stripe cannot be asked
   */
  async prepare(actor: CustomerActor, requestId: string, orderId: string): Promise<RequestedPayment> {
    const author: Author = { actor, requestId }
    let loaded = await this.#parts.orders.load(orderId)
    const organizationId = loaded.order.placed?.organizationId ?? null
    if (organizationId === null || !(await this.#parts.organizations.mayManage(actor.userId, organizationId)))
      throw orderNotFound()
    for (const intentId of intentIds(loaded.order)) {
      const seen = await this.#parts.observations.observe(intentId, author)
      if (seen.outcome === 'applied') continue
      await this.#parts.orders.change(orderId, author, ({ order }) =>
        observe(order, [missingFact(order, intentId)]),
      )
    }
    loaded = await this.#parts.orders.load(orderId)
    this.#refuseUnpayable(loaded)
    await this.#refuseBegun(loaded)
    const amount = openAmount(loaded.order)
    if (!isChargeable(amount, loaded.order.placed?.currency ?? '')) throw notChargeable()
    const running = Object.values(loaded.order.intents).find(isPayableIntent)
    if (running?.amount === amount) {
      const intent = await this.#parts.stripe.intent(running.intentId)
      if (intent !== null) return { loaded, intent }
    }
    await cancelPayments(loaded, author, this.#parts.stripe, this.#parts.observations)
    return this.#requests.ofAmount(await this.#parts.orders.load(orderId), author, amount)
  }

  /** What has arrived of a transfer lies with its payment until the rest comes: it cannot be one half of two payments. */
  async #refuseBegun({ order }: Loaded): Promise<void> {
    const awaited = awaitedTransfer(order)
    if (awaited === null) return
    const remaining = await this.#parts.transfers.remaining(awaited.intentId)
    if (remaining === null || remaining >= awaited.amount) return
    throw new AppError(
      'conflict',
      'TRANSFER_BEGUN',
      'A part of this order has arrived by bank transfer. Please send the rest the same way, with the same reference.',
    )
  }

  #refuseUnpayable({ order }: Loaded): void {
    const status = statusOf(order)
    if (isPaid(status)) throw new AppError('conflict', 'ORDER_PAID', 'This order is paid already.')
    if (status === 'processing') throw paymentProcessing(order.id)
    if (order.cancelled !== null || status === 'cancelled')
      throw new AppError('conflict', 'ORDER_CANCELLED', 'This order was cancelled. Please place a new one.')
    if (!isPayable(order)) throw underReview(order.id)
  }
}
