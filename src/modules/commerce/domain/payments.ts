import { standingOf } from './dues.ts'
import { isDeadIntent, isLiveRefund, type KnownIntent } from './lattice.ts'
import { flagKey, type Order, type RefundRequest } from './order.ts'

/**
 * Whether the payment was made for this order: by this product, or by what it ever carried at Stripe. Its order id can be
 * edited or emptied there at any time, and money that came for an order stays with it.
 */
export function isOwn(order: Order, { intentId, orderIds }: KnownIntent): boolean {
  if (Object.values(order.createdIntents).includes(intentId)) return true
  return orderIds.length === 0 || orderIds.includes(order.id)
}

/** What is to be paid under a key of the order, in minor units. */
export function amountAsked({ placed, paymentAmounts }: Order, idempotencyKey: string): number {
  return paymentAmounts[idempotencyKey] ?? placed?.total ?? 0
}

/** Whether this payment is one that the order asked for: exact amount, right currency, made for the order. */
export function isForOrder(order: Order, intent: KnownIntent): boolean {
  if (order.placed === null || !isOwn(order, intent)) return false
  const { total, currency } = order.placed
  const amounts = [total, ...Object.values(order.paymentAmounts)]
  const fits = (asked: { amount: number; currency: string }) =>
    amounts.includes(asked.amount) && asked.currency === currency
  if (intent.state !== 'succeeded') return fits(intent)
  return intent.receipts.some((receipt) => fits(receipt) && receipt.amountReceived === receipt.amount)
}

/** Payments that arrived and count towards the total. */
export function countedPayments(order: Order): KnownIntent[] {
  return Object.values(order.intents).filter(
    (intent) => intent.state === 'succeeded' && isForOrder(order, intent),
  )
}

/** Payments whose own amounts count: the money of payments by bank transfer is counted from the transfers. */
export const countedAlone = (order: Order): KnownIntent[] =>
  countedPayments(order).filter(({ method }) => method !== 'bank-transfer')

/** Minor units received in payments that count and in bank transfers. */
export function received(order: Order): number {
  const amountOf = ({ receipts }: KnownIntent) =>
    Math.max(
      ...receipts
        .filter(({ currency }) => currency === order.placed?.currency)
        .map((one) => one.amountReceived),
    )
  const paid = countedAlone(order).reduce((sum, intent) => sum + amountOf(intent), 0)
  return Object.values(order.transfers)
    .filter(({ currency }) => currency === order.placed?.currency)
    .reduce((sum, transfer) => sum + standingOf(transfer), paid)
}

/** Minor units of surplus that went back, or are on their way. */
export function surplusGone(order: Order): number {
  return Object.values(order.surplusReturns)
    .filter(({ refundId }) => {
      const refund = order.refunds[refundId]
      return refund === undefined || isLiveRefund(refund)
    })
    .reduce((sum, { amount }) => sum + amount, 0)
}

/** Minor units that count towards the total: surplus that went back does not, also when a transfer is withdrawn later. */
export const covered = (order: Order): number => received(order) - surplusGone(order)

/** Minor units that are still to be paid. */
export function openAmount(order: Order): number {
  return Math.max(0, (order.placed?.total ?? 0) - covered(order))
}

/** Minor units that went back, or are on their way back, from payments that count and from transfers. */
export function refunded(order: Order): number {
  const counted = new Set(countedPayments(order).map((intent) => intent.intentId))
  const back = Object.values(order.refunds)
    .filter((refund) => counted.has(refund.intentId) && isLiveRefund(refund))
    .reduce((sum, refund) => sum + refund.amount, 0)
  return Object.values(order.transferRefunds).reduce((sum, { amount }) => sum + amount, back)
}

/**
 * What of the money that went back had been received beyond the total: surplus goes back first. The rest of it was
 * refunded of the order itself. All in minor units, of one order.
 */
export function surplusReturned(of: { total: number; received: number; refunded: number }): number {
  return Math.min(of.refunded, Math.max(0, of.received - of.total))
}

/** This intent cannot bring money any more: it is cancelled, or brought a wrong payment that was refunded in full. */
export function isOver(order: Order, intentId: string): boolean {
  const intent = order.intents[intentId]
  if (intent === undefined) return false
  if (isDeadIntent(intent)) return true
  // Whether the money is still there, the transfers say.
  if (intent.method === 'bank-transfer') return intent.state === 'succeeded'
  if (intent.state !== 'succeeded' || isForOrder(order, intent)) return false
  const back = Object.values(order.refunds)
    .filter((refund) => refund.intentId === intentId && refund.state === 'succeeded')
    .reduce((sum, refund) => sum + refund.amount, 0)
  return back >= intent.amountReceived
}

/** Refunds that were asked for and neither seen at Stripe nor refused by it. */
export function openRefundRequests(order: Order): RefundRequest[] {
  return Object.values(order.refundRequests).filter(
    (request) => refundRequestState(order, request.idempotencyKey) === 'open',
  )
}

/** `open`, `refused`, or the state of the refund that came of the request: what was seen at Stripe has the last word. */
export function refundRequestState(order: Order, idempotencyKey: string): string {
  const made = Object.values(order.refunds).find(({ requestKeys }) => requestKeys.includes(idempotencyKey))
  if (made !== undefined) return made.state
  const flagged = order.flags[flagKey({ reason: 'refund-refused', subject: idempotencyKey })] !== undefined
  return flagged || order.refundRefusals[idempotencyKey] !== undefined ? 'refused' : 'open'
}

/**
 * Refunds of an organization's order that went through since (`done`), or will never go, or came back: what becomes of the seats
 * that they close. None of an order of a person.
 */
export function settledRefunds(before: Order, order: Order): { key: string; done: boolean }[] {
  if ((order.placed?.organizationId ?? null) === null) return []
  return Object.keys(order.refundRequests).flatMap((key) => {
    const state = refundRequestState(order, key)
    const isOther = before.refundRequests[key] === undefined || refundRequestState(before, key) !== state
    const done = state === 'succeeded'
    const isOver = done || state === 'refused' || state === 'failed' || state === 'canceled'
    return isOther && isOver ? [{ key, done }] : []
  })
}
