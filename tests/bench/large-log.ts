import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { canonical } from '#platform/event-log/chain.ts'
import type { EventLog, RecordedEvent } from '#platform/event-log/event-log.ts'
import { rebuildOrders } from '../../src/modules/commerce/orders/rebuild.ts'
import { hashLink } from '../platform/event-log/chain-link.ts'
import type { TestDatabase } from '../support/database.ts'

const columns = `position, stream_id, version, event_id, type, schema_version, data, data_digest, metadata, metadata_digest,
  correlation_id, source, source_id, occurred_at, recorded_at, prev_hash, hash`

/** Copies the orders of a log under other ids and numbers, with hashes that fit, until it has so many events. */
export async function enlarge(
  log: EventLog,
  { superUrl, adminUrl }: TestDatabase,
  events: number,
): Promise<void> {
  const world: RecordedEvent[] = []
  for await (const event of log.scan()) world.push(event)
  const ids = [...new Set(world.map(({ stream }) => stream))].filter((name) => name.startsWith('order-'))
  const highest = new Map<string, number>()
  for (const { type, data } of world)
    if (typeof data.number === 'number') highest.set(type, Math.max(highest.get(type) ?? 0, data.number))
  let { position, hash: prevHash } = await log.head()
  function* rows(): Generator<string> {
    for (let copy = 1; position < events; copy += 1) {
      const names = new Map(ids.map((name) => [name.slice('order-'.length), randomUUID() as string]))
      for (const event of world) {
        const id = names.get(event.stream.slice('order-'.length))
        if (id === undefined) continue
        position += 1
        const data = { ...event.data }
        if (typeof data.number === 'number') data.number += copy * (highest.get(event.type) ?? 0)
        if (typeof data.buyerId === 'string') data.buyerId = randomUUID()
        const { json, digest: dataDigest } = canonical(data)
        const metadata = canonical(event.metadata)
        const link = {
          ...event,
          position,
          stream: `order-${id}`,
          eventId: randomUUID() as string,
          data,
          prevHash,
        }
        const hash = hashLink(prevHash, { ...link, dataDigest, metadataDigest: metadata.digest })
        const bytes = (hex: string): string => `\\\\x${hex}`
        const escaped = (text: string): string => text.replaceAll('\\', '\\\\')
        yield `${[
          position,
          link.stream,
          link.version,
          link.eventId,
          link.type,
          link.schemaVersion,
          escaped(json),
          bytes(dataDigest),
          escaped(metadata.json),
          bytes(metadata.digest),
          link.correlationId,
          link.source,
          escaped(link.sourceId),
          link.occurredAt.toISOString(),
          link.recordedAt.toISOString(),
          bytes(prevHash),
          bytes(hash),
        ].join('\t')}\n`
        prevHash = hash
      }
    }
  }
  const client = new Client({ connectionString: superUrl })
  await client.connect()
  try {
    await client.query('set session_replication_role = replica')
    await pipeline(Readable.from(rows()), client.query(copyFrom(`copy es.events (${columns}) from stdin`)))
    await client.query(`update es.head set position = $1, hash = decode($2, 'hex')`, [position, prevHash])
    await client.query(`insert into commerce_invoice (kind, number, order_id, refund_id, issued_at, currency,
        net_minor, tax_minor, total_minor)
      select k.kind, (e.data->>'number')::int, substring(e.stream_id from 7)::uuid, e.data->>'refundId', e.occurred_at,
        coalesce(e.data->'printed'->>'currency', e.data->>'currency', placed.data->>'currency'),
        (e.data->'printed'->>'net')::bigint, (e.data->'printed'->>'tax')::bigint,
        coalesce(e.data->'printed'->>'total', e.data->>'amount', placed.data->>'unitPrice',
          placed.data->'lines'->0->>'unitPrice')::bigint
      from es.events e join es.events placed on placed.stream_id = e.stream_id and placed.type = 'OrderPlaced'
      join (values ('InvoiceIssued', 'invoice'), ('CreditNoteIssued', 'credit-note'),
        ('DebitNoteIssued', 'debit-note')) k(type, kind) on k.type = e.type on conflict do nothing`)
    await client.query('analyze')
  } finally {
    await client.end()
  }
  await rebuildOrders(adminUrl)
}
