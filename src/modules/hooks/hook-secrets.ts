import { randomBytes } from 'node:crypto'
import { Keys } from '#platform/kernel/keys.ts'
import type { Given } from '#platform/kernel/needs.ts'
import { seal, unseal } from '#platform/kernel/seal.ts'

/** Sealed, the old one while it is being replaced. */
export interface StoredSecrets {
  secret: Buffer
  oldSecret: Buffer | null
  oldUntil: Date | null
}

/** Secrets of endpoints, as Standard Webhooks write them. */
export class HookSecrets {
  static readonly needs = { keys: Keys }
  readonly #keys: readonly [Buffer, ...Buffer[]]

  constructor({ keys }: Given<typeof HookSecrets.needs>) {
    this.#keys = keys.derive('webhooks')
  }

  make(): { shown: string; sealed: Buffer } {
    const bytes = randomBytes(32)
    return { shown: `whsec_${bytes.toString('base64')}`, sealed: seal(this.#keys[0], bytes) }
  }

  /** Those that are valid now. One that was sealed under a session secret that is gone is left out. */
  of({ secret, oldSecret, oldUntil }: StoredSecrets, now: Date): string[] {
    return [secret, oldUntil !== null && oldUntil > now ? oldSecret : null].flatMap((sealed) => {
      const bytes = sealed && this.#keys.map((key) => unseal(key, sealed)).find((each) => each !== null)
      return bytes ? [`whsec_${bytes.toString('base64')}`] : []
    })
  }
}
