import type { Write } from '#platform/event-log/event-log.ts'
import type { Order } from '../domain/order.ts'

/** What happens to the discounts of an order when its state changes. Implemented in prices/. */
export abstract class CouponUses {
  /** Commits with the events by which `before` became `after`: uses come back, or count again. */
  abstract follow(before: Order, after: Order): Write[]
}
