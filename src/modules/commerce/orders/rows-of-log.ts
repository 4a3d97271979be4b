import { StringDecoder } from 'node:string_decoder'
import type { Client } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { upcast } from '../domain/events.ts'
import { evolve, newOrder, type Order } from '../domain/order.ts'
import { fieldsOf } from './copy-text.ts'
import { type OrderSummary, rowOf } from './order-row.ts'

/** Streams of orders are named by their id behind this. */
const prefix = 'order-'

/** An order while its events come in. */
interface Growing {
  stream: string
  order: Order
  version: number
  createdAt: Date
  updatedAt: Date
}

/** Some rows, and how many events were read for them. */
export interface RowsRead {
  rows: OrderSummary[]
  events: number
}

/**
 * The rows of orders as the log tells them, in one snapshot. PostgreSQL sorts the events by order, so that each is
 * folded at a stretch and forgotten: it takes no more memory for a million orders than for one. Orders that were never
 * placed have no row. Nothing else may use the connection meanwhile.
 *
 * @param after only orders with an event behind this position, whole
 */
export async function* rowsOfLog(client: Client, after = 0): AsyncGenerator<RowsRead> {
  const position = Math.trunc(after)
  const chosen =
    position === 0 ? '' : `and stream_id in (select stream_id from es.events where position > ${position})`
  const stream = client.query(
    copyTo(
      `copy (select stream_id, version, type, schema_version, (extract(epoch from occurred_at) * 1000)::bigint, data
       from es.events where stream_id like '${prefix}%' ${chosen} order by stream_id collate "C", version) to stdout`,
    ),
  )
  const text = new StringDecoder('utf8')
  let growing: Growing | null = null
  let rest = ''
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    const lines = (rest + text.write(chunk)).split('\n')
    rest = lines.pop() ?? ''
    const rows: OrderSummary[] = []
    for (const line of lines) {
      const grown = grow(growing, line)
      if (growing !== null && grown !== growing) addRow(rows, growing)
      growing = grown
    }
    yield { rows, events: lines.length }
  }
  if (growing === null) return
  const rows: OrderSummary[] = []
  addRow(rows, growing)
  yield { rows, events: 0 }
}

function addRow(rows: OrderSummary[], { order, version, createdAt, updatedAt }: Growing): void {
  const row = rowOf(order, version, { createdAt, updatedAt })
  if (row !== null) rows.push(row)
}

/** The order with the event of this line; another one when the line begins it. */
function grow(known: Growing | null, line: string): Growing {
  const [stream = '', version = '', type = '', schemaVersion = '', at = '', data = ''] = fieldsOf(line)
  const event = upcast({ type, schemaVersion: Number(schemaVersion), data: JSON.parse(data) as object })
  const moment = new Date(Number(at))
  if (known?.stream !== stream) {
    const order = evolve(newOrder(stream.slice(prefix.length)), event)
    return { stream, order, version: Number(version), createdAt: moment, updatedAt: moment }
  }
  known.order = evolve(known.order, event)
  known.version = Number(version)
  known.updatedAt = moment
  return known
}
