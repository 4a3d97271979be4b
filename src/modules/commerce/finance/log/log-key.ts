import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'

/** PKCS #8 in front of the 32 bytes of an Ed25519 seed (RFC 8410). */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex')

/** What the seeds of the key are derived for (`Keys.derive`). */
export const logKeyPurpose = 'signed heads of the log'

/** As `Keys.derive` answers them, or as a thread receives them. */
export type LogKeySeeds = readonly [Uint8Array, ...Uint8Array[]]

/**
 * The key that signs heads and files of the log: the database alone cannot make such a signature. Signatures under the
 * keys of earlier secrets hold for as long as those are given.
 */
export class LogKey {
  readonly #private: KeyObject
  readonly #public: readonly [KeyObject, ...KeyObject[]]

  /** @param seeds 32 bytes each, the one that signs first */
  constructor([newest, ...earlier]: LogKeySeeds) {
    this.#private = privateKeyOf(newest)
    this.#public = [
      createPublicKey(this.#private),
      ...earlier.map((seed) => createPublicKey(privateKeyOf(seed))),
    ]
  }

  /** Base64url of the 32 bytes of the key that signs now; for the offline verifier. */
  get publicKey(): string {
    return rawOf(this.#public[0])
  }

  /** The same of the earlier keys, newest first. */
  get earlierKeys(): string[] {
    return this.#public.slice(1).map(rawOf)
  }

  /** Base64url, Ed25519. */
  sign(text: string): string {
    return sign(null, Buffer.from(text), this.#private).toString('base64url')
  }

  holds(text: string, signature: string): boolean {
    const [said, signed] = [Buffer.from(text), Buffer.from(signature, 'base64url')]
    return this.#public.some((key) => verify(null, said, key, signed))
  }
}

const privateKeyOf = (seed: Uint8Array): KeyObject =>
  createPrivateKey({ key: Buffer.concat([pkcs8, seed]), format: 'der', type: 'pkcs8' })

const rawOf = (key: KeyObject): string =>
  key.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64url')
