import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../kernel/clock.ts'
import type { DerivedKey, Keys } from '../kernel/keys.ts'
import { LinkSigner } from './link-signer.ts'

const reserved = ['expires', 'signature']
const maxLength = 2_000

/** HMAC-SHA256 over path, sorted claims and expiry, each part preceded by its length, so that no part can be shifted. */
export class HmacLinkSigner extends LinkSigner {
  readonly #keys: DerivedKey
  readonly #publicUrl: string
  readonly #clock: Clock

  constructor(keys: Keys, publicUrl: string, clock: Clock) {
    super()
    this.#keys = keys.derive('signed-links')
    this.#publicUrl = publicUrl
    this.#clock = clock
  }

  override sign(path: string, claims: Record<string, string>, expiresAt: Date): string {
    if (!path.startsWith('/')) throw new RangeError('A signed path starts with a slash')
    if (reserved.some((name) => name in claims))
      throw new RangeError('expires and signature cannot be claims')
    const expires = String(Math.floor(expiresAt.getTime() / 1000))
    const query = new URLSearchParams({
      ...claims,
      expires,
      signature: signatureOf(this.#keys[0], path, claims, expires),
    })
    return `${this.#publicUrl}${path}?${query}`
  }

  override verify(path: string, query: Record<string, unknown>): Record<string, string> | null {
    const claims: Record<string, string> = {}
    for (const [name, value] of Object.entries(query)) {
      // A parameter that is sent twice is an array, and is refused: a caller must not choose which value counts.
      if (typeof value !== 'string' || value.length > maxLength) return null
      if (!reserved.includes(name)) claims[name] = value
    }
    const { expires, signature } = query
    if (typeof expires !== 'string' || typeof signature !== 'string' || !/^\d{1,12}$/.test(expires))
      return null
    const given = Buffer.from(signature)
    const holds = this.#keys.some((key) => {
      const expected = Buffer.from(signatureOf(key, path, claims, expires))
      return given.length === expected.length && timingSafeEqual(given, expected)
    })
    if (!holds) return null
    return Number(expires) * 1000 > this.#clock.now().getTime() ? claims : null
  }
}

function signatureOf(key: Buffer, path: string, claims: Record<string, string>, expires: string): string {
  const hmac = createHmac('sha256', key)
  const sorted = Object.entries(claims).sort(([a], [b]) => (a < b ? -1 : 1))
  for (const part of [path, expires, ...sorted.flat()]) hmac.update(`${Buffer.byteLength(part)}:${part}`)
  return hmac.digest('base64url')
}
