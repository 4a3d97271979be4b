import type { EventLog } from '#platform/event-log/event-log.ts'
import { toDecimal } from '#platform/kernel/money.ts'
import { printedInvoice } from '../documents/document-names.ts'
import { endOf, momentOf, type OrderLists } from '../orders/order-lists.ts'

type Cells = readonly (string | number | null)[]
interface Period {
  from?: string | undefined
  to?: string | undefined
}

/** All events of a period, in the order of the log, with the hashes that prove it. */
export async function* eventLines(log: EventLog, { from, to }: Period): AsyncGenerator<Cells> {
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
  const start = from === undefined ? null : momentOf(from)
  const end = to === undefined ? null : endOf(to)
  for await (const event of log.scan()) {
    if (start !== null && event.occurredAt < start) continue
    if (end !== null && event.occurredAt >= end) continue
    yield [
      event.position,
      event.stream.replace(/^order-/, ''),
      event.version,
      event.type,
      event.occurredAt.toISOString(),
      event.recordedAt.toISOString(),
      String(event.metadata.actor ?? ''),
      event.source,
      event.sourceId,
      JSON.stringify(event.data),
      event.prevHash,
      event.hash,
    ]
  }
}

/** All orders placed in a period, oldest first; amounts are decimal strings. No names, no addresses. */
export async function* orderLines(lists: OrderLists, period: Period): AsyncGenerator<Cells> {
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
  ]
  for await (const row of lists.export(period)) {
    yield [
      row.id,
      row.status,
      row.productName,
      row.currency,
      toDecimal(row.totalMinor),
      toDecimal(row.receivedMinor),
      toDecimal(row.refundedMinor),
      printedInvoice(row.invoiceNumber),
      row.intentIds.join(' '),
      row.flags.join(' '),
      row.disputed ? 'yes' : 'no',
      row.buyerId,
      row.createdAt.toISOString(),
      row.updatedAt.toISOString(),
      row.version,
    ]
  }
}
