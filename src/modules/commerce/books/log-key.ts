import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'

/** PKCS #8 in front of the 32 bytes of an Ed25519 seed (RFC 8410). */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex')

/** What the seed of the key is derived for (`Keys.derive`). */
export const logKeyPurpose = 'signed heads of the log'

/** The key that signs heads and files of the log: the database alone cannot make such a signature. */
export class LogKey {
  readonly #private: KeyObject
  readonly #public: KeyObject

  /** @param seed 32 bytes */
  constructor(seed: Uint8Array) {
    this.#private = createPrivateKey({
      key: Buffer.concat([pkcs8, seed]),
      format: 'der',
      type: 'pkcs8',
    })
    this.#public = createPublicKey(this.#private)
  }

  /** Base64url of the public key's 32 bytes; for the offline verifier. */
  get publicKey(): string {
    return this.#public.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64url')
  }

  /** Base64url, Ed25519. */
  sign(text: string): string {
    return sign(null, Buffer.from(text), this.#private).toString('base64url')
  }

  holds(text: string, signature: string): boolean {
    return verify(null, Buffer.from(text), this.#public, Buffer.from(signature, 'base64url'))
  }
}
