import { intentIds, isOver, type Order, received, refunded } from './order.ts'

export const orderStatuses = ['pending', 'processing', 'completed', 'cancelled', 'refunded'] as const
export type OrderStatus = (typeof orderStatuses)[number]

/**
 * The one word for an order, first match. A partial refund stays completed; a dispute is a flag beside it.
 * Cancelled means that nothing was kept and nothing can be paid any more.
 */
export function statusOf(order: Order): OrderStatus {
  const total = order.placed?.total
  const paid = received(order)
  if (total !== undefined && paid >= total) return refunded(order) >= paid ? 'refunded' : 'completed'
  const known = intentIds(order)
  const allOver = known.every((id) => isOver(order, id))
  if (allOver && (known.length > 0 || order.cancelled !== null)) return 'cancelled'
  if (Object.values(order.intents).some((intent) => intent.state === 'processing')) return 'processing'
  return 'pending'
}

/** True while the buyer may still pay this order or its payment is under way. */
export function isOpen(status: OrderStatus): boolean {
  return status === 'pending' || status === 'processing'
}
