import { hkdfSync } from 'node:crypto'
import { type DerivedKey, Keys } from './keys.ts'

/** The least number of characters of a secret. */
export const shortestSecret = 32

/** HKDF-SHA256 over each session secret, the purpose as its info (RFC 5869). */
export class DerivedKeys extends Keys {
  readonly #secrets: readonly [string, ...string[]]
  readonly #derived = new Map<string, DerivedKey>()

  /**
   * @param secrets as SESSION_SECRET lists them, newest first
   * @throws Error when there is none, or one is too short
   */
  constructor(secrets: string) {
    super()
    const [newest, ...earlier] = sessionSecrets(secrets)
    if (newest === undefined || [newest, ...earlier].some(({ length }) => length < shortestSecret))
      throw new Error(`Keys need secrets of at least ${shortestSecret} characters`)
    this.#secrets = [newest, ...earlier]
  }

  override derive(purpose: string): DerivedKey {
    let key = this.#derived.get(purpose)
    if (!key) {
      const [newest, ...earlier] = this.#secrets
      key = [derived(newest, purpose), ...earlier.map((secret) => derived(secret, purpose))]
      this.#derived.set(purpose, key)
    }
    return key
  }
}

/** The secrets of a comma separated list, in its order. */
export function sessionSecrets(list: string): string[] {
  return list
    .split(',')
    .map((secret) => secret.trim())
    .filter((secret) => secret !== '')
}

const derived = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, 'veralead', purpose, 32))
