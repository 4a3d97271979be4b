import { AppError, refusedField } from '#platform/kernel/error.ts'
import { stepOf, toDecimal } from '#platform/kernel/money.ts'
import type { OrderEvent, ProviderRefusal } from './events.ts'
import { isLiveRefund, type KnownIntent } from './lattice.ts'
import type { Order } from './order.ts'
import { openRefundRequests, received, refunded, refundRequestState } from './payments.ts'

/** Minor units of one payment that can still be given back. */
export function refundable(order: Order, intent: KnownIntent): number {
  const back = Object.values(order.refunds)
    .filter((refund) => refund.intentId === intent.intentId && isLiveRefund(refund))
    .reduce((sum, refund) => sum + refund.amount, 0)
  const asked = openRefundRequests(order)
    .filter((request) => request.intentId === intent.intentId)
    .reduce((sum, request) => sum + request.amount, 0)
  const left = intent.amountReceived - back - asked
  // What the bank took back of a transfer is not there to be refunded.
  return intent.method === 'bank-transfer' ? Math.min(left, received(order) - refunded(order) - asked) : left
}

/**
 * The key under which the provider is asked for a refund. It holds the order, because the provider knows keys of the
 * whole account: one `requestId` for two orders would otherwise be one request to it.
 */
export function refundKey(order: Order, requestId: string): string {
  return `${order.id}:${requestId}`
}

/** The request of the refund that the rule pays after a withdrawal: an order has one, so a second statement pays nothing. */
export const withdrawalRequest = 'withdrawal'
/** The request of the refund with which finance answers one. */
export const answeredRequest = (statementId: string): string => `${withdrawalRequest}-${statementId}`

/** Its buyer has withdrawn from the order, unless Stripe refused the refund: the place ends, also where a part is kept. */
export function isWithdrawn(order: Order): boolean {
  const beginning = refundKey(order, withdrawalRequest)
  return Object.keys(order.refundRequests).some(
    (key) => key.startsWith(beginning) && refundRequestState(order, key) !== 'refused',
  )
}

/**
 * Finance gives money back, in full or in part. `amount` in minor units; everything refundable when absent.
 * @throws AppError conflict `NOTHING_TO_REFUND`; conflict `REQUEST_ID_USED` for a repeat that asks for something
 *   else; invalid `REFUND_TOO_LARGE`, `CURRENCY_MISMATCH`, or `REFUND_STEP` for an amount that the currency does not have.
 */
export function requestRefund(
  order: Order,
  input: {
    idempotencyKey: string
    intentId?: string
    amount?: number
    /** Of the amount. */
    currency?: string
    reason: string
    by: string
  },
): OrderEvent[] {
  const before = order.refundRequests[input.idempotencyKey]
  if (before !== undefined) {
    const { amount = before.amount, intentId = before.intentId } = input
    if (amount === before.amount && intentId === before.intentId) return []
    throw new AppError(
      'conflict',
      'REQUEST_ID_USED',
      'requestId: another refund of this order was asked for with this id. Send a new id with a new refund.',
    )
  }
  const payments = Object.values(order.intents)
    .filter((intent) => intent.state === 'succeeded')
    .filter((intent) => input.intentId === undefined || intent.intentId === input.intentId)
    .map((intent) => ({ intent, left: refundable(order, intent) }))
    .sort((a, b) => b.left - a.left)
  const best = payments[0]
  if (best === undefined || best.left <= 0) {
    throw new AppError('conflict', 'NOTHING_TO_REFUND', 'Nothing of this order is left to refund')
  }
  const paid = best.intent.currency
  if (input.currency !== undefined && input.currency !== paid) {
    const [asked, right] = [input.currency.toUpperCase(), paid.toUpperCase()]
    throw refusedField(
      'CURRENCY_MISMATCH',
      'currency',
      `this payment is in ${right}, so nothing of it can go back in ${asked}`,
    )
  }
  const amount = input.amount ?? best.left
  if (amount < 1 || amount > best.left) {
    const most = `${toDecimal(best.left, best.intent.currency)} ${best.intent.currency.toUpperCase()}`
    throw refusedField('REFUND_TOO_LARGE', 'amount', `at most ${most} of this payment can be refunded`)
  }
  const { idempotencyKey, reason, by } = input
  const { intentId, currency } = best.intent
  if (amount % stepOf(currency) !== 0) {
    const step = toDecimal(stepOf(currency), currency)
    const code = currency.toUpperCase()
    throw refusedField('REFUND_STEP', 'amount', `${code} is refunded in steps of ${step}`)
  }
  return [{ type: 'RefundRequested', data: { idempotencyKey, intentId, amount, currency, reason, by } }]
}

/** Seats of an organization that a refund closes when it goes through, and which of them were claimed, as its caller was shown them. */
export interface NamedSeats {
  seatIds?: readonly string[] | undefined
  claimedSeatIds?: readonly string[] | undefined
}

/**
 * Which seats a refund closes is said with it, [] for none, when an organization bought them.
 * @throws AppError invalid `SEATS_NOT_NAMED`
 */
export function assertSeatsNamed(order: Order, seatIds: readonly string[] | undefined): void {
  if ((order.placed?.organizationId ?? null) !== null && seatIds === undefined)
    throw refusedField(
      'SEATS_NOT_NAMED',
      'seatIds',
      'is needed: the seats that this refund closes, [] for none',
    )
}

/** Stripe refused a refund that finance asked for: the amount is free again, and finance sees why it did not move. */
export function observeRefundRefused(
  order: Order,
  idempotencyKey: string,
  { code, message }: ProviderRefusal,
): OrderEvent[] {
  const request = openRefundRequests(order).find((open) => open.idempotencyKey === idempotencyKey)
  if (request === undefined) return []
  const { intentId, amount, currency } = request
  const flag = { reason: 'refund-refused' as const, subject: idempotencyKey, amount, currency, surplus: 0 }
  return [
    { type: 'RefundRefused', data: { idempotencyKey, intentId, amount, currency, code, message } },
    { type: 'OrderFlagged', data: flag },
  ]
}
