import type { OrderStanding } from '#modules/leadership/index.ts'
import { OrderStandings } from '#modules/leadership/index.ts'
import type { Database } from '#platform/database/database.ts'
import { paymentStanding } from '../domain/place.ts'
import { OrderRow } from './order-row.ts'
import type { Orders } from './orders.ts'

const batch = 500

/** The standing of orders: from the list where no payment was ever disputed, else from the log. */
export class StandingsOfOrders extends OrderStandings {
  readonly #database: Database
  readonly #orders: Orders

  constructor(database: Database, orders: Orders) {
    super()
    this.#database = database
    this.#orders = orders
  }

  override async completed(after?: string): Promise<{ orderId: string; buyerId: string }[]> {
    const rows = await this.#database
      .em()
      .find(
        OrderRow,
        { status: 'completed', ...(after === undefined ? {} : { id: { $gt: after } }) },
        { orderBy: { id: 'asc' }, limit: batch },
      )
    return rows.map(({ id, buyerId }) => ({ orderId: id, buyerId }))
  }

  override async of(orderIds: readonly string[]): Promise<Map<string, OrderStanding>> {
    const rows = await this.#database.em().find(OrderRow, { id: { $in: [...orderIds] } })
    const found = await Promise.all(
      rows.map(async ({ id, status, disputed }): Promise<[string, OrderStanding | null]> => {
        if (disputed) return [id, paymentStanding((await this.#orders.load(id)).order)]
        return [id, status === 'completed' ? 'good' : status === 'refunded' ? 'refunded' : null]
      }),
    )
    return new Map(found.flatMap(([id, standing]) => (standing === null ? [] : [[id, standing]])))
  }
}
