import { isLiveRefund } from './lattice.ts'
import type { CreditNote, Order, SurplusReturn } from './order.ts'
import { countedPayments, received } from './payments.ts'
import { statusOf } from './status.ts'

type Owed = Pick<CreditNote, 'refundId' | 'amount' | 'currency'>

/** An order is invoiced once, when its money has arrived. The invoice is of the total, whatever was received. */
export function needsInvoice(order: Order): boolean {
  const status = statusOf(order)
  return order.invoice === null && (status === 'completed' || status === 'refunded')
}

/** Minor units received beyond the total that no refund has given back; the invoice never held them. */
export function surplusHeld(order: Order): number {
  const returned = Object.values(order.surplusReturns)
    .filter(({ refundId }) => isLive(order, refundId))
    .reduce((sum, { amount }) => sum + amount, 0)
  return Math.max(0, received(order) - (order.placed?.total ?? 0) - returned)
}

/**
 * What each refund that went through, and is not settled yet, gives back: the surplus that is held goes first, in the
 * order in which the refunds were seen, and the invoice is credited with the rest. What is settled stays as it is, so
 * that invoice less credit notes plus debit notes is the money that is kept, less the surplus that is still held.
 */
function divided(order: Order): { surplus: SurplusReturn; credit: Owed }[] {
  if (order.invoice === null && !needsInvoice(order)) return []
  const counted = new Set(countedPayments(order).map((intent) => intent.intentId))
  let held = surplusHeld(order)
  return Object.values(order.refunds)
    .filter((refund) => refund.state === 'succeeded' && counted.has(refund.intentId))
    .filter((refund) => order.creditNotes[refund.refundId] === undefined)
    .map(({ refundId, amount, currency }) => {
      const known = order.surplusReturns[refundId]
      const surplus = known?.amount ?? Math.min(held, amount)
      if (known === undefined) held -= surplus
      return {
        surplus: { refundId, amount: known === undefined ? surplus : 0, currency },
        credit: { refundId, amount: amount - surplus, currency },
      }
    })
}

/** Refunds that went through and gave back surplus, as far as that is not recorded. */
export function surplusReturnsDue(order: Order): SurplusReturn[] {
  return divided(order)
    .map(({ surplus }) => surplus)
    .filter(({ amount }) => amount > 0)
}

/** Refunds that went through, of an invoiced order, without their credit note: what they gave back beyond surplus. */
export function creditNotesDue(order: Order): Owed[] {
  return divided(order)
    .map(({ credit }) => credit)
    .filter(({ amount }) => amount > 0)
}

/** Credit notes whose refund failed, or was cancelled, after they were issued: each is withdrawn once. */
export function debitNotesDue(order: Order): Owed[] {
  return Object.values(order.creditNotes)
    .filter(({ refundId }) => order.debitNotes[refundId] === undefined && hasFailed(order, refundId))
    .map(({ refundId, amount, currency }) => ({ refundId, amount, currency }))
}

/** What of a refund was settled, in minor units: surplus returned and invoice credited. */
export function settledWith(order: Order, refundId: string): number {
  return (order.surplusReturns[refundId]?.amount ?? 0) + (order.creditNotes[refundId]?.amount ?? 0)
}

/** True when the refund came to nothing after it was seen. */
export function hasFailed(order: Order, refundId: string): boolean {
  const refund = order.refunds[refundId]
  return refund !== undefined && !isLiveRefund(refund)
}

const isLive = (order: Order, refundId: string): boolean => !hasFailed(order, refundId)
