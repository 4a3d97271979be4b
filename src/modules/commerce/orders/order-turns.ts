/** Of so many orders, those changed last, it is known which version this process stored. */
const keptVersions = 1_000

/**
 * Changes of one order, one after the other within this process. The webhooks of a payment and the return page of its buyer
 * arrive together; side by side each of them would make the documents, and all but one for nothing: the version of
 * the stream refuses them. Other processes are refused by that version still.
 */
export class OrderTurns {
  readonly #last = new Map<string, Promise<unknown>>()
  readonly #versions = new Map<string, number>()

  async of<T>(orderId: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(orderId)
    const mine = before === undefined ? work() : before.then(work)
    const ended = mine.catch(() => undefined)
    this.#last.set(orderId, ended)
    try {
      return await mine
    } finally {
      if (this.#last.get(orderId) === ended) this.#last.delete(orderId)
    }
  }

  /** Notes which version of an order was stored last. */
  stored(orderId: string, version: number): void {
    this.#versions.delete(orderId)
    this.#versions.set(orderId, version)
    const [oldest] = this.#versions.keys()
    if (this.#versions.size > keptVersions && oldest !== undefined) this.#versions.delete(oldest)
  }

  /** True when this process has changed the order since that version was read. */
  isOld(orderId: string, version: number): boolean {
    return version < (this.#versions.get(orderId) ?? 0)
  }
}
