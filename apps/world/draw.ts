import { SeededRandom } from '../payment-lab/random.ts'

/** Draws what a world is made of. Two of the same seed draw the same, whatever others draw meanwhile. */
export class Draw {
  readonly #random: SeededRandom

  constructor(seed: string) {
    this.#random = new SeededRandom(seed)
  }

  /** A number of [from, to). */
  between(from: number, to: number): number {
    return from + this.#random.next() * (to - from)
  }

  /** A whole number of [from, to], both included. */
  whole(from: number, to: number): number {
    return from + this.#random.below(to - from + 1)
  }

  /** True in `share` of all cases, 0 to 1. */
  chance(share: number): boolean {
    return this.#random.next() < share
  }

  pick<T>(choices: readonly T[]): T {
    const chosen = choices[this.#random.below(choices.length)]
    if (chosen === undefined) throw new RangeError('There is nothing to choose from')
    return chosen
  }

  /** One of the names, each as often as its number says in proportion to all numbers. */
  weighted<Name extends string>(weights: Readonly<Record<Name, number>>): Name {
    const entries = Object.entries<number>(weights) as [Name, number][]
    let left = this.#random.next() * entries.reduce((sum, [, weight]) => sum + weight, 0)
    for (const [name, weight] of entries) {
      left -= weight
      if (left < 0) return name
    }
    return (entries.at(-1) as [Name, number])[0]
  }
}
