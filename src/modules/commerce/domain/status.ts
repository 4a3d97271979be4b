import { paysLater } from './dues.ts'
import { isUnderWay, type KnownIntent } from './lattice.ts'
import { intentIds, type Order } from './order.ts'
import { covered, isForOrder, isOver, received, refunded } from './payments.ts'

export const orderStatuses = ['pending', 'processing', 'completed', 'cancelled', 'refunded'] as const
export type OrderStatus = (typeof orderStatuses)[number]

/**
 * The one word for an order, first match. A partial refund stays completed; a dispute is a flag beside it.
 * Cancelled means that nothing was kept and nothing can be paid any more. An order that costs nothing is complete at once.
 */
export function statusOf(order: Order): OrderStatus {
  const total = order.placed?.total
  const paid = received(order)
  const free = paid === 0 && order.cancelled === null
  if (total !== undefined && covered(order) >= total && (paid > 0 || free))
    return !free && refunded(order) >= paid ? 'refunded' : 'completed'
  const known = intentIds(order)
  const allOver = known.every((id) => isOver(order, id))
  if (allOver && (order.cancelled !== null || (known.length > 0 && !paysLater(order)))) return 'cancelled'
  if (Object.values(order.intents).some(isUnderWay)) return 'processing'
  return 'pending'
}

/** True once the money is there, also when it has gone back since. */
export function isPaid(status: OrderStatus): boolean {
  return status === 'completed' || status === 'refunded'
}

/** True while the buyer may still pay this order or its payment is under way. */
export function isOpen(status: OrderStatus): boolean {
  return status === 'pending' || status === 'processing'
}

/** True while the buyer may pay. Money that came but does not count is looked at first: asking for more would be wrong. */
export function isPayable(order: Order): boolean {
  if (order.cancelled !== null || statusOf(order) !== 'pending') return false
  return Object.values(order.intents).every(
    (intent) => intent.state !== 'succeeded' || isForOrder(order, intent),
  )
}

/** Stripe's code of the try that failed last, while the order can still be paid; null when none has. */
export function lastFailure(order: Order): string | null {
  if (!isPayable(order)) return null
  return Object.values(order.intents).find((intent) => intent.failureCode !== null)?.failureCode ?? null
}

/** The payment that waits until its buyer has confirmed deposits to their bank account; null when none does. */
export function awaitsDeposits(order: Order): KnownIntent | null {
  if (statusOf(order) !== 'processing') return null
  return Object.values(order.intents).find(({ awaiting }) => awaiting === 'microdeposits') ?? null
}
