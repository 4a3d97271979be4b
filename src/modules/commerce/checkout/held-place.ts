import type { Sql } from '#platform/database/sql.ts'
import { holdsPlace } from '../domain/place.ts'
import type { Orders } from '../orders/orders.ts'
import { orderTables } from '../orders/tables.ts'

/** What the checkout asks of the orders that a buyer has placed before. */
export type EarlierOrder = Awaited<ReturnType<typeof ordersOf>>[number]

/** All orders that a person has placed for themselves, newest first. */
export const ordersOf = (sql: Sql, buyerId: string) =>
  orderTables(sql)
    .selectFrom('commerce_order')
    .select(['id', 'product_id as productId', 'status', 'disputed', 'open', 'created_at as createdAt'])
    .where('buyer_id', '=', buyerId)
    .where('organization_id', 'is', null)
    .orderBy('created_at', 'desc')
    .execute()

/**
 * The order that gives its buyer a place in the product, the newest of several; null without one. An order whose
 * payment the bank took back stays completed, and holds no place.
 */
export async function heldPlace(
  orders: Orders,
  earlier: readonly EarlierOrder[],
  productId: string,
): Promise<string | null> {
  for (const { id, status, disputed, productId: bought } of earlier) {
    if (bought !== productId || status !== 'completed') continue
    if (!disputed || holdsPlace((await orders.load(id)).order)) return id
  }
  return null
}
