/** What one turn of the event loop begins: so many requests, */
const perTurn = 4
/** and no more once they have taken so many milliseconds. */
const turnMs = 0.3
/** Milliseconds for which connections that are still to be accepted may hold up everything else. */
const longestWait = 10

interface Work {
  /** In requests. */
  cost: number
  begin: () => void
}

/**
 * Spreads work over the turns of the event loop, one piece of each address in turn. Node accepts one connection in a
 * turn, and first come is first accepted: whoever connects behind a hundred others waits for a hundred turns. So turns
 * are short, and while connections come in nothing else is begun, for up to `longestWait`.
 */
export class Turns {
  #spent = 0
  #accepting = false
  #lastBegun = 0
  #scheduled = false
  /** What has to wait for a later turn, by address. */
  readonly #due = new Map<string, Work[]>()

  /** A connection has been accepted in this turn. */
  accepted(): void {
    if (!this.#accepting && this.#due.size === 0) this.#lastBegun = performance.now()
    this.#accepting = true
    this.#schedule()
  }

  /** Begins the work now, or in a later turn. @param cost how many requests it is worth */
  add(address: string, cost: number, begin: () => void): void {
    if (!this.#accepting && this.#due.size === 0 && this.#spent < perTurn) {
      this.#spent += cost
      this.#schedule()
      begin()
      return
    }
    const due = this.#due.get(address)
    if (due === undefined) this.#due.set(address, [{ cost, begin }])
    else due.push({ cost, begin })
    this.#schedule()
  }

  #schedule(): void {
    if (this.#scheduled) return
    this.#scheduled = true
    setImmediate(this.#next)
  }

  readonly #next = (): void => {
    this.#scheduled = false
    this.#spent = 0
    const now = performance.now()
    const wait = this.#accepting && now - this.#lastBegun < longestWait
    this.#accepting = false
    if (!wait) {
      this.#lastBegun = now
      this.#begin(now + turnMs)
    }
    if (this.#due.size > 0) this.#schedule()
  }

  #begin(until: number): void {
    // An address that has more goes to the end of the map, where this loop comes by again.
    for (const [address, due] of this.#due) {
      if (this.#spent >= perTurn || (this.#spent > 0 && performance.now() > until)) return
      this.#due.delete(address)
      const work = due.shift()
      if (due.length > 0) this.#due.set(address, due)
      this.#spent += work?.cost ?? 0
      work?.begin()
    }
  }
}
