/** The time as the product sees it. Injected, so that tests and the development clock can move it. */
export abstract class Clock {
  abstract now(): Date
}

/** The machine's clock plus an offset that only development and tests ever change. */
export class OffsetClock extends Clock {
  readonly #source: () => number
  #offsetMs = 0

  /** @param source milliseconds since 1970; a fixed number for a clock that only `advance` moves. */
  constructor(source: () => number = Date.now) {
    super()
    this.#source = source
  }

  override now(): Date {
    return new Date(this.#source() + this.#offsetMs)
  }

  /** Moves the clock forward by `ms` milliseconds. Time never runs backwards. */
  advance(ms: number): void {
    if (!Number.isFinite(ms) || ms < 0)
      throw new RangeError('A clock moves forward by a number of milliseconds')
    this.#offsetMs += ms
  }

  get offsetMs(): number {
    return this.#offsetMs
  }
}
