import { isIPv6 } from 'node:net'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { AddressLimit } from '../contract/endpoint.ts'
import { AppError } from '../kernel/error.ts'

/**
 * Counts calls per address in this process's memory. `relaxed` multiplies every limit by 100, for test suites that
 * all come from one address.
 */
export class AddressLimits {
  readonly #factor: number
  readonly #limiters = new Map<string, RateLimiterMemory>()

  constructor(profile: 'strict' | 'relaxed') {
    this.#factor = profile === 'relaxed' ? 100 : 1
  }

  /** @throws AppError `too-many`, code `RATE_LIMITED`, with the seconds to wait */
  async demand(name: string, limit: AddressLimit, address: string): Promise<void> {
    await this.#consume(name, limit.points, limit.seconds, address)
    if (limit.perDay !== undefined) await this.#consume(`${name} a day`, limit.perDay, 86_400, address)
  }

  async #consume(name: string, points: number, duration: number, address: string): Promise<void> {
    let limiter = this.#limiters.get(name)
    if (!limiter) {
      limiter = new RateLimiterMemory({ points: points * this.#factor, duration })
      this.#limiters.set(name, limiter)
    }
    try {
      await limiter.consume(networkOf(address))
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

/** An IPv4 address as it is; of an IPv6 address its /64, because one subscriber owns all of it. */
export function networkOf(address: string): string {
  const plain = address.startsWith('::ffff:') ? address.slice(7) : address
  if (!isIPv6(plain)) return plain
  const [head = '', tail] = plain.split('%', 1)[0]!.split('::', 2)
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length)
  const groups = [...left, ...Array.from({ length: zeros }, () => '0'), ...right]
  return `${groups.slice(0, 4).join(':').toLowerCase()}::/64`
}
