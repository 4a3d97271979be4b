/**
 * Changes of one order, one after the other within this process. The webhooks of a payment and the return page of its buyer
 * arrive together; side by side each of them would make the documents, and all but one for nothing: the version of
 * the stream refuses them. Other processes are refused by that version still.
 */
export class OrderTurns {
  readonly #last = new Map<string, Promise<unknown>>()

  /** @param work told whether it had to wait: what was known of the order before may be old then */
  async of<T>(orderId: string, work: (waited: boolean) => Promise<T>): Promise<T> {
    const before = this.#last.get(orderId)
    const mine = before === undefined ? work(false) : before.then(() => work(true))
    const ended = mine.catch(() => undefined)
    this.#last.set(orderId, ended)
    try {
      return await mine
    } finally {
      if (this.#last.get(orderId) === ended) this.#last.delete(orderId)
    }
  }
}
