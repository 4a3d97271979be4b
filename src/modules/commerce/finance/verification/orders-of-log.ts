import type { Snapshot } from '#platform/database/snapshot.ts'
import type { Fact } from '#platform/event-log/event-log.ts'
import { orderPrefix } from '../../orders/order-stream.ts'

/** An event with the stored entries of the books at its position, as sorted text; null where there are none. */
export interface BookedFact extends Fact {
  entries: string | null
}

/** An entry of the books as text; the same for a stored entry and for one made by a fold. */
export const entryText = (entry: {
  kind: string
  currency: string
  amountMinor: number
  orderId: string | null
  bookedAt: Date
  recordedAt: Date
}): string => {
  const { kind, currency, amountMinor, orderId, bookedAt, recordedAt } = entry
  return `${kind} ${currency} ${amountMinor} ${orderId ?? 'none'} ${bookedAt.getTime() * 1000} ${recordedAt.getTime() * 1000}`
}

const facts = `select e.position::float8 as position, e.stream_id as stream, e.version, e.type,
  e.schema_version as "schemaVersion", e.occurred_at as "occurredAt", e.data, b.entries
from es.events e left join (
  select position, string_agg(concat_ws(' ', kind, currency, amount_minor, coalesce(order_id::text, 'none'),
    (extract(epoch from booked_at) * 1000000)::bigint, (extract(epoch from recorded_at) * 1000000)::bigint), '|') as entries
  from commerce_book_entry group by position) b using (position)
order by e.stream_id collate "C", e.version`

/** A stream with all of its events. */
export interface Stream {
  name: string
  /** Null for a stream that is not an order's. */
  orderId: string | null
  facts: BookedFact[]
}

/** All streams of the log, whole, by name. PostgreSQL sorts; one page and one stream are in memory. */
export async function* streamsOf(snapshot: Snapshot): AsyncGenerator<Stream> {
  let current: Stream | undefined
  for await (const page of snapshot.pages<BookedFact>(facts)) {
    for (const fact of page) {
      if (current?.name !== fact.stream) {
        if (current !== undefined) yield current
        const { stream: name } = fact
        const orderId = name.startsWith(orderPrefix) ? name.slice(orderPrefix.length) : null
        current = { name, orderId, facts: [] }
      }
      current.facts.push(fact)
    }
  }
  if (current !== undefined) yield current
}
