import { AppError } from '#platform/kernel/error.ts'
import { settledWith } from './documents-due.ts'
import { standingOf } from './dues.ts'
import type { Observation, OrderEvent } from './events.ts'
import {
  awaitsTransfer,
  isLiveRefund,
  isOpenIntent,
  joinDispute,
  joinIntent,
  joinRefund,
  type KnownIntent,
  type KnownRefund,
} from './lattice.ts'
import { type Flag, flagKey, intentIds, type Order } from './order.ts'
import { totalOf } from './order-lines.ts'
import { countedAlone, isForOrder, isOver, isOwn, received, refunded } from './payments.ts'

/** By card at once, under an idempotency key, or by an invoice that is to be paid until `dueAt` (ISO 8601, UTC). */
export type Payment =
  | { method: 'card'; idempotencyKey: string }
  | {
      method: 'invoice'
      netDays: number
      dueAt: string
      by: string
      /** The invoice waits until a payment under this key names the account at Stripe; null when it is made at once. */
      transferKey?: string | null
    }

/**
 * The buyer starts an order; [] when it is placed already. Stripe is asked only after this is stored, and never for an
 * order that costs nothing.
 */
export function place(
  order: Order,
  { payment, ...data }: Extract<OrderEvent, { type: 'OrderPlaced' }>['data'] & { payment: Payment },
): OrderEvent[] {
  if (order.placed !== null) return []
  const placed: OrderEvent = { type: 'OrderPlaced', data }
  const amount = totalOf(data.lines)
  if (amount === 0) return [placed]
  if (payment.method === 'card')
    return [
      placed,
      { type: 'PaymentRequested', data: { idempotencyKey: payment.idempotencyKey, amount: null } },
    ]
  const { method, netDays, dueAt, by, transferKey = null } = payment
  return [
    placed,
    { type: 'DueSet', data: { dueId: '1', amount, currency: data.currency, dueAt, method } },
    transferKey === null
      ? { type: 'InvoiceRequested', data: { netDays, by } }
      : { type: 'PaymentRequested', data: { idempotencyKey: transferKey, amount: null } },
  ]
}

/**
 * Stripe shall be asked for an intent under a further key: the earlier one has aged out there, or came to its end.
 * @param amount what is left to pay, in minor units; null for the total
 */
export function requestPayment(
  order: Order,
  idempotencyKey: string,
  amount: number | null = null,
): OrderEvent[] {
  const mayStillPay = intentIds(order).some((id) => {
    const intent = order.intents[id]
    return intent === undefined || (isOpenIntent(intent) && !awaitsTransfer(intent))
  })
  if (mayStillPay || order.paymentKeys.includes(idempotencyKey)) return []
  return [{ type: 'PaymentRequested', data: { idempotencyKey, amount } }]
}

/** Stripe made an intent for this order. */
export function observeCreated(
  order: Order,
  made: { intentId: string; idempotencyKey: string },
): OrderEvent[] {
  if (intentIds(order).includes(made.intentId)) return []
  return [{ type: 'PaymentIntentCreated', data: made }]
}

/** What Stripe says now, reduced to what the order does not know yet. Facts are never refused. */
export function observe(order: Order, facts: readonly Observation[]): Observation[] {
  return facts.filter((fact) => {
    switch (fact.type) {
      case 'PaymentIntentObserved':
        return joinIntent(order.intents[fact.data.intentId], fact.data) !== order.intents[fact.data.intentId]
      case 'RefundObserved':
        return joinRefund(order.refunds[fact.data.refundId], fact.data) !== order.refunds[fact.data.refundId]
      case 'DisputeObserved':
        return (
          joinDispute(order.disputes[fact.data.disputeId], fact.data) !== order.disputes[fact.data.disputeId]
        )
      default:
        return fact satisfies never
    }
  })
}

