import type { ReleaseReason } from './coupon.ts'
import { disputeStanding } from './disputes.ts'
import type { Order } from './order.ts'
import type { LineDiscount } from './order-lines.ts'
import { statusOf } from './status.ts'

/** The discounts of all lines; those of one kind and id together. */
export function discountsOf(order: Order): LineDiscount[] {
  const sums = new Map<string, LineDiscount>()
  for (const { discounts } of order.placed?.lines ?? [])
    for (const discount of discounts) {
      const key = `${discount.kind}:${discount.id}`
      sums.set(key, { ...discount, amount: discount.amount + (sums.get(key)?.amount ?? 0) })
    }
  return [...sums.values()]
}

/**
 * Why the discounts of an order count no more: it was cancelled, or refunded in full. Null while they count, also when
 * the bank took the payment back.
 */
export function discountsOver(order: Order): ReleaseReason | null {
  if (order.placed === null || disputeStanding(order) === 'lost') return null
  const status = statusOf(order)
  return status === 'cancelled' || status === 'refunded' ? status : null
}
