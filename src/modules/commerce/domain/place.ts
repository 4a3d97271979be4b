import { type DisputeStanding, disputeStanding } from './disputes.ts'
import type { Order } from './order.ts'
import { isWithdrawn } from './refund-decisions.ts'
import { isOpen, type OrderStatus, statusOf } from './status.ts'

/** The same from what a list knows of an order. */
export function givesPlace(status: OrderStatus, dispute: DisputeStanding | null): boolean {
  return status === 'completed' && dispute !== 'lost'
}

/** Whether the buyer has the place that this order paid for: not after a full refund, nor once the bank took the money back. */
export function holdsPlace(order: Order): boolean {
  return givesPlace(statusOf(order), disputeStanding(order)) && !isWithdrawn(order)
}

/** The claim of an order to the place that its buyer wants. `paid` also when finance gave access before the money. */
export type PlaceClaim = 'open' | 'under-way' | 'paid' | 'over'

export function placeClaim(order: Order): PlaceClaim {
  if (holdsPlace(order)) return 'paid'
  const status = statusOf(order)
  if (!isOpen(status) || order.cancelled !== null) return 'over'
  if (order.released !== null) return 'paid'
  return status === 'processing' ? 'under-way' : 'open'
}

/**
 * The state of the payment of an order: received, held while the bank decides, taken back by the bank, or refunded in full.
 * Null for an order that is not paid.
 */
export function paymentStanding(order: Order): 'good' | 'disputed' | 'lost' | 'refunded' | null {
  const status = statusOf(order)
  if (status === 'refunded') return 'refunded'
  if (status !== 'completed') return null
  const dispute = disputeStanding(order)
  return dispute === 'lost' ? 'lost' : dispute === 'open' ? 'disputed' : 'good'
}
