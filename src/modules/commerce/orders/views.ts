import type { RecordedEvent } from '#platform/event-log/event-log.ts'
import { toDecimal } from '#platform/kernel/money.ts'
import type { OrderDetail, OrderView, ProductView } from '../contract.ts'
import { answersInWords } from '../domain/answer-words.ts'
import { disputeStanding } from '../domain/disputes.ts'
import { creditNoteName, debitNoteName, inOrderOfIssue, invoiceOfRow } from '../domain/document-names.ts'
import type { Order } from '../domain/order.ts'
import { refundRequestState, surplusReturned } from '../domain/payments.ts'
import { holdsPlace } from '../domain/place.ts'
import { isPayable, lastFailure } from '../domain/status.ts'
import type { InboxEvent } from '../finance/inbox/contract.ts'
import type { EventView, FinanceOrder, OrderState } from '../finance/search/contract.ts'
import type { Buyer } from './buyers.ts'
import type { InboxRow } from './inbox-row.ts'
import { type OrderSummary, rowOf } from './order-row.ts'
import type { Loaded } from './orders.ts'
import type { Product } from './product.ts'

export function productView(product: Product): ProductView {
  const { id, stripeProductId, name, description, currency, active } = product
  return {
    id,
    stripeProductId,
    name,
    description,
    price: toDecimal(product.priceMinor, currency),
    currency,
    active,
  }
}

/** How the payment of an order stands, for its buyer. */
export type BuyerStanding = Pick<OrderView, 'dispute' | 'holdsPlace' | 'payable' | 'failureCode'>

export function standingOf(order: Order): BuyerStanding {
  return {
    dispute: disputeStanding(order),
    holdsPlace: holdsPlace(order),
    payable: isPayable(order),
    failureCode: lastFailure(order),
  }
}

export function orderView(row: OrderSummary, buyer: Buyer | null, standing: BuyerStanding): OrderView {
  const { id, status, currency, productId, productName, disputed } = row
  return {
    id,
    status,
    totalAmount: toDecimal(row.totalMinor, row.currency),
    refundedAmount: toDecimal(row.refundedMinor - surplusReturnedOf(row), row.currency),
    surplusReturnedAmount: toDecimal(surplusReturnedOf(row), row.currency),
    currency,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    programName: productName,
    items: [{ productId, name: productName, quantity: 1, price: toDecimal(row.totalMinor, row.currency) }],
    customer:
      buyer === null ? null : { firstName: buyer.firstName, lastName: buyer.lastName, email: buyer.email },
    disputed,
    ...standing,
    invoiceNumber: invoiceOfRow(row),
  }
}

/** Minor units. */
export function surplusReturnedOf(row: OrderSummary): number {
  const { totalMinor: total, receivedMinor, refundedMinor } = row
  return surplusReturned({ total, received: receivedMinor, refunded: refundedMinor })
}

/** The same for the order's own page, from its fold. */
export function orderDetail(
  { order, confirmedAt }: Loaded,
  row: OrderSummary,
  buyer: Buyer | null,
  bankVerification: OrderDetail['bankVerification'],
): OrderDetail {
  return {
    bankVerification,
    ...orderView(row, buyer, standingOf(order)),
    answers: order.placed?.answers ?? {},
    termsVersion: order.placed?.termsVersion ?? null,
    confirmedAt: confirmedAt?.toISOString() ?? null,
    notes: notesOf(order),
  }
}

function notesOf(order: Order): OrderDetail['notes'] {
  const issued = Object.values(order.creditNotes).sort(inOrderOfIssue)
  return issued.flatMap((credit) => {
    const withdrawal = order.debitNotes[credit.refundId]
    const notes: OrderDetail['notes'] = [
      {
        kind: 'credit-note',
        number: creditNoteName(credit),
        amount: toDecimal(credit.amount, credit.currency),
      },
    ]
    if (withdrawal !== undefined) {
      const { amount, currency } = withdrawal
      notes.push({
        kind: 'debit-note',
        number: debitNoteName(withdrawal),
        amount: toDecimal(amount, currency),
      })
    }
    return notes
  })
}

