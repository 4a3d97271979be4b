import { AppError } from '#platform/kernel/error.ts'
import type { Answers, Observation, OrderEvent } from './events.ts'
import { type IntentState, isLiveRefund, joinDispute, joinIntent, joinRefund } from './lattice.ts'
import { type Flag, flagKey, intentIds, type Order } from './order.ts'
import { countedPayments, isForOrder, isOver, received } from './payments.ts'

/** The buyer starts an order; [] when it is placed already. Stripe is asked only after this is stored. */
export function place(
  order: Order,
  wish: {
    buyerId: string
    product: { id: string; name: string; price: number; currency: string }
    answers: Answers
    termsVersion: string | null
    idempotencyKey: string
  },
): OrderEvent[] {
  if (order.placed !== null) return []
  const { product, buyerId, answers, termsVersion, idempotencyKey } = wish
  return [
    {
      type: 'OrderPlaced',
      data: {
        buyerId,
        productId: product.id,
        productName: product.name,
        unitPrice: product.price,
        currency: product.currency,
        answers,
        termsVersion,
      },
    },
    { type: 'PaymentRequested', data: { idempotencyKey } },
  ]
}

/** Stripe shall be asked for an intent under a further key: the earlier one has aged out there. */
export function requestPayment(order: Order, idempotencyKey: string): OrderEvent[] {
  if (intentIds(order).length > 0 || order.paymentKeys.includes(idempotencyKey)) return []
  return [{ type: 'PaymentRequested', data: { idempotencyKey } }]
}

/** Stripe made an intent for this order. */
export function hearCreated(order: Order, made: { intentId: string; idempotencyKey: string }): OrderEvent[] {
  if (intentIds(order).includes(made.intentId)) return []
  return [{ type: 'PaymentIntentCreated', data: made }]
}

/** What Stripe says now, reduced to what the order does not know yet. Facts are never refused. */
export function hear(order: Order, facts: readonly Observation[]): Observation[] {
  return facts.filter((fact) => {
    switch (fact.type) {
      case 'PaymentIntentObserved':
        return brings(order.intents[fact.data.intentId], fact.data, joinIntent)
      case 'RefundObserved':
        return brings(order.refunds[fact.data.refundId], fact.data, joinRefund)
      case 'DisputeObserved':
        return brings(order.disputes[fact.data.disputeId], fact.data, joinDispute)
      default:
        return fact satisfies never
    }
  })
}

function brings<S>(known: S | undefined, told: S, join: (a: S, b: S) => S): boolean {
  return known === undefined || join(known, told) !== known
}

/** What finance must look at and has not been told about yet. */
export function flagsOwed(order: Order): OrderEvent[] {
  const placed = order.placed
  if (placed === null) return []
  const wanted: Flag[] = []
  for (const intent of Object.values(order.intents)) {
    if (!isForOrder(order, intent)) wanted.push(mismatch(order, placed, intent))
  }
  // The payment that completed the order is the first by id here; which one it was does not matter to the sum.
  const surplus = received(order) - placed.total
  for (const intent of countedPayments(order).slice(1)) {
    const { amountReceived: amount, currency, intentId: subject } = intent
    if (surplus > 0) wanted.push({ reason: 'surplus', subject, amount, currency, surplus })
  }
  for (const note of Object.values(order.creditNotes)) {
    const refund = order.refunds[note.refundId]
    if (refund !== undefined && !isLiveRefund(refund)) {
      const { amount, currency, refundId: subject } = note
      wanted.push({ reason: 'refund-failed', subject, amount, currency, surplus: 0 })
    }
  }
  return wanted
    .filter((flag) => order.flags[flagKey(flag)] === undefined)
    .map((data) => ({ type: 'OrderFlagged', data }))
}

function mismatch(order: Order, placed: NonNullable<Order['placed']>, intent: IntentState): Flag {
  const amount = intent.state === 'succeeded' ? intent.amountReceived : intent.amount
  const flag = { subject: intent.intentId, amount, currency: intent.currency }
  if (intent.orderId !== order.id) return { ...flag, reason: 'wrong-order', surplus: 0 }
  if (intent.currency !== placed.currency) return { ...flag, reason: 'wrong-currency', surplus: 0 }
  return { ...flag, reason: 'wrong-amount', surplus: Math.max(0, amount - placed.total) }
}

/**
 * Nobody will pay this order any more. Its intents are cancelled at Stripe first.
 * @throws AppError conflict `ORDER_NOT_CANCELLABLE` once money has arrived or may still arrive.
 */
export function cancel(order: Order, reason: string): OrderEvent[] {
  if (order.cancelled !== null) return []
  const mayStillPay = intentIds(order).some((id) => !isOver(order, id))
  if (order.placed === null || mayStillPay) {
    throw new AppError('conflict', 'ORDER_NOT_CANCELLABLE', 'This order has a payment that is not cancelled')
  }
  return [{ type: 'OrderCancelled', data: { reason } }]
}

/** A remark of finance; its text stays in the log for good, so it must not name people. */
export function addNote(order: Order, note: { noteId: string; text: string; by: string }): OrderEvent[] {
  return order.notes[note.noteId] === undefined ? [{ type: 'NoteAdded', data: note }] : []
}
