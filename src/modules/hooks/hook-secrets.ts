import { randomBytes } from 'node:crypto'
import { Keys } from '#platform/kernel/keys.ts'
import type { Given } from '#platform/kernel/needs.ts'
import { seal, unseal } from '#platform/kernel/seal.ts'

const prefix = 'whsec_'

/** Secrets of endpoints as Standard Webhooks write them; stored sealed. */
export class HookSecrets {
  static readonly needs = { keys: Keys }
  readonly #keys: readonly [Buffer, ...Buffer[]]

  constructor({ keys }: Given<typeof HookSecrets.needs>) {
    this.#keys = keys.derive('webhooks')
  }

  make(): { shown: string; sealed: Buffer } {
    const bytes = randomBytes(32)
    return { shown: `${prefix}${bytes.toString('base64')}`, sealed: seal(this.#keys[0], bytes) }
  }

  /** The secrets that are valid now, the newest first; without one that was sealed under a key that is gone. */
  of(
    { secret, oldSecret, oldUntil }: { secret: Buffer; oldSecret: Buffer | null; oldUntil: Date | null },
    now: Date,
  ): string[] {
    const old = oldUntil !== null && oldUntil > now ? oldSecret : null
    return [secret, old].flatMap((sealed) => {
      const bytes = sealed && this.#keys.map((key) => unseal(key, sealed)).find((each) => each !== null)
      return bytes ? `${prefix}${bytes.toString('base64')}` : []
    })
  }
}
