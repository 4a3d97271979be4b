/** The time as the product sees it. Injected, so that tests and the development clock can move it. */
export abstract class Clock {
  abstract now(): Date
  /** Calls `run` once, after `ms` milliseconds; returns a function that cancels it. It does not keep the process alive. */
  abstract after(ms: number, run: () => void): () => void
}

/** The machine's clock plus an offset that only development and tests ever change. */
export class OffsetClock extends Clock {
  #offsetMs = 0

  override now(): Date {
    return new Date(Date.now() + this.#offsetMs)
  }

  /** Measured by the machine's time: a clock that is moved ends no waiting. */
  override after(ms: number, run: () => void): () => void {
    const timer = setTimeout(run, ms).unref()
    return () => clearTimeout(timer)
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

/** Stops until it is moved, as do its timers: so a slow machine changes nothing. */
export class StandingClock extends OffsetClock {
  readonly #startMs: number
  readonly #waiting = new Set<{ at: number; run: () => void }>()

  constructor(start: Date) {
    super()
    this.#startMs = start.getTime()
  }

  override now(): Date {
    return new Date(this.#startMs + this.offsetMs)
  }

  override after(ms: number, run: () => void): () => void {
    const waits = { at: this.offsetMs + ms, run }
    this.#waiting.add(waits)
    return () => void this.#waiting.delete(waits)
  }

  /** Runs the timers that become due, the earliest first. */
  override advance(ms: number): void {
    super.advance(ms)
    const due = [...this.#waiting]
      .filter(({ at }) => at <= this.offsetMs)
      .sort((one, other) => one.at - other.at)
    for (const waits of due) if (this.#waiting.delete(waits)) waits.run()
  }
}
