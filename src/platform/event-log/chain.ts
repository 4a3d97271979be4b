import { hash } from 'node:crypto'
import canonicalize from 'canonicalize'
import type { RecordedEvent } from './event-log.ts'

/** The hash before the first event: 32 zero bytes, hex. */
export const genesis = '00'.repeat(32)

/** What one link covers: all facts of an event, its data and metadata as digests (hex). */
export interface ChainLink extends RecordedEvent {
  dataDigest: string
  metadataDigest: string
}

/** RFC 8785 JSON of `value` and its sha256 (hex); throws a sentence for what JSON cannot carry unchanged. */
export function canonical(value: unknown): { json: string; digest: string } {
  const json = canonicalize(value)
  if (json === undefined) throw new TypeError(`${String(value)} has no JSON form`)
  return { json, digest: hash('sha256', json, 'hex') }
}

/**
 * sha256 over the length-prefixed previous hash and the event's facts in PostgreSQL's binary row format
 * (field count, then type, length and bytes of each), the same bytes that `es.append` hashes.
 */
export function hashLink(prevHash: string, link: ChainLink): string {
  return hash('sha256', Buffer.concat([part(Buffer.from(prevHash, 'hex')), record(link)]), 'hex')
}

const oid = { bytea: 17, int8: 20, int2: 21, int4: 23, timestamptz: 1184, uuid: 2950 }

function record(link: ChainLink): Buffer {
  const fields: [number, Buffer][] = [
    [oid.int8, int8(link.position)],
    [oid.bytea, Buffer.from(link.stream)],
    [oid.int4, int4(link.version)],
    [oid.uuid, uuid(link.eventId)],
    [oid.bytea, Buffer.from(link.type)],
    [oid.int2, int2(link.schemaVersion)],
    [oid.bytea, Buffer.from(link.dataDigest, 'hex')],
    [oid.bytea, Buffer.from(link.metadataDigest, 'hex')],
    [oid.uuid, uuid(link.correlationId)],
    [oid.bytea, Buffer.from(link.source)],
    [oid.bytea, Buffer.from(link.sourceId)],
    [oid.timestamptz, timestamp(link.occurredAt)],
    [oid.timestamptz, timestamp(link.recordedAt)],
  ]
  return Buffer.concat([int4(fields.length), ...fields.flatMap(([type, bytes]) => [int4(type), part(bytes)])])
}

function part(bytes: Buffer): Buffer {
  return Buffer.concat([int4(bytes.length), bytes])
}

function uuid(text: string): Buffer {
  return Buffer.from(text.replaceAll('-', ''), 'hex')
}

/** Microseconds since 2000-01-01, PostgreSQL's epoch. */
function timestamp(date: Date): Buffer {
  return int8((date.getTime() - Date.UTC(2000, 0, 1)) * 1000)
}

function int2(value: number): Buffer {
  const bytes = Buffer.allocUnsafe(2)
  bytes.writeInt16BE(value)
  return bytes
}

function int4(value: number): Buffer {
  const bytes = Buffer.allocUnsafe(4)
  bytes.writeInt32BE(value)
  return bytes
}

function int8(value: number): Buffer {
  const bytes = Buffer.allocUnsafe(8)
  bytes.writeBigInt64BE(BigInt(value))
  return bytes
}
