/** The time as the product sees it. Injected, so that tests and the development clock can move it. */
export abstract class Clock {
  abstract now(): Date
}

/** The machine's clock plus an offset that only development and tests ever change. */
export class OffsetClock extends Clock {
  #offsetMs = 0

  override now(): Date {
    return new Date(Date.now() + this.#offsetMs)
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
