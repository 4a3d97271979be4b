import { createHmac } from 'node:crypto'
import type { DerivedKey, Keys } from '#platform/kernel/keys.ts'
import type { Documents } from '#platform/storage/documents.ts'

/**
 * Records which accounts were erased, in the store of documents, outside the database. A restored backup has them again, and
 * only these records tell. A record is a keyed digest of the account's id: it names nobody. Records under an earlier
 * secret are read while it is configured.
 */
export class ErasureMarks {
  readonly #documents: Documents
  readonly #keys: DerivedKey

  constructor(documents: Documents, keys: Keys) {
    this.#documents = documents
    this.#keys = keys.derive('accounts that were erased')
  }

  /** @throws Error when the store refuses: the job of the erasure is repeated then */
  async mark(userId: string): Promise<void> {
    await this.#documents.put(pathOf(this.#keys[0], userId), Buffer.from('erased'), 'text/plain')
  }

  async isMarked(userId: string): Promise<boolean> {
    const found = await Promise.all(this.#keys.map((key) => this.#documents.get(pathOf(key, userId))))
    return found.some((bytes) => bytes !== null)
  }
}

const pathOf = (key: Buffer, userId: string): string =>
  `erasures/${createHmac('sha256', key).update(userId).digest('hex')}`
