import type { Snapshot } from '#platform/database/snapshot.ts'
import { toDecimal } from '#platform/kernel/money.ts'
import { answersInWords } from '../../domain/answer-words.ts'
import { invoiceOfRow } from '../../domain/document-names.ts'
import type { Answers } from '../../domain/events.ts'
import { documentTables } from '../../invoices/tables.ts'
import { type OrderSummary, orderColumns } from '../../orders/order-row.ts'
import { surplusReturnedOf } from '../../orders/views.ts'
import type { Span } from '../books/period.ts'

type Cells = readonly (string | number | null)[]

/** All events of a period, in the order of the log, with the hashes that prove it. */
export async function* eventLines(snapshot: Snapshot, period: Span): AsyncGenerator<Cells> {
  yield [
    'position',
    'order_id',
    'version',
    'type',
    'occurred_at',
    'recorded_at',
    'actor',
    'source',
    'source_id',
    'data',
    'prev_hash',
    'hash',
  ]
  const events = snapshot.pages<EventCells>(
    `select position, stream_id, version, type, occurred_at, recorded_at, metadata->>'actor' as actor, source,
       source_id, data::text as data, encode(prev_hash, 'hex') as prev, encode(hash, 'hex') as hash
     from es.events where ${within('occurred_at')} order by position`,
    endsOf(period),
  )
  for await (const page of events) {
    for (const event of page) {
      yield [
        Number(event.position),
        event.stream_id.replace(/^order-/, ''),
        event.version,
        event.type,
        event.occurred_at.toISOString(),
        event.recorded_at.toISOString(),
        event.actor ?? '',
        event.source,
        event.source_id,
        JSON.stringify(JSON.parse(event.data)),
        event.prev,
        event.hash,
      ]
    }
  }
}

interface EventCells {
  position: string
  stream_id: string
  version: number
  type: string
  occurred_at: Date
  recorded_at: Date
  actor: string | null
  source: string
  source_id: string
  data: string
  prev: string
  hash: string
}

const within = (column: string): string =>
  `($1::timestamptz is null or ${column} >= $1) and ($2::timestamptz is null or ${column} < $2)`

const endsOf = ({ from, to }: Span): (Date | null)[] => [from ?? null, to ?? null]

/** Every order placed in a period, oldest first. */
export async function* orderRows(snapshot: Snapshot, period: Span): AsyncGenerator<OrderSummary> {
  for await (const page of orderPages(snapshot, period)) yield* page
}

async function* orderPages(snapshot: Snapshot, period: Span): AsyncGenerator<OrderSummary[]> {
  const pages = snapshot.pages<Record<string, unknown>>(
    `select ${orderColumns.map(([column]) => column).join(', ')} from commerce_order
     where ${within('created_at')} order by created_at, id`,
    endsOf(period),
  )
  for await (const page of pages)
    yield page.map((row) => {
      // The driver returns bigint as text.
      const value = (column: string) => (column.endsWith('_minor') ? Number(row[column]) : row[column])
      return Object.fromEntries(
        orderColumns.map(([column, property]) => [property, value(column)]),
      ) as OrderSummary
    })
}

/** The questionnaire's answers of each order, in words, by order id. */
async function answersOf(snapshot: Snapshot, orders: readonly OrderSummary[]): Promise<Map<string, string>> {
  const placed = await snapshot.query<{ stream_id: string; answers: Answers | null }>(
    `select stream_id, data->'answers' as answers from es.events
     where stream_id = any($1) and type = 'OrderPlaced'`,
    [orders.map(({ id }) => `order-${id}`)],
  )
  return new Map(
    placed.map(({ stream_id, answers }) => [
      stream_id.replace(/^order-/, ''),
      answersInWords(answers ?? {})
        .map(({ question, answer }) => `${question}: ${answer}`)
        .join('; '),
    ]),
  )
}

/** The tax that the invoice of each order contains, by order id; none where it was not recorded. */
async function taxesOf(snapshot: Snapshot, orders: readonly OrderSummary[]): Promise<Map<string, string>> {
  const taxed = await documentTables(snapshot)
    .selectFrom('commerce_invoice')
    .select(['order_id', 'currency', 'tax_minor'])
    .where('kind', '=', 'invoice')
    .where(({ eb, fn, val }) => eb('order_id', '=', fn.any(val(orders.map(({ id }) => id)))))
    .execute()
  return new Map(
    taxed.flatMap(({ order_id, currency, tax_minor }) =>
      currency === null || tax_minor === null ? [] : [[order_id, toDecimal(Number(tax_minor), currency)]],
    ),
  )
}

/** The due date that the invoice of each order prints, by order id; none for an invoice issued after payment. */
export async function dueDatesOf(
  snapshot: Snapshot,
  orderIds: readonly string[],
): Promise<Map<string, string>> {
  const issued = await snapshot.query<{ stream_id: string; due: string }>(
    `select stream_id, data->'payment'->>'dueAt' as due from es.events
     where stream_id = any($1) and type = 'InvoiceIssued' and data->'payment'->>'dueAt' is not null`,
    [orderIds.map((id) => `order-${id}`)],
  )
  return new Map(issued.map(({ stream_id, due }) => [stream_id.replace(/^order-/, ''), due]))
}

/** All orders placed in a period, oldest first; amounts are decimal strings. No names, no addresses. */
export async function* orderLines(snapshot: Snapshot, period: Span): AsyncGenerator<Cells> {
  yield [
    'order_id',
    'status',
    'program',
    'currency',
    'total',
    'received',
    'refunded',
    'invoice',
    'payment_intents',
    'flags',
    'disputed',
    'buyer_id',
    'created_at',
    'updated_at',
    'version',
    'surplus_returned',
    'answers',
    'tax',
    'seats',
    'organization_id',
    'due_at',
  ]
  for await (const page of orderPages(snapshot, period)) {
    const ids = page.map(({ id }) => id)
    const [answers, taxes, dues] = await Promise.all([
      answersOf(snapshot, page),
      taxesOf(snapshot, page),
      dueDatesOf(snapshot, ids),
    ])
    for (const row of page) {
      yield [
        row.id,
        row.status,
        row.productName,
        row.currency,
        toDecimal(row.totalMinor, row.currency),
        toDecimal(row.receivedMinor, row.currency),
        toDecimal(row.refundedMinor, row.currency),
        invoiceOfRow(row),
        row.intentIds.join(' '),
        row.flags.join(' '),
        row.disputed ? 'yes' : 'no',
        row.buyerId,
        row.createdAt.toISOString(),
        row.updatedAt.toISOString(),
        row.version,
        toDecimal(surplusReturnedOf(row), row.currency),
        answers.get(row.id) ?? '',
        taxes.get(row.id) ?? null,
        row.seats,
        row.organizationId ?? null,
        dues.get(row.id) ?? null,
      ]
    }
  }
}
