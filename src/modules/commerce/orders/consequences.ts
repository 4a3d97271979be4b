import { cancel, flagsDue } from '../domain/decisions.ts'
import {
  correctionDue,
  creditNotesDue,
  debitNotesDue,
  needsInvoice,
  surplusReturnsDue,
} from '../domain/documents-due.ts'
import type { OrderEvent } from '../domain/events.ts'
import { evolve, type Order } from '../domain/order.ts'
import { statusOf } from '../domain/status.ts'

/**
 * What an order's new state entails by itself: flags for finance, surplus that went back, and the end of an order that
 * cannot be paid any more.
 */
export function consequencesOf(order: Order): OrderEvent[] {
  if (order.placed === null) return []
  const flags = flagsDue(order)
  const returns = surplusReturnsDue(order).map((data): OrderEvent => ({ type: 'SurplusReturned', data }))
  const flagged = flags.reduce(evolve, order)
  const over = statusOf(flagged) === 'cancelled' ? cancel(flagged, 'payment-cancelled') : []
  return [...flags, ...returns, ...over]
}

/** How many numbers must be taken: an invoice, a credit note per refund that went through, a debit note per one that failed after all, two for an invoice that is issued again. */
export function documentsDue(order: Order): number {
  const corrected = correctionDue(order) === null ? 0 : 2
  return (
    corrected + (needsInvoice(order) ? 1 : 0) + creditNotesDue(order).length + debitNotesDue(order).length
  )
}
