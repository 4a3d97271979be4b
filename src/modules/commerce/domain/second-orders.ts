import { disputeStanding } from './disputes.ts'
import type { OrderEvent } from './events.ts'
import type { Order } from './order.ts'
import { received } from './payments.ts'
import { statusOf } from './status.ts'

/** Whether the buyer has paid for a place with this order: not after it was refunded, or its bank took the money back. */
export function isPaidPlace(order: Order): boolean {
  return statusOf(order) === 'completed' && disputeStanding(order) !== 'lost'
}

/**
 * The buyer has paid for the same product with an earlier order, `first`, too: finance asks whether that was meant.
 * [] when this order is no paid place any more, or was flagged so before.
 */
export function flagSecondOrder(order: Order, first: string): OrderEvent[] {
  const known = Object.values(order.flags).some(({ reason }) => reason === 'second-order')
  if (order.placed === null || known || !isPaidPlace(order)) return []
  const amount = received(order)
  const { currency } = order.placed
  return [
    { type: 'OrderFlagged', data: { reason: 'second-order', subject: first, amount, currency, surplus: 0 } },
  ]
}
