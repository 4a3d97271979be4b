import type { Loaded } from './loaded.ts'

/** Of so many orders, those changed last, it is known which version this process stored. */
const keptVersions = 1_000
/** So many of them are kept as they were stored: long enough for the webhooks of a payment, which follow within seconds. */
const keptOrders = 100

/**
 * Changes of one order, one after the other within this process. The webhooks of a payment and the return page of its buyer
 * arrive together; side by side each of them would make the documents, and all but one for nothing: the version of
 * the stream refuses them. Other processes are refused by that version still.
 */
export class OrderTurns {
  readonly #last = new Map<string, Promise<unknown>>()
  readonly #versions = new Map<string, number>()
  readonly #orders = new Map<string, Loaded>()

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

  /** Notes what was stored last of an order. */
  stored(loaded: Loaded): void {
    putLast(this.#versions, loaded.order.id, loaded.version, keptVersions)
    putLast(this.#orders, loaded.order.id, loaded, keptOrders)
  }

  /** The order as this process stored it last, while it is kept. Another process may have changed it since. */
  latest(orderId: string): Loaded | undefined {
    return this.#orders.get(orderId)
  }

  /** True when this process has changed the order since that version was read. */
  isOld(orderId: string, version: number): boolean {
    return version < (this.#versions.get(orderId) ?? 0)
  }
}

/** Puts an entry behind all others, and removes the first one where there are more than `most`. */
function putLast<T>(map: Map<string, T>, key: string, value: T, most: number): void {
  map.delete(key)
  map.set(key, value)
  const [oldest] = map.keys()
  if (map.size > most && oldest !== undefined) map.delete(oldest)
}
