import { hkdfSync } from 'node:crypto'
import { Keys } from './keys.ts'

/** HKDF-SHA256 over the session secret, the purpose as its info (RFC 5869). */
export class DerivedKeys extends Keys {
  readonly #secret: string
  readonly #derived = new Map<string, Buffer>()

  constructor(secret: string) {
    super()
    if (secret.length < 32) throw new Error('Keys need a secret of at least 32 characters')
    this.#secret = secret
  }

  override derive(purpose: string): Buffer {
    let key = this.#derived.get(purpose)
    if (!key) {
      key = Buffer.from(hkdfSync('sha256', this.#secret, 'veralead', purpose, 32))
      this.#derived.set(purpose, key)
    }
    return key
  }
}
