import { intentIds, type Order, received, refunded } from './order.ts'

export const orderStatuses = ['pending', 'processing', 'completed', 'cancelled', 'refunded'] as const
export type OrderStatus = (typeof orderStatuses)[number]

/** The one word for an order, first match. A partial refund stays completed; a dispute is a flag beside it. */
export function statusOf(order: Order): OrderStatus {
  const total = order.placed?.total
  const paid = received(order)
  const intents = Object.values(order.intents)
  if (total !== undefined && paid >= total) return refunded(order) >= paid ? 'refunded' : 'completed'
  const nothingArrived = intents.every((intent) => intent.state !== 'succeeded')
  const known = intentIds(order)
  const allCancelled = known.every((id) => order.intents[id]?.state === 'canceled')
  if (nothingArrived && allCancelled && (known.length > 0 || order.cancelled !== null)) return 'cancelled'
  if (intents.some((intent) => intent.state === 'processing')) return 'processing'
  return 'pending'
}

/** True while the buyer may still pay this order or its payment is under way. */
export function isOpen(status: OrderStatus): boolean {
  return status === 'pending' || status === 'processing'
}