/** What finance must look at and has not been notified of yet. */
export function flagsDue(order: Order): OrderEvent[] {
  const placed = order.placed
  if (placed === null) return []
  return [
    ...Object.values(order.intents).flatMap((intent) => [
      ...(isForOrder(order, intent) ? [] : [mismatch(order, placed, intent)]),
      ...edits(order, intent),
    ]),
    ...surplusFlags(order, placed),
    ...Object.values(order.refunds).flatMap((refund) => refundFlags(order, refund)),
  ]
    .filter((flag) => order.flags[flagKey(flag)] === undefined)
    .map((data) => ({ type: 'OrderFlagged', data }))
}

function mismatch(order: Order, placed: NonNullable<Order['placed']>, intent: KnownIntent): Flag {
  const flag = aboutIntent(intent)
  if (!isOwn(order, intent)) return { ...flag, reason: 'wrong-order' }
  if (intent.currency !== placed.currency) return { ...flag, reason: 'wrong-currency' }
  return { ...flag, reason: 'wrong-amount', surplus: Math.max(0, flag.amount - placed.total) }
}

/** Facts about the payment that contradict earlier ones, or the values with which it was made. */
function edits(order: Order, intent: KnownIntent): Flag[] {
  const found: Flag[] = []
  if (isOwn(order, intent) && intent.orderIds.some((id) => id !== order.id))
    found.push({ ...aboutIntent(intent), reason: 'order-edited' })
  if (intent.receipts.length > 1) found.push({ ...aboutIntent(intent), reason: 'amount-edited' })
  return found
}

/**
 * Payments in the order in which they were seen, then transfers: those that bring more than what is left to pay. Which
 * one completed the order does not matter to the sum.
 */
function surplusFlags(order: Order, { total }: NonNullable<Order['placed']>): Flag[] {
  const surplus = received(order) - total
  if (surplus <= 0) return []
  const transfers = Object.values(order.transfers).map((transfer) => {
    return { subject: transfer.transferId, amount: standingOf(transfer), currency: transfer.currency }
  })
  let sum = 0
  return [...countedAlone(order).map(aboutIntent), ...transfers].flatMap((one) => {
    sum += one.amount
    return sum > total && one.amount > 0 ? [{ ...one, reason: 'surplus' as const, surplus }] : []
  })
}

function refundFlags(order: Order, refund: KnownRefund): Flag[] {
  const { refundId: subject, amount, currency } = refund
  const found: Flag[] = []
  const settled = settledWith(order, subject)
  if (settled > 0 && !isLiveRefund(refund))
    found.push({ reason: 'refund-failed', subject, amount: settled, currency, surplus: 0 })
  const isOrganizations = (order.placed?.organizationId ?? null) !== null
  const isAskedFor = refund.requestKeys.some((key) => key !== null && order.refundRequests[key] !== undefined)
  if (isOrganizations && !isAskedFor && isLiveRefund(refund))
    found.push({ reason: 'refund-without-seats', subject, amount, currency, surplus: 0 })
  if (refund.requestKeys.length > 1)
    found.push({ reason: 'refund-edited', subject, amount, currency, surplus: 0 })
  return found
}

function aboutIntent(intent: KnownIntent): Omit<Flag, 'reason'> {
  const amount = intent.state === 'succeeded' ? intent.amountReceived : intent.amount
  return { subject: intent.intentId, amount, currency: intent.currency, surplus: 0 }
}

/**
 * Ends an order that is not paid. Its intents are cancelled at Stripe first.
 * @throws AppError conflict `ORDER_NOT_CANCELLABLE` once money has arrived that did not go back, or may still arrive by card.
 */
export function cancel(order: Order, reason: string): OrderEvent[] {
  if (order.cancelled !== null) return []
  const mayStillPay = intentIds(order).some((id) => !isOver(order, id))
  if (order.placed === null || mayStillPay || received(order) > refunded(order)) {
    throw new AppError(
      'conflict',
      'ORDER_NOT_CANCELLABLE',
      'This order has a payment that is not cancelled or given back',
    )
  }
  return [{ type: 'OrderCancelled', data: { reason } }]
}

/** A remark of finance; its text stays in the log for good, so it must not name people. */
export function addNote(order: Order, note: { noteId: string; text: string; by: string }): OrderEvent[] {
  return order.notes[note.noteId] === undefined ? [{ type: 'NoteAdded', data: note }] : []
}
