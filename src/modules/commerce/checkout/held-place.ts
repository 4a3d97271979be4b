import type { Sql } from '#platform/database/sql.ts'
import { holdsPlace } from '../domain/place.ts'
import type { Orders } from '../orders/orders.ts'

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
  const rows = await sql.query<{ id: string; disputed: boolean }>(
    `select id, disputed from commerce_order where buyer_id = $1 and product_id = $2 and status = 'completed'
     order by created_at desc`,
    [buyerId, productId],
  )
  for (const { id, disputed } of rows) {
    if (!disputed || holdsPlace((await orders.load(id)).order)) return id
  }
  return null
}
