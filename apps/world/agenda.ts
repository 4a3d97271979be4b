interface Entry {
  at: number
  /** Of entries for the same moment the one that was made first comes first. */
  made: number
  run: () => Promise<void>
}

/** What is going to happen, by the moment at which it does; what happens may add more. */
export class Agenda {
  #entries: Entry[] = []
  #made = 0

  /** @param at milliseconds since 1970 */
  add(at: number, run: () => Promise<void>): void {
    const entry = { at: Math.round(at), made: this.#made++, run }
    let low = 0
    for (let high = this.#entries.length; low < high; ) {
      const middle = (low + high) >> 1
      if ((this.#entries[middle] as Entry).at <= entry.at) low = middle + 1
      else high = middle
    }
    this.#entries.splice(low, 0, entry)
  }

  /** Takes the next entry that is not after `until`. */
  next(until: number): Entry | undefined {
    const [first] = this.#entries
    return first !== undefined && first.at <= until ? this.#entries.shift() : undefined
  }

  get size(): number {
    return this.#entries.length
  }
}
