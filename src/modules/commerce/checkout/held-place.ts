import type { Sql } from '#platform/database/sql.ts'
import { holdsPlace } from '../domain/place.ts'
import type { Orders } from '../orders/orders.ts'
import { orderTables } from '../orders/tables.ts'

/**
 * The order that gives the buyer a place in the product, the newest of several; null without one. An order whose
 * payment the bank took back stays completed, and holds no place.
 */
export async function heldPlace(
  sql: Sql,
  orders: Orders,
  buyerId: string,
  productId: string,
): Promise<string | null> {
  const rows = await orderTables(sql)
    .selectFrom('commerce_order')
    .select(['id', 'disputed'])
    .where('buyer_id', '=', buyerId)
    .where('product_id', '=', productId)
    .where('status', '=', 'completed')
    .orderBy('created_at', 'desc')
    .execute()
  for (const { id, disputed } of rows) {
    if (!disputed || holdsPlace((await orders.load(id)).order)) return id
  }
  return null
}
