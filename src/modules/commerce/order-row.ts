import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql'
import type { Write } from '#platform/event-log/event-log.ts'
import { flagKey, intentIds, isDisputed, type Order, received, refunded } from './domain/order.ts'
import { isOpen, type OrderStatus, statusOf } from './domain/status.ts'

/** Lists and searches read this; the truth is the log. Amounts are minor units. */
export const OrderRow = defineEntity({
  name: 'OrderRow',
  tableName: 'commerce_order',
  properties: {
    id: p.uuid().primary(),
    version: p.integer(),
    status: p.text().$type<OrderStatus>(),
    open: p.boolean(),
    buyerId: p.text(),
    productId: p.text(),
    productName: p.text(),
    totalMinor: p.bigint('number'),
    receivedMinor: p.bigint('number'),
    refundedMinor: p.bigint('number'),
    currency: p.text(),
    intentIds: p.array(),
    flags: p.array(),
    disputed: p.boolean(),
    invoiceNumber: p.integer().nullable(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
})
export type OrderRow = InferEntity<typeof OrderRow>

export const orderColumns = [
  'id',
  'version',
  'status',
  'open',
  'buyer_id',
  'product_id',
  'product_name',
  'total_minor',
  'received_minor',
  'refunded_minor',
  'currency',
  'intent_ids',
  'flags',
  'disputed',
  'invoice_number',
  'created_at',
  'updated_at',
] as const

/** When the order began and when it last changed: product time of its first and last event. */
export interface Span {
  createdAt: Date
  updatedAt: Date
}

/** The row of an order, as a pure function of its events; null before it is placed. In the order of `orderColumns`. */
export function rowOf(order: Order, version: number, span: Span): unknown[] | null {
  if (order.placed === null) return null
  const { buyerId, productId, productName, total, currency } = order.placed
  const status = statusOf(order)
  return [
    order.id,
    version,
    status,
    isOpen(status) && order.cancelled === null,
    buyerId,
    productId,
    productName,
    total,
    received(order),
    refunded(order),
    currency,
    intentIds(order).sort(),
    Object.values(order.flags).map(flagKey).sort(),
    isDisputed(order),
    order.invoiceNumber,
    span.createdAt,
    span.updatedAt,
  ]
}

const [key, ...others] = orderColumns
const upsert = `insert into commerce_order (${orderColumns.join(', ')})
values (${orderColumns.map((_, i) => `$${i + 1}`).join(', ')})
on conflict (${key}) do update set ${others.map((column) => `${column} = excluded.${column}`).join(', ')}
where commerce_order.version < excluded.version`

/** The statement that brings the row up to `order`; commits with the events that made it so. */
export function rowWrite(order: Order, version: number, span: Span): Write[] {
  const values = rowOf(order, version, span)
  return values === null ? [] : [{ text: upsert, values }]
}
