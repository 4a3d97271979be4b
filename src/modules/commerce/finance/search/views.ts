import type { RecordedEvent } from '#platform/event-log/event-log.ts'
import { toDecimal } from '#platform/kernel/money.ts'
import { answersInWords } from '../../domain/answer-words.ts'
import { creditNoteName, debitNoteName, invoiceOfRow } from '../../domain/document-names.ts'
import { refundRequestState } from '../../domain/payments.ts'
import type { Buyer } from '../../orders/buyers.ts'
import type { InboxRow } from '../../orders/inbox-row.ts'
import type { Loaded } from '../../orders/loaded.ts'
import { type OrderSummary, rowOf } from '../../orders/order-row.ts'
import { orderView, standingOf, surplusReturnedOf } from '../../orders/views.ts'
import type { InboxEvent } from '../inbox/contract.ts'
import type { EventView, FinanceOrder, OrderState } from './contract.ts'

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

/** The whole state of a folded order as JSON; null before the order is placed. */
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

/** @param orderKnown whether the order that it names is on this site */
export function inboxView(row: InboxRow, orderKnown: boolean): InboxEvent {
  return {
    ...row,
    orderKnown,
    receivedAt: row.receivedAt.toISOString(),
    nextTry: row.nextTry?.toISOString() ?? null,
  }
}
