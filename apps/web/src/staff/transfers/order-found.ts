import type { financeOrders } from '#modules/commerce/finance/search/contract.ts'
import { call } from '../../lib/call.ts'

/** The one order that matches; else a sentence with the reason. */
export async function orderFound(typed: string): Promise<{ id: string } | string> {
  const { orders } = await call<typeof financeOrders>('GET', '/api/finance/orders', {
    query: { q: typed.trim(), pageSize: 2 },
  })
  const [order, other] = orders
  if (order === undefined) return 'Order: no order has this number or reference.'
  return other === undefined ? { id: order.id } : 'Order: several orders match. Enter the full order number.'
}
