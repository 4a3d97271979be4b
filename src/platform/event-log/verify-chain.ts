import { type ChainLink, canonical, genesis, hashLink } from './chain.ts'
import type { Verification } from './event-log.ts'

export interface Tip {
  position: number
  /** Hex. */
  hash: string
}

/**
 * Checks a chain event by event, in position order and without a database: positions and versions without a
 * gap, digests that match the data, hashes that follow from the one before. Only the first break is kept:
 * whatever comes after it proves nothing.
 */
export class ChainVerifiers {
  #tip: Tip = { position: 0, hash: genesis }
  #versions = new Map<string, number>()
  #anchor: Tip | undefined
  #firstBreak: { position: number; reason: string } | undefined

  /** `anchor` is a head that was kept outside the database; it alone reveals a tail rewritten whole. */
  constructor(anchor?: Tip) {
    this.#anchor = anchor
  }

  get broken(): boolean {
    return this.#firstBreak !== undefined
  }

  add(link: ChainLink): void {
    if (this.#firstBreak) return
    const reason = this.#fault(link)
    if (reason) this.#firstBreak = { position: this.#tip.position + 1, reason }
    this.#tip = { position: link.position, hash: link.hash }
  }

  /** The verdict, once all events up to `head` have been added. */
  verdict(head: Tip): Verification {
    const fault = this.#firstBreak ?? this.#endFault(head)
    const told = { ok: !fault, events: this.#tip.position, head }
    return fault ? { ...told, firstBreak: fault } : told
  }

  #fault(link: ChainLink): string | undefined {
    const expected = this.#tip.position + 1
    if (link.position !== expected) return `position ${expected} is missing; ${link.position} follows`
    const version = (this.#versions.get(link.stream) ?? 0) + 1
    if (link.version !== version)
      return `${link.stream} should have version ${version} here, not ${link.version}`
    this.#versions.set(link.stream, version)
    if (canonical(link.data).digest !== link.dataDigest) return 'the data does not match its digest'
    if (canonical(link.metadata).digest !== link.metadataDigest)
      return 'the metadata does not match its digest'
    if (link.prevHash !== this.#tip.hash) return 'it does not name the hash of the event before it'
    if (hashLink(link.prevHash, link) !== link.hash) return 'its hash does not follow from what is stored'
    if (this.#anchor?.position === link.position && this.#anchor.hash !== link.hash) {
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
