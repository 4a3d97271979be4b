import type { StaffActor } from '#platform/http/call.ts'
import { fromDecimal } from '#platform/kernel/money.ts'
import type { Order } from '../domain/order.ts'
import { openRefundRequests } from '../domain/payments.ts'
import { hearRefundRefused, requestRefund } from '../domain/refund-decisions.ts'
import type { Observations } from '../orders/observations.ts'
import type { Author, Loaded, Orders } from '../orders/orders.ts'
import type { StripeAccount } from './stripe.ts'

export interface RefundWish {
  /** Minor units would be ambiguous from a form: a decimal string. Everything that is left when absent. */
  amount?: string | undefined
  reason: string
  intentId?: string | undefined
  /** A repeat with the same id asks for nothing more. */
  idempotencyKey: string
}

/** Money back: recorded as asked for before Stripe is called, and done only when Stripe says so. */
export class Refunds {
  readonly #orders: Orders
  readonly #observations: Observations
  readonly #stripe: StripeAccount

  constructor(orders: Orders, observations: Observations, stripe: StripeAccount) {
    this.#orders = orders
    this.#observations = observations
    this.#stripe = stripe
  }

  /** @throws AppError `NOTHING_TO_REFUND`, `REFUND_TOO_LARGE`, or unavailable: the reconciler goes on with it then. */
  async request(orderId: string, wish: RefundWish, staff: StaffActor, requestId: string): Promise<Loaded> {
    const author: Author = { actor: staff, requestId }
    const asked = await this.#orders.change(orderId, author, ({ order }) =>
      requestRefund(order, {
        idempotencyKey: wish.idempotencyKey,
        reason: wish.reason,
        by: staff.staffId,
        ...(wish.amount === undefined ? {} : { amount: fromDecimal(wish.amount) }),
        ...(wish.intentId === undefined ? {} : { intentId: wish.intentId }),
      }),
    )
    await this.repeatOpen(asked, author)
    return this.#orders.load(orderId)
  }

  /** Sends every refund that was asked for and not yet seen at Stripe; the key makes a repeat harmless. */
  async repeatOpen(loaded: Loaded, author: Author): Promise<void> {
    for (const request of openRefundRequests(loaded.order)) {
      // Stripe forgets keys after a day: first see whether an earlier try got through.
      const before = await this.#observations.observe(request.intentId, author)
      const order: Order = before.outcome === 'applied' ? before.loaded.order : loaded.order
      if (!openRefundRequests(order).some((open) => open.idempotencyKey === request.idempotencyKey)) continue
      const accepted = await this.#stripe.refund(order, request)
      if (accepted) await this.#observations.observe(request.intentId, author)
      else {
        await this.#orders.change(order.id, author, (now) =>
          hearRefundRefused(now.order, request.idempotencyKey),
        )
      }
    }
  }
}
