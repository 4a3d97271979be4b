/** The lab's time: the given clock plus the offset set by `POST /lab/clock`. */
export class LabClock {
  offsetMs = 0
  readonly #now: () => Date

  constructor(now: () => Date) {
    this.#now = now
  }

  /** Milliseconds since 1970. */
  millis(): number {
    return this.#now().getTime() + this.offsetMs
  }

  /** Whole seconds since 1970, as Stripe dates its objects. */
  seconds(): number {
    return Math.floor(this.millis() / 1000)
  }

  /** Seconds of the given clock, for signatures, which receivers compare with their own clock. */
  givenSeconds(): number {
    return Math.floor(this.#now().getTime() / 1000)
  }

  /** Advances the lab's time; it is never moved back. */
  advance(ms: number): void {
    this.offsetMs += ms
  }
}
