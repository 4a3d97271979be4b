/**
 * Changes of one order, one after the other within this process. The webhooks of a payment and the return page of its buyer
 * arrive together; side by side each of them would make the documents, and all but one for nothing: the version of
 * the stream refuses them. Other processes are refused by that version still.
 */
export class OrderTurns {
  readonly #last = new Map<string, Promise<unknown>>()

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
}
