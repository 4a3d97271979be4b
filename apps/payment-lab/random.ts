const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** The four words of a generator's state. */
export type RandomState = [number, number, number, number]

/** A small seeded generator (sfc32): the same seed gives the same numbers, and its state can be saved. */
export class SeededRandom {
  #state: RandomState

  constructor(seed: string | RandomState) {
    this.#state = typeof seed === 'string' ? stateOf(seed) : [...seed]
    if (typeof seed === 'string') for (let round = 0; round < 15; round++) this.next()
  }

  get state(): RandomState {
    return [...this.#state]
  }

  /** A number in [0, 1). */
  next(): number {
    let [a, b, c, d] = this.#state
    const sum = (((a + b) | 0) + d) | 0
    d = (d + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + sum) | 0
    this.#state = [a, b, c, d]
    return (sum >>> 0) / 4_294_967_296
  }

  /** A whole number in [0, below). */
  below(below: number): number {
    return Math.floor(this.next() * below)
  }

  /** `length` letters and digits, as in Stripe's ids. */
  text(length: number): string {
    let text = ''
    while (text.length < length) text += letters[this.below(letters.length)]
    return text
  }
}

/** Spreads the characters of a seed over four words (FNV-1a, one offset per word). */
function stateOf(seed: string): RandomState {
  const word = (offset: number): number => {
    let hash = 0x81_1c_9d_c5 ^ offset
    for (const character of seed) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01_00_01_93)
    return hash | 0
  }
  return [word(1), word(2), word(3), word(4)]
}
