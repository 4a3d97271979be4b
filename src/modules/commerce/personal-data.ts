import type { Database } from '#platform/database/database.ts'
import { type Person, PersonalData } from '#platform/privacy/personal-data.ts'
import type { OrderLists } from './orders/order-lists.ts'
import { orderView } from './orders/views.ts'

/** What commerce keeps about people: the buyer as of each order, and webhook bodies. Issued documents stay. */
export class OrderPersonalData extends PersonalData {
  readonly name = 'orders'
  readonly #database: Database
  readonly #lists: OrderLists

  constructor(database: Database, lists: OrderLists) {
    super()
    this.#database = database
    this.#lists = lists
  }

  override async export(person: Person): Promise<unknown> {
    const orders = await this.#lists.ofBuyer(person.userId)
    return orders.map(({ row, buyer, standing }) => ({
      ...orderView(row, buyer, standing),
      company: buyer?.company ?? null,
    }))
  }

  override async erase(person: Person): Promise<void> {
    await this.#database.rawTransaction(async (sql) => {
      await sql.query(
        `update commerce_stripe_inbox i set raw = null from commerce_order o
         where o.buyer_id = $1 and (i.order_id = o.id::text or i.intent_id = any(o.intent_ids)) and i.raw is not null`,
        [person.userId],
      )
      await sql.query('delete from commerce_order_customer where user_id = $1', [person.userId])
      await sql.query('delete from commerce_reminder_refusal where buyer_id = $1', [person.userId])
    })
  }
}
