import { cancel, flagsOwed } from '../domain/decisions.ts'
import { creditNotesOwed, debitNotesOwed, owesInvoice, surplusReturnsOwed } from '../domain/documents-owed.ts'
import type { OrderEvent } from '../domain/events.ts'
import { evolve, type Order } from '../domain/order.ts'
import { statusOf } from '../domain/status.ts'

/**
 * What an order's new state entails by itself: flags for finance, surplus that went back, and the end of an order that
 * nobody can pay any more.
 */
export function consequencesOf(order: Order): OrderEvent[] {
  if (order.placed === null) return []
  const flags = flagsOwed(order)
  const returns = surplusReturnsOwed(order).map((data): OrderEvent => ({ type: 'SurplusReturned', data }))
  const flagged = flags.reduce(evolve, order)
  const over = statusOf(flagged) === 'cancelled' ? cancel(flagged, 'payment-cancelled') : []
  return [...flags, ...returns, ...over]
}

/** How many numbers must be taken: an invoice, a credit note per refund that went through, a debit note per one that failed after all. */
export function documentsOwed(order: Order): number {
  return (owesInvoice(order) ? 1 : 0) + creditNotesOwed(order).length + debitNotesOwed(order).length
}
