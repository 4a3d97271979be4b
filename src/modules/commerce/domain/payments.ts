import { type IntentState, isDeadIntent, isLiveRefund } from './lattice.ts'
import { flagKey, type Order, type RefundRequest } from './order.ts'

/** Whether this payment is the one the order asked for: exact amount, right currency, own order id. */
export function isForOrder(order: Order, intent: IntentState): boolean {
  return (
    order.placed !== null &&
    intent.orderId === order.id &&
    intent.amount === order.placed.total &&
    (intent.state !== 'succeeded' || intent.amountReceived === order.placed.total) &&
    intent.currency === order.placed.currency
  )
}

/** Payments that arrived and count towards the total. */
export function countedPayments(order: Order): IntentState[] {
  return Object.values(order.intents).filter(
    (intent) => intent.state === 'succeeded' && isForOrder(order, intent),
  )
}

/** Minor units received in payments that count. */
export function received(order: Order): number {
  return countedPayments(order).reduce((sum, intent) => sum + intent.amountReceived, 0)
}

/** Minor units that went back, or are on their way back, from payments that count. */
export function refunded(order: Order): number {
  const counted = new Set(countedPayments(order).map((intent) => intent.intentId))
  return Object.values(order.refunds)
    .filter((refund) => counted.has(refund.intentId) && isLiveRefund(refund))
    .reduce((sum, refund) => sum + refund.amount, 0)
}

/** Nothing more will come of this intent: it is dead, or brought a wrong payment that went back in full. */
export function isOver(order: Order, intentId: string): boolean {
  const intent = order.intents[intentId]
  if (intent === undefined) return false
  if (isDeadIntent(intent)) return true
  if (intent.state !== 'succeeded' || isForOrder(order, intent)) return false
  const back = Object.values(order.refunds)
    .filter((refund) => refund.intentId === intentId && refund.state === 'succeeded')
    .reduce((sum, refund) => sum + refund.amount, 0)
  return back >= intent.amountReceived
}

/** Refunds that were asked for and neither seen at Stripe nor refused by it. */
export function openRefundRequests(order: Order): RefundRequest[] {
  const seen = new Set(Object.values(order.refunds).map((refund) => refund.requestKey))
  return Object.values(order.refundRequests).filter(
    (request) =>
      !seen.has(request.idempotencyKey) &&
      order.flags[flagKey({ reason: 'refund-refused', subject: request.idempotencyKey })] === undefined,
  )
}
