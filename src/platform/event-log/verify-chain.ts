import { hash as hashOf } from 'node:crypto'
import type { ClientBase } from 'pg'
import { copiedRows } from '../database/copy-text.ts'
import { canonical, genesis } from './chain.ts'
import type { Verification } from './event-log.ts'

/** Events per query: after a break the check ends with the page. */
const pageSize = 20_000

/** What `ChainVerifiers` reads: `record` is what `es.append` hashed, made of the stored values as it was then. */
const linksAfter = (
  position: number,
): string => `select position, stream_id, version, data, encode(data_digest, 'hex'),
  metadata, encode(metadata_digest, 'hex'), encode(prev_hash, 'hex'), encode(hash, 'hex'),
  encode(record_send(row(position, convert_to(stream_id, 'UTF8'), version, event_id, convert_to(type, 'UTF8'), schema_version,
    data_digest, metadata_digest, correlation_id, convert_to(source, 'UTF8'), convert_to(source_id, 'UTF8'), occurred_at,
    recorded_at)), 'hex') as record
from es.events where position > ${position} order by position limit ${pageSize}`

export interface Tip {
  position: number
  /** Hex. */
  hash: string
}

/** Recomputes the whole chain on a connection whose transaction is one snapshot. `anchor` is a head stored elsewhere. */
export async function verifyChain(
  client: ClientBase,
  progress: (done: number, total: number) => void = () => undefined,
  anchor?: Tip,
): Promise<Verification> {
  const { rows } = await client.query<{ position: string; hash: string }>(
    `select position, encode(hash, 'hex') as hash from es.head`,
  )
  const head = { position: Number(rows[0]?.position), hash: rows[0]?.hash ?? '' }
  const verifier = new ChainVerifiers(anchor)
  for (let last = 0; !verifier.broken; last += pageSize) {
    // Without a gap the next page begins at `last`; a gap ends the check before the next page is read.
    let done = last
    for await (const links of copiedRows(client, linksAfter(last))) {
      for (const link of links) verifier.add(link)
      done += links.length
      progress(done, head.position)
    }
    if (done < last + pageSize) break
  }
  return verifier.verdict(head)
}

/**
 * Checks a chain event by event, in position order and without a database: positions and versions have no gap, digests
 * match the data, each hash follows from the previous one. Only the first break is kept: the events after it prove
 * nothing.
 */
export class ChainVerifiers {
  #tip: Tip = { position: 0, hash: genesis }
  #metadata = { json: '', digest: '' }
  #versions = new Map<string, number>()
  #anchor: Tip | undefined
  #firstBreak: { position: number; reason: string } | undefined

  /** `anchor` is a head that was stored outside the database; only it reveals that the end of the chain was rewritten. */
  constructor(anchor?: Tip) {
    this.#anchor = anchor
  }

  get broken(): boolean {
    return this.#firstBreak !== undefined
  }

  /** Checks the next row of `linksAfter`. */
  add(link: readonly string[]): void {
    if (this.#firstBreak) return
    const position = Number(link[0])
    const reason = this.#fault(position, link)
    if (reason) this.#firstBreak = { position: this.#tip.position + 1, reason }
    this.#tip = { position, hash: link[8]! }
  }

  /** The verdict, once all events up to `head` have been added. */
  verdict(head: Tip): Verification {
    const fault = this.#firstBreak ?? this.#endFault(head)
    const verdict = { ok: !fault, events: this.#tip.position, head }
    return fault ? { ...verdict, firstBreak: fault } : verdict
  }

  #fault(position: number, link: readonly string[]): string | undefined {
    const [, stream = '', ownVersion, data = '', dataDigest, metadata = '', metadataDigest, ...rest] = link
    const [prevHash, hash, record = ''] = rest
    const expected = this.#tip.position + 1
    if (position !== expected) return `position ${expected} is missing; ${position} follows`
    const version = (this.#versions.get(stream) ?? 0) + 1
    if (Number(ownVersion) !== version)
      return `${stream} should have version ${version} here, not ${ownVersion}`
    this.#versions.set(stream, version)
    if (digestOf(data) !== dataDigest) return 'the data does not match its digest'
    if (this.#digestOfMetadata(metadata) !== metadataDigest) return 'the metadata does not match its digest'
    if (prevHash !== this.#tip.hash) return 'it does not name the hash of the event before it'
    if (linked(prevHash, record) !== hash) return 'its hash does not follow from what is stored'
    if (this.#anchor?.position === position && this.#anchor.hash !== hash) {
      return 'its hash differs from the anchor: history was rewritten up to here'
    }
    return undefined
  }

  /** Events of one append have the same metadata and follow each other, so its digest is computed once. */
  #digestOfMetadata(json: string): string {
    if (json !== this.#metadata.json) this.#metadata = { json, digest: digestOf(json) }
    return this.#metadata.digest
  }

  #endFault(head: Tip): { position: number; reason: string } | undefined {
    const { position, hash } = this.#tip
    if (head.position !== position) {
      return {
        position: position + 1,
        reason: `the head says ${head.position} events, the log holds ${position}`,
      }
    }
    if (head.hash !== hash) return { position, reason: 'the head carries another hash than the last event' }
    if (this.#anchor && this.#anchor.position > position) {
      return {
        position: position + 1,
        reason: `the anchor was taken at ${this.#anchor.position}: the tail is gone`,
      }
    }
    return undefined
  }
}

/** The hash over the length of the hash before (32 bytes), that hash, and the record; all hex. */
const linked = (prevHash: string, record: string): string =>
  hashOf('sha256', Buffer.from(`00000020${prevHash}${record}`, 'hex'), 'hex')

/** '' for JSON without a canonical form, such as a number out of range: the log never wrote it. */
function digestOf(json: string): string {
  try {
    return canonical(JSON.parse(json)).digest
  } catch {
    return ''
  }
}
