import { type DisputeStanding, disputeStanding } from './disputes.ts'
import type { Order } from './order.ts'
import { type OrderStatus, statusOf } from './status.ts'

/** The same from what a list knows of an order. */
export function givesPlace(status: OrderStatus, dispute: DisputeStanding | null): boolean {
  return status === 'completed' && dispute !== 'lost'
}

/** Whether the buyer has the place that this order paid for: not after a full refund, nor once the bank took the money back. */
export function holdsPlace(order: Order): boolean {
  return givesPlace(statusOf(order), disputeStanding(order))
}
