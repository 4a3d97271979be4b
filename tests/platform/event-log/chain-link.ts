import { createHash } from 'node:crypto'
import type { RecordedEvent } from '#platform/event-log/event-log.ts'

/** An event with the digests that its hash covers, hex. */
export interface ChainLink extends RecordedEvent {
  dataDigest: string
  metadataDigest: string
}

/** The hash by the words of its definition, independent of the product's: length-prefixed parts, each with its type. */
export function hashLink(prevHash: string, link: ChainLink): string {
  const parts = [sized(Buffer.from(prevHash, 'hex')), recordOf(link)]
  return createHash('sha256').update(Buffer.concat(parts)).digest('hex')
}

const recordOf = (link: ChainLink): Buffer =>
  Buffer.concat([int4(13), ...factsOf(link).flatMap(([type, bytes]) => [int4(type), sized(bytes)])])

/** The row that verification reads. */
export function copiedRow(link: ChainLink): string[] {
  const json = (value: unknown) => JSON.stringify(value, null, 1)
  const { position, stream, version, data, dataDigest, metadata, metadataDigest, prevHash, hash } = link
  return [
    ...[String(position), stream, String(version), json(data), dataDigest],
    ...[json(metadata), metadataDigest, prevHash, hash, recordOf(link).toString('hex')],
  ]
}

function factsOf(link: ChainLink): [type: number, bytes: Buffer][] {
  return [
    [20, int8(link.position)],
    [17, Buffer.from(link.stream)],
    [23, int4(link.version)],
    [2950, uuid(link.eventId)],
    [17, Buffer.from(link.type)],
    [21, int4(link.schemaVersion).subarray(2)],
    [17, Buffer.from(link.dataDigest, 'hex')],
    [17, Buffer.from(link.metadataDigest, 'hex')],
    [2950, uuid(link.correlationId)],
    [17, Buffer.from(link.source)],
    [17, Buffer.from(link.sourceId)],
    [1184, int8(microseconds(link.occurredAt))],
    [1184, int8(microseconds(link.recordedAt))],
  ]
}

const sized = (bytes: Buffer): Buffer => Buffer.concat([int4(bytes.length), bytes])
const uuid = (text: string): Buffer => Buffer.from(text.replaceAll('-', ''), 'hex')
/** Since 2000-01-01, PostgreSQL's epoch. */
const microseconds = (date: Date): number => (date.getTime() - Date.UTC(2000, 0, 1)) * 1000

function int4(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}

function int8(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigInt64BE(BigInt(value))
  return bytes
}
