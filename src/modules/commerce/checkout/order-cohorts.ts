import { Places } from '#modules/leadership/index.ts'
import { Database } from '#platform/database/database.ts'
import { runWrites } from '#platform/event-log/writes.ts'
import { AppError } from '#platform/kernel/error.ts'
import type { Given } from '#platform/kernel/needs.ts'
import type { OrderCohort } from '../contract.ts'
import { discountsOf } from '../domain/order-discounts.ts'
import { type PlaceClaim, placeClaim } from '../domain/place.ts'
import { OrderLists } from '../orders/order-lists.ts'
import { Orders } from '../orders/orders.ts'
import { Prices } from '../pricing/prices.ts'

const isWithoutPlace = (error: unknown): boolean =>
  error instanceof AppError && ['COHORT_FULL', 'COHORT_NOT_OPEN'].includes(error.code)

/** The cohorts of orders that are placed already. */
export class OrderCohorts {
  static readonly needs = {
    database: Database,
    orders: Orders,
    lists: OrderLists,
    places: Places,
    prices: Prices,
  }
  readonly #parts: Given<typeof OrderCohorts.needs>

  constructor(parts: Given<typeof OrderCohorts.needs>) {
    this.#parts = parts
  }

  /** Null for an order that chose none. */
  async view(orderId: string): Promise<OrderCohort | null> {
    const chosen = await this.#parts.places.ofOrder(orderId)
    return chosen && { ...chosen, cancelled: chosen.cohortCancelled }
  }

  /**
   * The buyer comes back to an open order: its place is held again, in another cohort when one is given. Without one
   * the order stays payable when its cohort has no place left: it has none then, and its buyer may choose another date.
   * @throws AppError conflict `COHORT_NOT_OPEN`, `COHORT_FULL`, `COUPON_OTHER_DATE` for a cohort that is given
   */
  async renew(
    order: { id: string; buyerId: string },
    cohortId: string | null,
    offer: string | null,
  ): Promise<void> {
    if (cohortId !== null)
      await this.#parts.prices.assertDate(
        discountsOf((await this.#parts.orders.load(order.id)).order),
        cohortId,
      )
    await this.#parts.places.renew(order, cohortId, offer).catch((error: unknown) => {
      if (cohortId !== null || !isWithoutPlace(error)) throw error
    })
    await this.#catchUp(order.id, 'open')
  }

  /**
   * Holds a place for an open order, or takes one for a paid order that has none.
   * @throws AppError not-found; conflict `ORDER_WITHOUT_PLACE` when the order is over or its payment under way, and for one of an
   *   organization, whose seats have places of their own; `PLACE_TAKEN`, `COHORT_NOT_OPEN`, `COHORT_FULL`
   */
  async choose(buyerId: string, orderId: string, cohortId: string, offer: string | null): Promise<void> {
    const { loaded, row } = await this.#parts.lists.ofBuyerById(buyerId, orderId)
    if (row.organizationId !== null)
      throw new AppError(
        'conflict',
        'ORDER_WITHOUT_PLACE',
        'The seats of this order have dates of their own. You choose them on the page of your organization.',
      )
    const claim = placeClaim(loaded.order)
    const order = { id: orderId, buyerId }
    if (claim === 'open') return this.renew(order, cohortId, offer)
    if (claim !== 'paid')
      throw new AppError('conflict', 'ORDER_WITHOUT_PLACE', 'This order cannot choose a date at the moment.')
    await this.#parts.places.take(order, cohortId, offer)
    await this.#catchUp(orderId, claim)
  }

  /** @throws AppError not-found. Nothing happens for an order that is not paid, or has its place. */
  async askForMoneyBack(buyerId: string, orderId: string): Promise<void> {
    await this.#parts.lists.ofBuyerById(buyerId, orderId)
    await this.#parts.places.requestRefund(orderId)
  }

  /** The order may have been paid or cancelled while its buyer chose a date: its place is updated now. */
  async #catchUp(orderId: string, seen: PlaceClaim): Promise<void> {
    const { order, version } = await this.#parts.orders.load(orderId)
    const claim = placeClaim(order)
    if (claim === seen) return
    await runWrites(this.#parts.database.sql, this.#parts.places.follow(orderId, claim, version).writes)
  }
}
