import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'

/** The PKCS #8 bytes before the 32 bytes of an Ed25519 seed (RFC 8410). */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex')

/** The purpose with which the seeds are derived (`Keys.derive`). */
export const logKeyPurpose = 'signed heads of the log'

/** Seeds as `Keys.derive` returns them, or as a thread receives them. */
export type LogKeySeeds = readonly [Uint8Array, ...Uint8Array[]]

/**
 * The key that signs heads and files of the log. It is not in the database, which alone cannot make such a signature.
 * Signatures under the keys of earlier secrets are valid as long as those secrets are configured.
 */
export class LogKey {
  readonly #private: KeyObject
  readonly #public: readonly [KeyObject, ...KeyObject[]]

  /** @param seeds 32 bytes each; the first one signs */
  constructor([newest, ...earlier]: LogKeySeeds) {
    this.#private = privateKeyOf(newest)
    this.#public = [
      createPublicKey(this.#private),
      ...earlier.map((seed) => createPublicKey(privateKeyOf(seed))),
    ]
  }

  /** The current public key, base64url of its 32 bytes; for the offline verifier. */
  get publicKey(): string {
    return rawOf(this.#public[0])
  }

  /** The earlier public keys, newest first. */
  get earlierKeys(): string[] {
    return this.#public.slice(1).map(rawOf)
  }

  /** Base64url, Ed25519. */
  sign(text: string): string {
    return sign(null, Buffer.from(text), this.#private).toString('base64url')
  }

  holds(text: string, signature: string): boolean {
    const [message, signed] = [Buffer.from(text), Buffer.from(signature, 'base64url')]
    return this.#public.some((key) => verify(null, message, key, signed))
  }
}

const privateKeyOf = (seed: Uint8Array): KeyObject =>
  createPrivateKey({ key: Buffer.concat([pkcs8, seed]), format: 'der', type: 'pkcs8' })

const rawOf = (key: KeyObject): string =>
  key.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64url')
