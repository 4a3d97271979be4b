import type { Clock } from '#platform/kernel/clock.ts'
import { RandomIds } from '#platform/kernel/ids.ts'
import { SeededRandom } from '../payment-lab/random.ts'

/**
 * Ids that follow from a seed, the clock and the order in which they are asked for. Tokens stay random: they are
 * secrets, and nothing that is recorded holds one.
 */
export class SeededIds extends RandomIds {
  readonly #random: SeededRandom
  readonly #clock: Clock
  #made = 0

  constructor(seed: string, clock: Clock) {
    super()
    this.#random = new SeededRandom(`ids of ${seed}`)
    this.#clock = clock
  }

  override uuid(): string {
    const hex = this.#hex(31)
    const variant = '89ab'[this.#random.below(4)]
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(12, 15)}-${variant}${hex.slice(15, 18)}-${hex.slice(18, 30)}`
  }

  /** Ascending over the whole life of this source, also within one millisecond. */
  override timeOrdered(): string {
    this.#made += 1
    const time = this.#clock.now().getTime().toString(16).padStart(12, '0')
    const count = this.#made.toString(16).padStart(8, '0')
    return `${time.slice(0, 8)}-${time.slice(8)}-7${count.slice(0, 3)}-8${count.slice(3, 6)}-${count.slice(6)}${this.#hex(10)}`
  }

  #hex(digits: number): string {
    let hex = ''
    while (hex.length < digits) hex += this.#random.below(16).toString(16)
    return hex
  }
}
