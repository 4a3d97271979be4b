import type { ClientBase } from 'pg'
import { genesis } from './chain.ts'
import { BinaryRows } from './copy-binary.ts'
import type { Verification } from './event-log.ts'
import { LinkRow, linksAfter } from './link-rows.ts'

/** Events per query. */
const pageSize = 2_000

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
    const page = new BinaryRows(linksAfter(last, pageSize), (row) => verifier.add(row))
    if ((await page.read(client)) < pageSize) break
    progress(last + pageSize, head.position)
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
  readonly #link = new LinkRow()
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
  add(row: Buffer): void {
    if (this.#firstBreak) return
    const { position, hash } = this.#link.read(row)
    const reason = this.#fault(this.#link, position, hash)
    if (reason) this.#firstBreak = { position: this.#tip.position + 1, reason }
    this.#tip = { position, hash }
  }

  /** The verdict, once all events up to `head` have been added. */
  verdict(head: Tip): Verification {
    const fault = this.#firstBreak ?? this.#endFault(head)
    const verdict = { ok: !fault, events: this.#tip.position, head }
    return fault ? { ...verdict, firstBreak: fault } : verdict
  }

  #fault(link: LinkRow, position: number, hash: string): string | undefined {
    const expected = this.#tip.position + 1
    if (position !== expected) return `position ${expected} is missing; ${position} follows`
    const { stream } = link
    const version = (this.#versions.get(stream) ?? 0) + 1
    if (link.version !== version) return `${stream} should have version ${version} here, not ${link.version}`
    this.#versions.set(stream, version)
    if (!link.dataFits) return 'the data does not match its digest'
    if (!link.metadataFits) return 'the metadata does not match its digest'
    if (link.prevHash !== this.#tip.hash) return 'it does not name the hash of the event before it'
    if (link.recomputed !== hash) return 'its hash does not follow from what is stored'
    if (this.#anchor?.position === position && this.#anchor.hash !== hash) {
      return 'its hash differs from the anchor: history was rewritten up to here'
    }
    return undefined
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
