import { AppError } from '#platform/kernel/error.ts'
import { toDecimal } from '#platform/kernel/money.ts'
import type { OrderEvent } from './events.ts'
import { isLiveRefund, type KnownIntent } from './lattice.ts'
import type { Order } from './order.ts'
import { openRefundRequests } from './payments.ts'

/** Minor units of one payment that can still be given back. */
export function refundable(order: Order, intent: KnownIntent): number {
  const back = Object.values(order.refunds)
    .filter((refund) => refund.intentId === intent.intentId && isLiveRefund(refund))
    .reduce((sum, refund) => sum + refund.amount, 0)
  const asked = openRefundRequests(order)
    .filter((request) => request.intentId === intent.intentId)
    .reduce((sum, request) => sum + request.amount, 0)
  return intent.amountReceived - back - asked
}

/**
 * Finance gives money back, in full or in part. `amount` in minor units; everything refundable when absent.
 * @throws AppError conflict `NOTHING_TO_REFUND` or invalid `REFUND_TOO_LARGE`.
 */
export function requestRefund(
  order: Order,
  wish: { idempotencyKey: string; intentId?: string; amount?: number; reason: string; by: string },
): OrderEvent[] {
  if (order.refundRequests[wish.idempotencyKey] !== undefined) return []
  const payments = Object.values(order.intents)
    .filter((intent) => intent.state === 'succeeded')
    .filter((intent) => wish.intentId === undefined || intent.intentId === wish.intentId)
    .map((intent) => ({ intent, left: refundable(order, intent) }))
    .sort((a, b) => b.left - a.left)
  const best = payments[0]
  if (best === undefined || best.left <= 0) {
    throw new AppError('conflict', 'NOTHING_TO_REFUND', 'Nothing of this order is left to refund')
  }
  const amount = wish.amount ?? best.left
  if (amount < 1 || amount > best.left) {
    const most = `${toDecimal(best.left)} ${best.intent.currency.toUpperCase()}`
    throw new AppError(
      'invalid',
      'REFUND_TOO_LARGE',
      `amount: at most ${most} of this payment can be refunded`,
    )
  }
  const { idempotencyKey, reason, by } = wish
  const { intentId, currency } = best.intent
  return [{ type: 'RefundRequested', data: { idempotencyKey, intentId, amount, currency, reason, by } }]
}

/** Stripe refused a refund that finance asked for: the amount is free again, and finance sees why it did not move. */
export function hearRefundRefused(order: Order, idempotencyKey: string): OrderEvent[] {
  const request = openRefundRequests(order).find((open) => open.idempotencyKey === idempotencyKey)
  if (request === undefined) return []
  const { amount, currency } = request
  const data = { reason: 'refund-refused' as const, subject: idempotencyKey, amount, currency, surplus: 0 }
  return [{ type: 'OrderFlagged', data }]
}
