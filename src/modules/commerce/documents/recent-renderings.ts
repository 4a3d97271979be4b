import { digestOf } from './document-digest.ts'

/** So many documents of about 20 kB. */
const most = 100

/**
 * Documents that this process rendered for their digest, until they are stored: the one that was issued a moment ago is not rendered a
 * second time. Another process, and this one after a restart, renders it anew.
 */
export class RecentRenderings {
  readonly #bytes = new Map<string, Buffer>()

  /** @returns the document's digest */
  keep(bytes: Buffer): string {
    const digest = digestOf(bytes)
    this.#bytes.set(digest, bytes)
    const [oldest] = this.#bytes.keys()
    if (this.#bytes.size > most && oldest !== undefined) this.#bytes.delete(oldest)
    return digest
  }

  /** The document of this digest, which is not kept any longer; null when it is not (any more) among those kept. */
  take(digest: string | null): Buffer | null {
    const bytes = this.#bytes.get(digest ?? '')
    this.#bytes.delete(digest ?? '')
    return bytes ?? null
  }
}
