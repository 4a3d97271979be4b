import { isLiveRefund } from './lattice.ts'
import type { Order } from './order.ts'
import { countedPayments } from './payments.ts'
import { statusOf } from './status.ts'

/** An order is invoiced once, when its money has arrived. */
export function owesInvoice(order: Order): boolean {
  const status = statusOf(order)
  return order.invoiceNumber === null && (status === 'completed' || status === 'refunded')
}

/** Refunds that went through, of an invoiced order, without their credit note. */
export function creditNotesOwed(order: Order): { refundId: string; amount: number; currency: string }[] {
  if (order.invoiceNumber === null && !owesInvoice(order)) return []
  const counted = new Set(countedPayments(order).map((intent) => intent.intentId))
  return Object.values(order.refunds)
    .filter((refund) => refund.state === 'succeeded' && counted.has(refund.intentId))
    .filter((refund) => order.creditNotes[refund.refundId] === undefined)
    .map(({ refundId, amount, currency }) => ({ refundId, amount, currency }))
}

/** Credit notes whose refund failed, or was cancelled, after they were issued: each is withdrawn once. */
export function debitNotesOwed(order: Order): { refundId: string; amount: number; currency: string }[] {
  return Object.values(order.creditNotes)
    .filter(({ refundId }) => order.debitNotes[refundId] === undefined)
    .filter(({ refundId }) => {
      const refund = order.refunds[refundId]
      return refund !== undefined && !isLiveRefund(refund)
    })
    .map(({ refundId, amount, currency }) => ({ refundId, amount, currency }))
}
