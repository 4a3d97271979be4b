import { createHash, createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto'
import type { Keys } from '#platform/kernel/keys.ts'

/** The stored digest of a random secret with 256 bits: enough to find it, useless to a reader of the table. */
export function fingerprint(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

/** Keyed digests, with a key per purpose that is not in the database. Parts are length-prefixed. */
export class Digests {
  readonly #keys: readonly [KeyObject, ...KeyObject[]]

  constructor(keys: Keys, purpose: string) {
    const [newest, ...earlier] = keys.derive(purpose)
    this.#keys = [createSecretKey(newest), ...earlier.map((key) => createSecretKey(key))]
  }

  of(...parts: string[]): Buffer {
    return digestOf(this.#keys[0], parts)
  }

  /** Whether `digest` was made of these parts, under the current secret or an earlier one that is still configured. */
  matches(digest: Buffer, ...parts: string[]): boolean {
    return this.#keys.some((key) => {
      const expected = digestOf(key, parts)
      return digest.length === expected.length && timingSafeEqual(digest, expected)
    })
  }
}

function digestOf(key: KeyObject, parts: readonly string[]): Buffer {
  const hmac = createHmac('sha256', key)
  for (const part of parts) hmac.update(`${Buffer.byteLength(part)}:`).update(part)
  return hmac.digest()
}