export function financeOrderView(row: OrderSummary, email: string | null, buyer: Buyer | null): FinanceOrder {
  const { id, status, version, currency, buyerId, intentIds, flags, disputed } = row
  return {
    id,
    status,
    version,
    totalAmount: toDecimal(row.totalMinor, row.currency),
    receivedAmount: toDecimal(row.receivedMinor, row.currency),
    refundedAmount: toDecimal(row.refundedMinor, row.currency),
    surplusReturnedAmount: toDecimal(surplusReturnedOf(row), row.currency),
    currency,
    programName: row.productName,
    buyerId,
    email,
    buyerName: buyer && `${buyer.firstName} ${buyer.lastName}`.trim(),
    company: buyer?.company ?? null,
    intentIds,
    flags,
    disputed,
    invoiceNumber: invoiceOfRow(row),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

/** Everything a fold knows; null before the order is placed. */
export function stateView({ order, version, span }: Loaded): OrderState | null {
  const row = rowOf(order, version, span)
  if (row === null || order.placed === null) return null
  const { customer: _, payable: __, failureCode: ___, ...common } = orderView(row, null, standingOf(order))
  const money = (object: { amount: number; currency: string; state: string }) => ({
    amount: toDecimal(object.amount, object.currency),
    currency: object.currency,
    state: object.state,
  })
  return {
    ...common,
    buyerId: row.buyerId,
    receivedAmount: toDecimal(row.receivedMinor, row.currency),
    refundedAmount: toDecimal(row.refundedMinor, row.currency),
    answers: order.placed.answers,
    answersInWords: answersInWords(order.placed.answers),
    termsVersion: order.placed.termsVersion,
    intents: row.intentIds.map((id) => {
      const intent = order.intents[id]
      const { total, currency } = order.placed ?? { total: 0, currency: '' }
      if (intent === undefined) {
        const amounts = {
          amount: toDecimal(total, currency),
          receivedAmount: toDecimal(0, currency),
          currency,
        }
        return { id, state: 'created', failureCode: null, ...amounts }
      }
      const { amountReceived, failureCode } = intent
      return { id, ...money(intent), receivedAmount: toDecimal(amountReceived, intent.currency), failureCode }
    }),
    refunds: Object.values(order.refunds).map((refund) => ({
      id: refund.refundId,
      intentId: refund.intentId,
      reason: refund.reason,
      ...money(refund),
    })),
    refundRequests: Object.values(order.refundRequests).map((request) => {
      const { idempotencyKey: key, intentId, reason, by } = request
      const state = refundRequestState(order, key)
      const refusal = state === 'refused' ? (order.refundRefusals[key] ?? null) : null
      return { key, intentId, reason, by, refusal, ...money({ ...request, state }) }
    }),
    disputes: Object.values(order.disputes).map((dispute) => ({
      id: dispute.disputeId,
      reason: dispute.reason,
      ...money(dispute),
    })),
    creditNotes: Object.values(order.creditNotes).map((note) => ({
      number: creditNoteName(note),
      refundId: note.refundId,
      amount: toDecimal(note.amount, note.currency),
    })),
    debitNotes: Object.values(order.debitNotes).map((note) => ({
      number: debitNoteName(note),
      refundId: note.refundId,
      amount: toDecimal(note.amount, note.currency),
    })),
    surplusReturns: Object.values(order.surplusReturns).map(({ refundId, amount, currency }) => ({
      refundId,
      amount: toDecimal(amount, currency),
    })),
    flags: Object.values(order.flags).map(({ reason, subject, amount, currency, surplus }) => ({
      reason,
      subject,
      amount: toDecimal(amount, currency),
      currency,
      surplus: toDecimal(surplus, currency),
    })),
    notes: Object.values(order.notes),
  }
}

export function eventView(event: RecordedEvent): EventView {
  const { position, version, type, schemaVersion, source, sourceId, data, prevHash, hash, metadata } = event
  return {
    position,
    version,
    type,
    schemaVersion,
    actor: String(metadata.actor ?? ''),
    requestId: typeof metadata.requestId === 'string' ? metadata.requestId : null,
    source,
    sourceId,
    occurredAt: event.occurredAt.toISOString(),
    recordedAt: event.recordedAt.toISOString(),
    data,
    prevHash,
    hash,
  }
}

export function inboxView(row: InboxRow): InboxEvent {
  return {
    ...row,
    receivedAt: row.receivedAt.toISOString(),
    nextTry: row.nextTry?.toISOString() ?? null,
  }
}
