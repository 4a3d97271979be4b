import type { AppendItem } from '#platform/event-log/event-log.ts'
import type { TransferEvent } from '../domain/transfer.ts'
import { type Author, actorName } from '../orders/author.ts'

const prefix = 'transfer-'

export const streamOf = (id: string): string => `${prefix}${id}`

/** The id of the transfer of a stream; null for other streams. */
export const transferOf = (stream: string): string | null =>
  stream.startsWith(prefix) ? stream.slice(prefix.length) : null

/** What is appended to the stream of a transfer: one event. */
export function itemOf(of: {
  id: string
  version: number
  sourceId: string
  event: TransferEvent
  author: Author
  now: Date
}): AppendItem {
  const { event, sourceId, author, now } = of
  const actor = actorName(author.actor)
  const data = event.data as unknown as Record<string, unknown>
  return {
    stream: streamOf(of.id),
    expectedVersion: of.version,
    events: [{ type: event.type, schemaVersion: 1, data, source: 'app', sourceId, occurredAt: now }],
    metadata: author.requestId === undefined ? { actor } : { actor, requestId: author.requestId },
  }
}
