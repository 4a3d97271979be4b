import type { RecordedEvent } from '#platform/event-log/event-log.ts'
import { answersInWords } from '../../domain/answer-words.ts'
import { creditNoteName, debitNoteName, invoiceName, invoiceOfRow } from '../../domain/document-names.ts'
import { invoicesOf } from '../../domain/documents-due.ts'
import { refundRequestState } from '../../domain/payments.ts'
import type { Buyer } from '../../orders/buyers.ts'
import type { InboxRow } from '../../orders/inbox-row.ts'
import type { Loaded } from '../../orders/loaded.ts'
import { type OrderSummary, rowOf } from '../../orders/order-row.ts'
import { orderView, standingOf, surplusReturnedOf } from '../../orders/views.ts'
import type { InboxEvent } from '../inbox/contract.ts'
import type { EventView, FinanceOrder, OrderState } from './contract.ts'

export function financeOrderView(row: OrderSummary, email: string | null, buyer: Buyer | null): FinanceOrder {
  return {
    ...row,
    totalAmount: row.totalMinor,
    receivedAmount: row.receivedMinor,
    refundedAmount: row.refundedMinor,
    surplusReturnedAmount: surplusReturnedOf(row),
    programName: row.productName,
    email,
    buyerName: buyer && `${buyer.firstName} ${buyer.lastName}`.trim(),
    company: buyer?.company ?? null,
    invoiceNumber: invoiceOfRow(row),
  }
}

/**
 * The whole state of a folded order; null before the order is placed.
 * @param pageOf the page of a payment at the provider, where there is one
 */
export function stateView(
  { order, version, span }: Loaded,
  pageOf: (intentId: string) => string | null = () => null,
): OrderState | null {
  const row = rowOf(order, version, span)
  if (row === null || order.placed === null) return null
  const { total, currency, answers, termsVersion } = order.placed
  return {
    ...orderView(row, null, standingOf(order)),
    buyerId: row.buyerId,
    receivedAmount: row.receivedMinor,
    refundedAmount: row.refundedMinor,
    answers,
    answersInWords: answersInWords(answers),
    termsVersion,
    intents: row.intentIds.map((id) => {
      const intent = order.intents[id]
      const page = pageOf(id)
      return intent === undefined
        ? { id, page, state: 'created', failureCode: null, amount: total, receivedAmount: 0, currency }
        : { ...intent, id, page, receivedAmount: intent.amountReceived }
    }),
    refunds: Object.values(order.refunds).map((refund) => ({ ...refund, id: refund.refundId })),
    refundRequests: Object.values(order.refundRequests).map((request) => {
      const key = request.idempotencyKey
      const state = refundRequestState(order, key)
      const refusal = state === 'refused' ? (order.refundRefusals[key] ?? null) : null
      return { ...request, key, state, refusal }
    }),
    disputes: Object.values(order.disputes).map((dispute) => ({ ...dispute, id: dispute.disputeId })),
    replacedInvoices: invoicesOf(order).slice(0, -1).map(invoiceName),
    creditNotes: Object.values(order.creditNotes).map((note) => ({ ...note, number: creditNoteName(note) })),
    debitNotes: Object.values(order.debitNotes).map((note) => ({ ...note, number: debitNoteName(note) })),
    surplusReturns: Object.values(order.surplusReturns),
    flags: Object.values(order.flags),
    notes: Object.values(order.notes),
  }
}

export const eventView = (event: RecordedEvent): EventView => ({
  ...event,
  actor: String(event.metadata.actor ?? ''),
  requestId: typeof event.metadata.requestId === 'string' ? event.metadata.requestId : null,
})

/** @param orderKnown whether the order that it names is on this site */
export const inboxView = (row: InboxRow, orderKnown: boolean): InboxEvent => ({ ...row, orderKnown })
