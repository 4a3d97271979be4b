import type { OrderStanding, OrderStandings } from '../../index.ts'
import type { SeatRow, SeatRows } from './seat-rows.ts'

/** The payment's standing of orders and seats. A seat has its order's standing; an ended seat counts as refunded. */
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
    const standingOf = ({ state, orderId }: SeatRow): OrderStanding | undefined =>
      state === 'closed' || state === 'revoked' ? 'refunded' : orders.get(orderId)
    for (const seat of seats) {
      const standing = standingOf(seat)
      if (standing !== undefined) orders.set(seat.id, standing)
    }
    return orders
  }

  /** The enrollments that an order pays for: its own, and those of its seats. */
  async enrollmentsOf(orderId: string): Promise<string[]> {
    return [orderId, ...(await this.#rows.idsOfOrder(orderId))]
  }
}
