import type { Database } from '#platform/database/database.ts'
import { JobHandlers, type JobRegistry } from '#platform/jobs/jobs.ts'
import { holdsPlace } from '../domain/place.ts'
import { flagSecondOrder } from '../domain/second-orders.ts'
import type { Author } from './author.ts'
import { secondOrderCheck } from './effects.ts'
import type { Orders } from './orders.ts'
import { orderTables } from './tables.ts'

const author: Author = { actor: { kind: 'system', name: 'second-orders' } }

/**
 * The one rule that looks across orders: which person has paid twice for one product is shown to finance. It runs as a job that
 * commits with the order's completion, so it looks after that commit. Of two orders completed at the same moment, in
 * any processes, the job that looks last sees both.
 */
export class SecondOrders extends JobHandlers {
  readonly #database: Database
  readonly #orders: Orders

  constructor(database: Database, orders: Orders) {
    super()
    this.#database = database
    this.#orders = orders
  }

  override registerJobs(registry: JobRegistry): void {
    registry.handle(secondOrderCheck, ({ data }) => this.flag(data.orderId))
  }

  /** Flags every paid order of this order's buyer and product but the one with the lowest invoice number. */
  async flag(orderId: string): Promise<void> {
    const rows = await orderTables(this.#database.sql)
      .selectFrom('commerce_order as one')
      .innerJoin('commerce_order as this', (join) =>
        join.onRef('this.buyer_id', '=', 'one.buyer_id').onRef('this.product_id', '=', 'one.product_id'),
      )
      .select('one.id')
      .where('this.id', '=', orderId)
      .where('one.organization_id', 'is', null)
      .where('this.organization_id', 'is', null)
      .where('one.status', '=', 'completed')
      .orderBy('one.invoice_number')
      .orderBy('one.id')
      .execute()
    if (rows.length < 2) return
    const paid: string[] = []
    for (const { id } of rows) if (holdsPlace((await this.#orders.load(id)).order)) paid.push(id)
    const [first, ...later] = paid
    if (first === undefined) return
    for (const id of later)
      await this.#orders.change(id, author, ({ order }) => flagSecondOrder(order, first))
  }
}
