import type { OrderStanding, OrderStandings } from '../../index.ts'
import type { SeatRow, SeatRows } from './seat-rows.ts'

/** How enrollments stand to what was paid for them: a seat stands as its order does, one that was closed is refunded. */
export class EnrollmentStandings {
  readonly #orders: OrderStandings
  readonly #rows: SeatRows

  constructor(orders: OrderStandings, rows: SeatRows) {
    this.#orders = orders
    this.#rows = rows
  }

  /** By the ids of orders and seats; those that were never paid are absent. */
  async of(ids: readonly string[]): Promise<Map<string, OrderStanding>> {
    const seats = await this.#rows.ofIds(ids)
    const orders = await this.#orders.of([...new Set([...ids, ...seats.map(({ orderId }) => orderId)])])
    const standing = ({ state, orderId }: SeatRow): OrderStanding | undefined =>
      state === 'closed' || state === 'revoked' ? 'refunded' : orders.get(orderId)
    for (const seat of seats) {
      const stands = standing(seat)
      if (stands !== undefined) orders.set(seat.id, stands)
    }
    return orders
  }

  /** Whose payment an order is: its own, and of its seats. */
  async enrollmentsOf(orderId: string): Promise<string[]> {
    return [orderId, ...(await this.#rows.idsOfOrder(orderId))]
  }
}
