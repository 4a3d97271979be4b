import { z } from 'zod'
import { Places } from '#modules/leadership/index.ts'
import { Database } from '#platform/database/database.ts'
import { AppError } from '#platform/kernel/error.ts'
import type { Given } from '#platform/kernel/needs.ts'
import { type Person, PersonalData } from '#platform/privacy/personal-data.ts'
import { OrderView } from './contract.ts'
import { OrderDocuments } from './invoices/order-documents.ts'
import { documentTables } from './invoices/tables.ts'
import { forgetBuyer, invoiceDetailsOf } from './orders/buyers.ts'
import { OrderLists } from './orders/order-lists.ts'
import { forgetTouches, touchesOfBuyer } from './orders/order-sources.ts'
import { orderView } from './orders/views.ts'
import { forgetEntries } from './payments/bank-transfers/forget-entries.ts'
import { transferTables } from './payments/bank-transfers/tables.ts'
import { taxIdCheckOf } from './tax/tax-ids.ts'

/** What commerce keeps about people: the buyer as of each order, who sent its bank transfers, and webhook bodies. Issued documents stay. */
export class OrderPersonalData extends PersonalData {
  readonly name = 'orders'
  static readonly needs = {
    database: Database,
    lists: OrderLists,
    documents: OrderDocuments,
    places: Places,
  }
  readonly #parts: Given<typeof OrderPersonalData.needs>

  constructor(parts: Given<typeof OrderPersonalData.needs>) {
    super()
    this.#parts = parts
  }

  override async export(person: Person): Promise<unknown> {
    const orders = await this.#parts.lists.ofBuyer(person.userId)
    const touches = await touchesOfBuyer(this.#parts.database.sql, person.userId)
    return Promise.all(
      orders.map(async ({ row, buyer, standing }) => {
        const { order } = await this.#parts.lists.load(row.id)
        return {
          ...z.encode(OrderView, orderView(row, buyer, standing)),
          ...invoiceDetailsOf(buyer),
          taxIdCheck: await taxIdCheckOf(this.#parts.database.sql, row.id),
          answers: order.placed?.answers ?? {},
          termsVersion: order.placed?.termsVersion ?? null,
          paymentIds: row.intentIds,
          cohort: await this.#parts.places.ofOrder(row.id),
          remarks: Object.values(order.notes).map(({ text }) => text),
          cameFrom: touches.get(row.id) ?? null,
          bankTransfers: await this.#transfersOf(row.id),
        }
      }),
    )
  }

  /** Who sent the money of an order, and what they wrote. */
  #transfersOf(orderId: string) {
    return transferTables(this.#parts.database.sql)
      .selectFrom('commerce_transfer_use as u')
      .innerJoin('commerce_transfer_sender as s', 's.transferId', 'u.transferId')
      .select(['s.name', 's.account', 's.remittance'])
      .distinct()
      .where('u.orderId', '=', orderId)
      .execute()
  }

  /** Issued documents stay. One that could not be rendered when it was issued is made first, as it cannot be made afterwards. */
  override async erase(person: Person): Promise<void> {
    const unmade = await documentTables(this.#parts.database.sql)
      .selectFrom('commerce_invoice as i')
      .innerJoin('commerce_order_customer as c', 'c.order_id', 'i.order_id')
      .leftJoin('commerce_document_file as f', (join) =>
        join.onRef('f.kind', '=', 'i.kind').onRef('f.year', '=', 'i.year').onRef('f.number', '=', 'i.number'),
      )
      .select(['i.kind', 'i.order_id', 'i.refund_id'])
      .where('c.user_id', '=', person.userId)
      .where('f.number', 'is', null)
      .execute()
    for (const { kind, order_id, refund_id } of unmade)
      await this.#parts.documents.get(order_id, kind, refund_id).catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error
      })
    await this.#parts.database.rawTransaction(async (sql) => {
      const tables = documentTables(sql)
      await tables
        .updateTable('commerce_stripe_inbox as i')
        .from('commerce_order as o')
        .set({ raw: null })
        .where('o.buyer_id', '=', person.userId)
        .where(({ cast, eb, fn, or, ref }) =>
          or([
            eb('i.order_id', '=', cast<string>('o.id', 'text')),
            eb('i.intent_id', '=', fn.any(ref('o.intent_ids'))),
          ]),
        )
        .where('i.raw', 'is not', null)
        .execute()
      await forgetEntries(sql, person.userId)
      const sent = transferTables(sql)
        .selectFrom('commerce_transfer_use as u')
        .innerJoin('commerce_order as o', 'o.id', 'u.orderId')
        .select('u.transferId')
        .where('o.buyerId', '=', person.userId)
      await transferTables(sql)
        .deleteFrom('commerce_transfer_sender')
        .where('transferId', 'in', sent)
        .execute()
      await forgetBuyer(sql, person.userId)
      await forgetTouches(sql, person.userId)
      await tables.deleteFrom('commerce_reminder_refusal').where('buyer_id', '=', person.userId).execute()
    })
  }
}
