import type { Sql } from '#platform/database/sql.ts'
import { invoiceOfRow } from '../domain/document-names.ts'
import { orderTables } from '../orders/tables.ts'
import { withdrawalTables } from './tables.ts'

/** Invoice numbers follow each other: whoever tries more numbers with an address in a day may not be the buyer. */
const mostWrongNumbers = 3
const day = 86_400_000

/** The order of this address with this number: its id, the short number on its page, or the number of its invoice. Null for none. */
export async function orderNamedIn(
  sql: Sql,
  { email, orderNumber }: { email: string; orderNumber: string },
): Promise<string | null> {
  const typed = orderNumber.toLowerCase().replace(/[\s#]/g, '')
  const rows = await orderTables(sql)
    .selectFrom('commerce_order as o')
    .innerJoin('commerce_order_customer as c', 'c.order_id', 'o.id')
    .select(['o.id', 'o.invoice_number as invoiceNumber', 'o.invoice_year as invoiceYear'])
    .where('c.email', '=', email)
    .execute()
  const found = rows.filter((row) =>
    [row.id, row.id.slice(-8), invoiceOfRow(row)?.toLowerCase()].includes(typed),
  )
  return found.length === 1 ? found[0]!.id : null
}

/** Whether several numbers that belong to no order of the address were tried with it in the day before. */
export async function looksGuessed(
  sql: Sql,
  { email, receivedAt }: { email: string; receivedAt: Date },
): Promise<boolean> {
  const wrong = await withdrawalTables(sql)
    .selectFrom('commerce_withdrawal')
    .select('id')
    .where('email', '=', email)
    .where('orderId', 'is', null)
    .where('receivedAt', '<', receivedAt)
    .where('receivedAt', '>', new Date(receivedAt.getTime() - day))
    .limit(mostWrongNumbers)
    .execute()
  return wrong.length === mostWrongNumbers
}
