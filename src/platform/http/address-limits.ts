import { createHash } from 'node:crypto'
import { isIP, isIPv6 } from 'node:net'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { AddressLimit } from '../contract/endpoint.ts'
import { AppError } from '../kernel/error.ts'

/** The limit of one IPv6 site (/48), as a multiple of the limit of one network (/64). */
const perSite = 2

/**
 * Counts calls per address in this process's memory. `relaxed` multiplies every limit by 100, for test suites that call
 * from one address.
 */
export class AddressLimits {
  readonly #factor: number
  readonly #limiters = new Map<string, RateLimiterMemory>()

  constructor(profile: 'strict' | 'relaxed') {
    this.#factor = profile === 'relaxed' ? 100 : 1
  }

  /** @throws AppError `too-many`, code `RATE_LIMITED`, with the seconds to wait */
  async demand(name: string, limit: AddressLimit, address: string): Promise<void> {
    const network = networkOf(address)
    await this.#consume(name, limit.points, limit.seconds, network)
    const site = siteOf(address)
    if (site !== undefined) await this.#consume(`${name} a site`, limit.points * perSite, limit.seconds, site)
    if (limit.perDay === undefined) return
    const day = limit.dayCounter ?? name
    await this.#consume(`${day} a day`, limit.perDay, 86_400, network)
    if (site !== undefined) await this.#consume(`${day} a site and day`, limit.perDay * perSite, 86_400, site)
  }

  /** Counts a call by the value of the field that the limit names. @throws as `demand` */
  async demandValue(name: string, { perValue, seconds }: AddressLimit, body: unknown): Promise<void> {
    if (perValue === undefined) return
    const value = (body as Record<string, unknown> | undefined)?.[perValue.field]
    if (typeof value !== 'string') return
    const key = createHash('sha256').update(value).digest('base64')
    await this.#consume(`${name} ${perValue.field}`, perValue.points, seconds, key)
  }

  /** Subtracts the call that `demand` has counted for the day. */
  async giveBack(name: string, limit: AddressLimit, address: string): Promise<void> {
    const day = limit.dayCounter ?? name
    await this.#limiters.get(`${day} a day`)?.reward(networkOf(address))
    const site = siteOf(address)
    if (site !== undefined) await this.#limiters.get(`${day} a site and day`)?.reward(site)
  }

  async #consume(name: string, points: number, duration: number, key: string): Promise<void> {
    let limiter = this.#limiters.get(name)
    if (!limiter) {
      limiter = new RateLimiterMemory({ points: points * this.#factor, duration })
      this.#limiters.set(name, limiter)
    }
    try {
      await limiter.consume(key)
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal
      const seconds = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))
      throw new AppError(
        'too-many',
        'RATE_LIMITED',
        `Too many requests. Please try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
        { retryAfter: seconds },
      )
    }
  }
}

/** An IPv4 address unchanged; of an IPv6 address its /64, because one subscriber has all of it. */
export function networkOf(address: string): string {
  const plain = plainAddress(address) ?? address
  return isIPv6(plain) ? `${groupsOf(plain).slice(0, 4).join(':')}::/64` : plain
}

/** Of an IPv6 address its /48, which one site may have whole; undefined for other addresses. */
export function siteOf(address: string): string | undefined {
  const plain = plainAddress(address) ?? address
  return isIPv6(plain) ? `${groupsOf(plain).slice(0, 3).join(':')}::/48` : undefined
}

/**
 * Finds the IP address in a proxy's notation: `198.51.100.8:1234`, `[2001:db8::1]:443`, `::ffff:198.51.100.8`.
 * Undefined when the text contains none.
 */
export function plainAddress(text: string): string | undefined {
  const bare = text.trim().replace(/^\[([^\]]*)\](?::\d{1,5})?$/, '$1')
  const withoutPort = isIPv6(bare) ? bare : bare.replace(/:\d{1,5}$/, '')
  if (isIP(withoutPort) === 0) return undefined
  const wrapped = /^::ffff:(?:(\d[\d.]+)|([\da-f]{1,4}):([\da-f]{1,4}))$/i.exec(withoutPort)
  if (wrapped === null) return withoutPort
  const [, dotted, high = '', low = ''] = wrapped
  const bytes = [high, low].flatMap((group) => [
    Number.parseInt(group, 16) >> 8,
    Number.parseInt(group, 16) & 255,
  ])
  return dotted ?? bytes.join('.')
}

/** The eight groups of a valid IPv6 address, without leading zeros. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = address.split('%', 1)[0]!.split('::', 2)
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length)
  const groups = [...left, ...Array.from({ length: zeros }, () => '0'), ...right]
  return groups.map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
}
