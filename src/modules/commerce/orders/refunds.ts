import { Places } from '#modules/leadership/index.ts'
import type { InputOf } from '#platform/contract/endpoint.ts'
import { Database } from '#platform/database/database.ts'
import type { Actor } from '#platform/kernel/actor.ts'
import { AppError, refusedField } from '#platform/kernel/error.ts'
import { decimalsOf, fromDecimal, toDecimal } from '#platform/kernel/money.ts'
import type { Given } from '#platform/kernel/needs.ts'
import type { OrderEvent, ProviderRefusal } from '../domain/events.ts'
import type { Order, RefundRequest } from '../domain/order.ts'
import { openRefundRequests, refundRequestState } from '../domain/payments.ts'
import {
  assertSeatsNamed,
  observeRefundRefused,
  refundKey,
  requestRefund,
} from '../domain/refund-decisions.ts'
import type { refundOrder } from '../finance/search/contract-actions.ts'
import { StripeAccount } from '../payments/stripe/stripe.ts'
import { type Author, byOf } from './author.ts'
import { buyerOf } from './buyers.ts'
import type { Loaded } from './loaded.ts'
import { Observations } from './observations.ts'
import { Orders } from './orders.ts'

export type RefundInput = Omit<InputOf<typeof refundOrder>['body'], 'requestId'> & { requestId: string }

/** Money back: recorded as asked for before Stripe is called, and done only when Stripe says so. */
export class Refunds {
  static readonly needs = {
    database: Database,
    orders: Orders,
    observations: Observations,
    stripe: StripeAccount,
    places: Places,
  }
  readonly #parts: Given<typeof Refunds.needs>

  constructor(parts: Given<typeof Refunds.needs>) {
    this.#parts = parts
  }

  /**
   * Asks Stripe for a refund and returns the order with its outcome. Other refunds of the order are left alone.
   * @throws AppError `NOTHING_TO_REFUND`, `AMOUNT`, `REFUND_TOO_LARGE`, `REFUND_STEP`, `CURRENCY_MISMATCH`,
   *   `REQUEST_ID_USED`, `SEATS_NOT_NAMED`; conflict `ORDER_CHANGED` when the order is not at the version that the request is based on;
   *   conflict `SEATS_CHANGED` when other seats would be closed by now; conflict `REFUND_REFUSED` when Stripe refuses it for good; unavailable when Stripe cannot be asked: the
   *   reconciler continues the refund then.
   */
  async request(
    orderId: string,
    input: RefundInput,
    actor: Extract<Actor, { kind: 'staff' | 'system' }>,
    requestId: string,
  ): Promise<Loaded> {
    const author: Author = { actor, requestId }
    let idempotencyKey = ''
    let isRepeat = false
    const decide = ({ order, version }: Loaded): OrderEvent[] => {
      idempotencyKey = refundKey(order, input.requestId)
      isRepeat = order.refundRequests[idempotencyKey] !== undefined
      if (!isRepeat && input.version !== undefined && input.version !== version) throw orderChanged(version)
      assertSeatsNamed(order, input.seatIds)
      return requestRefund(order, {
        idempotencyKey,
        reason: input.reason,
        by: byOf(author),
        ...amountOf(order, input),
        ...(input.intentId === undefined ? {} : { intentId: input.intentId }),
      })
    }
    // The request and the seats that it puts aside are stored together, or neither.
    const writes = () =>
      isRepeat
        ? []
        : this.#parts.places.closeSeats(orderId, idempotencyKey, input.seatIds ?? [], input.claimedSeatIds)
    const asked = await this.#parts.orders
      .change(orderId, author, decide, { writes })
      .catch((error: unknown) => {
        throw this.#parts.places.refusalOf(error) ?? error
      })
    const open = openRefundRequests(asked.order).find((one) => one.idempotencyKey === idempotencyKey)
    const { order } = open === undefined ? asked : await this.#send(asked, open, author)
    const refusal = order.refundRefusals[idempotencyKey]
    if (refusal !== undefined && refundRequestState(order, idempotencyKey) === 'refused')
      throw refundRefused(refusal)
    return this.#parts.orders.load(orderId)
  }

  /**
   * Sends every refund that was asked for and not yet seen at Stripe; the key makes a repeat harmless. One that fails
   * stops no other: all failures are answered.
   */
  async repeatOpen(loaded: Loaded, author: Author): Promise<unknown[]> {
    const failures: unknown[] = []
    for (const request of openRefundRequests(loaded.order)) {
      try {
        await this.#send(loaded, request, author)
      } catch (error) {
        failures.push(error)
      }
    }
    return failures
  }

  /** The order after Stripe was asked. Stripe forgets keys after a day: first see whether an earlier try got through. */
  async #send(loaded: Loaded, request: RefundRequest, author: Author): Promise<Loaded> {
    const { idempotencyKey } = request
    const before = await this.#look(loaded, request, author)
    if (refundRequestState(before.order, idempotencyKey) !== 'open') return before
    const refusal = await this.#parts.stripe.refund(
      before.order,
      request,
      await this.#emailFor(before, request),
    )
    const after = await this.#look(before, request, author)
    if (refusal === null) return after
    return this.#parts.orders.change(after.order.id, author, ({ order }) =>
      observeRefundRefused(order, idempotencyKey, refusal),
    )
  }

  /** A bank account to send it to is asked for by mail where Stripe knows none: only of payments by bank transfer. */
  async #emailFor({ order }: Loaded, { intentId }: RefundRequest): Promise<string | null> {
    if (order.intents[intentId]?.method !== 'bank-transfer') return null
    const email = (await buyerOf(this.#parts.database.sql, order.id))?.buyer.email ?? ''
    return email.includes('@') ? email : null
  }

  async #look(loaded: Loaded, { intentId }: RefundRequest, author: Author): Promise<Loaded> {
    const seen = await this.#parts.observations.observe(intentId, author)
    return seen.outcome === 'applied' ? seen.loaded : loaded
  }
}

/** @param version the order's version now */
function orderChanged(version: number): AppError {
  return new AppError(
    'conflict',
    'ORDER_CHANGED',
    'This order has changed since you looked at it, so nothing was refunded. Look at what changed, then ask again.',
    { extra: { version } },
  )
}

/**
 * The amount that was typed, in minor units of the currency that was named, or else of the payment that was named, or else
 * of the order. @throws AppError invalid `AMOUNT` for more places than the currency has.
 */
function amountOf(order: Order, input: RefundInput): { amount?: number; currency?: string } {
  const named = input.currency?.toLowerCase()
  if (input.amount === undefined) return named === undefined ? {} : { currency: named }
  const currency = named ?? order.intents[input.intentId ?? '']?.currency ?? order.placed?.currency ?? ''
  try {
    return { amount: fromDecimal(input.amount, currency), currency }
  } catch {
    const example = toDecimal(250 * 10 ** decimalsOf(currency), currency)
    const code = currency.toUpperCase()
    throw refusedField('AMOUNT', 'amount', `must be an amount of ${code} such as ${example}`)
  }
}

function refundRefused(refusal: ProviderRefusal): AppError {
  return new AppError(
    'conflict',
    'REFUND_REFUSED',
    `The payment provider refused this refund; nothing goes back. It says: ${refusal.message}`,
    { extra: { providerCode: refusal.code } },
  )
}
