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
  const bytes = new LinkBytes()
  bytes.part(prevHash, 'hex')
  bytes.int4(13)
  bytes.int8(oid.int8, link.position)
  bytes.field(oid.bytea, link.stream, 'utf8')
  bytes.int4(oid.int4, 4, link.version)
  bytes.field(oid.uuid, link.eventId.replaceAll('-', ''), 'hex')
  bytes.field(oid.bytea, link.type, 'utf8')
  bytes.int2(oid.int2, link.schemaVersion)
  bytes.field(oid.bytea, link.dataDigest, 'hex')
  bytes.field(oid.bytea, link.metadataDigest, 'hex')
  bytes.field(oid.uuid, link.correlationId.replaceAll('-', ''), 'hex')
  bytes.field(oid.bytea, link.source, 'utf8')
  bytes.field(oid.bytea, link.sourceId, 'utf8')
  bytes.int8(oid.timestamptz, microseconds(link.occurredAt))
  bytes.int8(oid.timestamptz, microseconds(link.recordedAt))
  return hash('sha256', bytes.written, 'hex')
}

const oid = { bytea: 17, int8: 20, int2: 21, int4: 23, timestamptz: 1184, uuid: 2950 }

/** Since 2000-01-01, PostgreSQL's epoch. */
function microseconds(date: Date): number {
  return (date.getTime() - Date.UTC(2000, 0, 1)) * 1000
}

let scratch = Buffer.allocUnsafe(4_096)

/** Writes into one buffer that all links share: a verification makes as many as there are events. */
class LinkBytes {
  #at = 0

  get written(): Buffer {
    return scratch.subarray(0, this.#at)
  }

  field(type: number, text: string, encoding: 'hex' | 'utf8'): void {
    this.int4(type)
    this.part(text, encoding)
  }

  part(text: string, encoding: 'hex' | 'utf8'): void {
    this.#need(4 + text.length * 3)
    const length = scratch.write(text, this.#at + 4, encoding)
    scratch.writeInt32BE(length, this.#at)
    this.#at += 4 + length
  }

  int4(...values: number[]): void {
    this.#need(values.length * 4)
    for (const value of values) this.#at = scratch.writeInt32BE(value, this.#at)
  }

  int2(type: number, value: number): void {
    this.int4(type, 2)
    this.#need(2)
    this.#at = scratch.writeInt16BE(value, this.#at)
  }

  int8(type: number, value: number): void {
    this.int4(type, 8)
    this.#need(8)
    this.#at = scratch.writeBigInt64BE(BigInt(value), this.#at)
  }

  #need(bytes: number): void {
    if (this.#at + bytes <= scratch.length) return
    const larger = Buffer.allocUnsafe((this.#at + bytes) * 2)
    scratch.copy(larger, 0, 0, this.#at)
    scratch = larger
  }
}
