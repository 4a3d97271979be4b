import type { Client } from 'pg'
import { copiedRows } from '#platform/database/copy-text.ts'
import type { Fact } from '#platform/event-log/event-log.ts'
import { type OrderSummary, rowOf } from './order-row.ts'
import { advance, type FoldedOrder, orderPrefix } from './order-stream.ts'

/** Some rows, and how many events were read for them. */
export interface RowsRead {
  rows: OrderSummary[]
  events: number
}

/**
 * The rows of orders derived from the log, in one snapshot. PostgreSQL sorts the events by order, so that each is
 * folded at a stretch and forgotten: it takes no more memory for a million orders than for one. Orders that were never
 * placed have no row. Nothing else may use the connection meanwhile.
 *
 * @param after only orders with an event behind this position, whole
 */
export async function* rowsOfLog(client: Client, after = 0): AsyncGenerator<RowsRead> {
  const position = Math.trunc(after)
  const chosen =
    position === 0 ? '' : `and stream_id in (select stream_id from es.events where position > ${position})`
  const sorted = `select stream_id, version, type, schema_version, (extract(epoch from occurred_at) * 1000)::bigint, data
    from es.events where stream_id like '${orderPrefix}%' ${chosen} order by stream_id collate "C", version`
  let current = ''
  let folded: FoldedOrder | undefined
  for await (const events of copiedRows(client, sorted)) {
    const rows: OrderSummary[] = []
    for (const event of events) {
      const fact = factOf(event)
      if (fact.stream !== current) {
        rows.push(...rowsOf(folded))
        folded = undefined
        current = fact.stream
      }
      folded = advance(folded, current.slice(orderPrefix.length), fact)
    }
    yield { rows, events: events.length }
  }
  yield { rows: rowsOf(folded), events: 0 }
}

/** None before the first order, and none of one that was never placed. */
function rowsOf(folded: FoldedOrder | undefined): OrderSummary[] {
  const row = folded ? rowOf(folded.order, folded.version, folded) : null
  return row === null ? [] : [row]
}

function factOf(fields: readonly string[]): Omit<Fact, 'position'> {
  const [stream = '', version = '', type = '', schemaVersion = '', at = '', data = ''] = fields
  return {
    stream,
    version: Number(version),
    type,
    schemaVersion: Number(schemaVersion),
    data: JSON.parse(data) as Record<string, unknown>,
    occurredAt: new Date(Number(at)),
  }
}
