/** The lab's time: the clock it was given, moved forward by what `POST /lab/clock` asked for. */
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

  /** Seconds by the clock it was given: receivers compare signatures with their own clock. */
  givenSeconds(): number {
    return Math.floor(this.#now().getTime() / 1000)
  }

  /** Moves the lab forward; time never runs backwards. */
  advance(ms: number): void {
    this.offsetMs += ms
  }
}
