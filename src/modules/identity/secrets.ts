import { createHash, createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto'
import type { Keys } from '#platform/kernel/keys.ts'

/** What is stored of a random secret with 256 bits: enough to find it, useless to whoever reads the table. */
export function fingerprint(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

/** Keyed digests, one purpose each; the key is outside the database. Parts are length-prefixed. */
export class Digests {
  readonly #key: KeyObject

  constructor(keys: Keys, purpose: string) {
    this.#key = createSecretKey(keys.derive(purpose))
  }

  of(...parts: string[]): Buffer {
    const hmac = createHmac('sha256', this.#key)
    for (const part of parts) hmac.update(`${Buffer.byteLength(part)}:`).update(part)
    return hmac.digest()
  }

  matches(digest: Buffer, ...parts: string[]): boolean {
    const expected = this.of(...parts)
    return digest.length === expected.length && timingSafeEqual(digest, expected)
  }
}
