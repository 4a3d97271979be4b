import type { Write } from '#platform/event-log/event-log.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import type { Order } from '../domain/order.ts'
import { discountsOf, discountsOver } from '../domain/order-discounts.ts'
import type { LineDiscount } from '../domain/order-lines.ts'
import { CouponUses } from '../orders/coupon-uses.ts'

const takeText = 'select commerce_take_discount($1, $2, $3, $4, $5, $6, $7)'
const giveBackText = 'select commerce_give_back_discounts($1, $2, $3)'

/** What takes the discounts of an order. @param again the order had given them back: then nothing is refused any more */
export const takingOf = (
  orderId: string,
  discounts: readonly LineDiscount[],
  currency: string,
  again: boolean,
  now: Date,
): Write[] =>
  discounts.map(({ kind, id, amount }) => ({
    text: takeText,
    values: [orderId, kind, id, amount, currency, again, now],
  }))

/** The uses of coupons follow the orders that have them. */
export class DiscountUses extends CouponUses {
  readonly #clock: Clock

  constructor(clock: Clock) {
    super()
    this.#clock = clock
  }

  override follow(before: Order, after: Order): Write[] {
    const discounts = discountsOf(after)
    const [was, is] = [discountsOver(before), discountsOver(after)]
    if (discounts.length === 0 || (was === null) === (is === null)) return []
    const now = this.#clock.now()
    return is === null
      ? takingOf(after.id, discounts, after.placed?.currency ?? '', true, now)
      : [{ text: giveBackText, values: [after.id, is, now] }]
  }
}
