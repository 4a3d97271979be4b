import { defineEntity, type InferEntity, p } from '@mikro-orm/postgresql'
import { columnsOf } from '#platform/database/kysely-on.ts'
import type { Write } from '#platform/event-log/event-log.ts'
import { isDisputed } from '../domain/disputes.ts'
import { nextDue } from '../domain/dues.ts'
import { flagKey, intentIds, type Order } from '../domain/order.ts'
import { seatsOf } from '../domain/order-lines.ts'
import { covered, received, refunded } from '../domain/payments.ts'
import { isOpen, type OrderStatus, statusOf } from '../domain/status.ts'

/** Lists and searches read this; the truth is the log. Amounts are minor units. */
export const OrderRow = defineEntity({
  name: 'OrderRow',
  tableName: 'commerce_order',
  properties: {
    id: p.uuid().primary(),
    version: p.integer(),
    status: p.text().$type<OrderStatus>(),
    /** True while this is the one order that its buyer, a person, can continue to pay. */
    open: p.boolean(),
    buyerId: p.text(),
    productId: p.text(),
    productName: p.text(),
    totalMinor: p.bigint('number'),
    receivedMinor: p.bigint('number'),
    refundedMinor: p.bigint('number'),
    currency: p.text(),
    intentIds: p.array(),
    /** The last four digits of each card that paid it. */
    cardLast4: p.array(),
    flags: p.array(),
    disputed: p.boolean(),
    invoiceNumber: p.integer().nullable(),
    invoiceYear: p.integer().nullable(),
    /** The payer when a company buys. */
    organizationId: p.text().nullable(),
    seats: p.integer().default(1),
    /** Of the first part that is not paid; null when nothing is to be paid until a date. */
    dueAt: p.datetime().nullable(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
})
export type OrderRow = InferEntity<typeof OrderRow>
type Property = keyof typeof OrderRow.properties & keyof OrderRow
/** The same facts, from the table or from a fold. */
export type OrderSummary = Pick<OrderRow, Property>

const properties = Object.keys(OrderRow.properties) as Property[]
/** Column and property, in the order in which rows are written and compared. */
export const orderColumns = columnsOf(OrderRow).map((column, at) => [column, properties[at]!] as const)

/** What PostgreSQL calls the values of each column. */
export const orderColumnTypes: Record<(typeof orderColumns)[number][0], string> = {
  id: 'uuid',
  version: 'int',
  status: 'text',
  open: 'boolean',
  buyer_id: 'text',
  product_id: 'text',
  product_name: 'text',
  total_minor: 'bigint',
  received_minor: 'bigint',
  refunded_minor: 'bigint',
  currency: 'text',
  intent_ids: 'text[]',
  card_last4: 'text[]',
  flags: 'text[]',
  disputed: 'boolean',
  invoice_number: 'int',
  invoice_year: 'int',
  organization_id: 'text',
  seats: 'int',
  due_at: 'timestamptz',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
}

const isListColumn = (column: keyof typeof orderColumnTypes): boolean =>
  orderColumnTypes[column].endsWith('[]')

const names = orderColumns.map(([column]) => column).join(', ')

/** Rows of which each column comes as an array; the columns that are lists themselves come as their text. */
export const selectRows = `select ${orderColumns
  .map(([column]) => (isListColumn(column) ? `x.${column}::${orderColumnTypes[column]}` : `x.${column}`))
  .join(', ')}
from unnest(${orderColumns
  .map(([column], i) => `$${i + 1}::${orderColumnTypes[column].replace('[]', '')}[]`)
  .join(', ')})
  as x(${names})`

/** When the order began and when it last changed: product time of its first and last event. */
export interface Span {
  createdAt: Date
  updatedAt: Date
}

/** The row of an order, as a pure function of its events; null before it is placed. */
export function rowOf(order: Order, version: number, span: Span): OrderSummary | null {
  if (order.placed === null) return null
  const { buyerId, organizationId, lines, productId, productName, total, currency } = order.placed
  const status = statusOf(order)
  const mayBePaid = isOpen(status) && order.cancelled === null
  const due = mayBePaid ? nextDue(order, covered(order)) : null
  return {
    id: order.id,
    version,
    status,
    open: mayBePaid && organizationId === null,
    buyerId,
    productId,
    productName,
    totalMinor: total,
    receivedMinor: received(order),
    refundedMinor: refunded(order),
    currency,
    intentIds: intentIds(order).sort(),
    cardLast4: [...new Set(Object.values(order.intents).flatMap(({ card }) => card?.last4 ?? []))].sort(),
    flags: Object.values(order.flags).map(flagKey).sort(),
    disputed: isDisputed(order),
    invoiceNumber: order.invoice?.number ?? null,
    invoiceYear: order.invoice?.year ?? null,
    organizationId,
    seats: seatsOf(lines),
    dueAt: due === null ? null : new Date(due.dueAt),
    createdAt: span.createdAt,
    updatedAt: span.updatedAt,
  }
}

const newer = `on conflict (id) do update set ${orderColumns
  .slice(1)
  .map(([column]) => `${column} = excluded.${column}`)
  .join(', ')}
where commerce_order.version < excluded.version`
const upsert = `insert into commerce_order (${names})
values (${orderColumns.map((_, i) => `$${i + 1}`).join(', ')})
${newer}`
const upsertMany = `insert into commerce_order (${names})
${selectRows}
${newer}`

/** The statement that brings the row up to `order`; commits with the events that made it so. */
export function rowWrite(order: Order, version: number, span: Span): Write[] {
  const row = rowOf(order, version, span)
  if (row === null) return []
  return [{ text: upsert, many: upsertMany, values: orderColumns.map(([, property]) => row[property]) }]
}
