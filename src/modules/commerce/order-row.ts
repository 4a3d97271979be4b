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
/** The same facts, from the table or from a fold. */
export type OrderSummary = Pick<OrderRow, (typeof orderColumns)[number][1]>

/** Column and property, in the order in which rows are written and compared. */
export const orderColumns = [
  ['id', 'id'],
  ['version', 'version'],
  ['status', 'status'],
  ['open', 'open'],
  ['buyer_id', 'buyerId'],
  ['product_id', 'productId'],
  ['product_name', 'productName'],
  ['total_minor', 'totalMinor'],
  ['received_minor', 'receivedMinor'],
  ['refunded_minor', 'refundedMinor'],
  ['currency', 'currency'],
  ['intent_ids', 'intentIds'],
  ['flags', 'flags'],
  ['disputed', 'disputed'],
  ['invoice_number', 'invoiceNumber'],
  ['created_at', 'createdAt'],
  ['updated_at', 'updatedAt'],
] as const

/** When the order began and when it last changed: product time of its first and last event. */
export interface Span {
  createdAt: Date
  updatedAt: Date
}

/** The row of an order, as a pure function of its events; null before it is placed. */
export function rowOf(order: Order, version: number, span: Span): OrderSummary | null {
  if (order.placed === null) return null
  const { buyerId, productId, productName, total, currency } = order.placed
  const status = statusOf(order)
  return {
    id: order.id,
    version,
    status,
    open: isOpen(status) && order.cancelled === null,
    buyerId,
    productId,
    productName,
    totalMinor: total,
    receivedMinor: received(order),
    refundedMinor: refunded(order),
    currency,
    intentIds: intentIds(order).sort(),
    flags: Object.values(order.flags).map(flagKey).sort(),
    disputed: isDisputed(order),
    invoiceNumber: order.invoiceNumber,
    createdAt: span.createdAt,
    updatedAt: span.updatedAt,
  }
}

const columns = orderColumns.map(([column]) => column)
const upsert = `insert into commerce_order (${columns.join(', ')})
values (${columns.map((_, i) => `$${i + 1}`).join(', ')})
on conflict (id) do update set ${columns
  .slice(1)
  .map((column) => `${column} = excluded.${column}`)
  .join(', ')}
where commerce_order.version < excluded.version`

/** The statement that brings the row up to `order`; commits with the events that made it so. */
export function rowWrite(order: Order, version: number, span: Span): Write[] {
  const row = rowOf(order, version, span)
  return row === null ? [] : [{ text: upsert, values: orderColumns.map(([, property]) => row[property]) }]
}
