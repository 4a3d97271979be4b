import type { Database } from '#platform/database/database.ts'
import { type Person, PersonalData } from '#platform/privacy/personal-data.ts'
import type { OrderDocuments } from './documents/order-documents.ts'
import { invoiceDetailsOf } from './orders/buyers.ts'
import type { OrderLists } from './orders/order-lists.ts'
import { orderView } from './orders/views.ts'

/** What commerce keeps about people: the buyer as of each order, and webhook bodies. Issued documents stay. */
export class OrderPersonalData extends PersonalData {
  readonly name = 'orders'
  readonly #database: Database
  readonly #lists: OrderLists
  readonly #documents: OrderDocuments

  constructor(database: Database, lists: OrderLists, documents: OrderDocuments) {
    super()
    this.#database = database
    this.#lists = lists
    this.#documents = documents
  }

  override async export(person: Person): Promise<unknown> {
    const orders = await this.#lists.ofBuyer(person.userId)
    return Promise.all(
      orders.map(async ({ row, buyer, standing }) => {
        const { order } = await this.#lists.load(row.id)
        return {
          ...orderView(row, buyer, standing),
          ...invoiceDetailsOf(buyer),
          answers: order.placed?.answers ?? {},
          termsVersion: order.placed?.termsVersion ?? null,
          paymentIds: row.intentIds,
          remarks: Object.values(order.notes).map(({ text }) => text),
        }
      }),
    )
  }

  /** Issued documents stay: what is not stored yet is stored first, as nobody could make it afterwards. */
  override async erase(person: Person): Promise<void> {
    const issued = await this.#database.sql.query<{ orderId: string }>(
      `select distinct i.order_id as "orderId" from commerce_invoice i
       join commerce_order_customer c using (order_id) where c.user_id = $1 and i.deleted_at is null`,
      [person.userId],
    )
    for (const { orderId } of issued) await this.#documents.store(orderId)
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
