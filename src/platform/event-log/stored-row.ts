import type { ChainLink } from './chain.ts'
import type { Fact, RecordedEvent } from './event-log.ts'

/** What a query over es.events selects to become a `RecordedEvent`. */
export const eventColumns = `position, stream_id, version, event_id, type, schema_version, data, metadata,
  correlation_id, source, source_id, occurred_at, recorded_at, encode(prev_hash, 'hex') as prev_hash,
  encode(hash, 'hex') as hash`

/** And what the verifier needs besides. */
export const linkColumns = `${eventColumns}, encode(data_digest, 'hex') as data_digest,
  encode(metadata_digest, 'hex') as metadata_digest`

export interface StoredRow {
  position: string
  stream_id: string
  version: number
  event_id: string
  type: string
  schema_version: number
  data: Record<string, unknown>
  metadata: Record<string, unknown>
  correlation_id: string
  source: string
  source_id: string
  occurred_at: Date
  recorded_at: Date
  prev_hash: string
  hash: string
}

export function eventOf(row: StoredRow): RecordedEvent {
  return {
    position: Number(row.position),
    stream: row.stream_id,
    version: row.version,
    eventId: row.event_id,
    type: row.type,
    schemaVersion: row.schema_version,
    data: row.data,
    metadata: row.metadata,
    correlationId: row.correlation_id,
    source: row.source,
    sourceId: row.source_id,
    occurredAt: row.occurred_at,
    recordedAt: row.recorded_at,
    prevHash: row.prev_hash,
    hash: row.hash,
  }
}

export function linkOf(row: StoredRow & { data_digest: string; metadata_digest: string }): ChainLink {
  return { ...eventOf(row), dataDigest: row.data_digest, metadataDigest: row.metadata_digest }
}

/** The facts at positions after `after` up to `last`, for COPY. */
export function factsIn(after: number, last: number): string {
  return `select position, stream_id, version, type, schema_version, data, (extract(epoch from occurred_at) * 1000)::bigint
    from es.events where position > ${after} and position <= ${last} order by position`
}

export function factOf([position, stream, version, type, schemaVersion, data, occurredAt]: string[]): Fact {
  return {
    position: Number(position),
    stream: stream!,
    version: Number(version),
    type: type!,
    schemaVersion: Number(schemaVersion),
    data: JSON.parse(data!) as Record<string, unknown>,
    occurredAt: new Date(Number(occurredAt)),
  }
}
