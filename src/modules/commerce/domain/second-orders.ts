import type { OrderEvent } from './events.ts'
import type { Order } from './order.ts'
import { received } from './payments.ts'
import { holdsPlace } from './place.ts'

/**
 * A person has paid for the same product with an earlier order, `first`, too: finance asks whether that was meant.
 * [] when this order is a company's, holds no place any more, or was flagged so before.
 */
export function flagSecondOrder(order: Order, first: string): OrderEvent[] {
  const known = Object.values(order.flags).some(({ reason }) => reason === 'second-order')
  if (order.placed === null || order.placed.organizationId !== null || known || !holdsPlace(order)) return []
  const amount = received(order)
  const { currency } = order.placed
  return [
    { type: 'OrderFlagged', data: { reason: 'second-order', subject: first, amount, currency, surplus: 0 } },
  ]
}
