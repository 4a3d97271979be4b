import { upcast } from '../domain/events.ts'
import { evolve, newOrder, type Order } from '../domain/order.ts'
import type { EventSource, StoredEvent } from './event-source.ts'
import { type OrderSummary, orderColumns, rowOf } from './order-row.ts'

interface Folded {
  order: Order
  version: number
  createdAt: number
  updatedAt: number
}

/** Every order of the log folded at once, in memory, up to a position. */
export class AllOrders {
  /** The last position that is folded in. */
  position = 0
  events = 0
  readonly #orders = new Map<string, Folded>()
  readonly #touched = new Set<string>()

  get size(): number {
    return this.#orders.size
  }

  /** Reads on to the end of the log as it is then. Answers the ids of orders that changed. */
  async catchUp(source: EventSource, told: (position: number) => void = () => undefined): Promise<string[]> {
    this.#touched.clear()
    for await (const events of source(this.position)) {
      for (const event of events) this.#add(event)
      this.position = events.at(-1)?.position ?? this.position
      told(this.position)
    }
    return [...this.#touched]
  }

  /** The row of an order as the table should have it; null for an order that was never placed. */
  summary(orderId: string): OrderSummary | null {
    const folded = this.#orders.get(orderId)
    if (folded === undefined) return null
    const { order, version } = folded
    return rowOf(order, version, {
      createdAt: new Date(folded.createdAt),
      updatedAt: new Date(folded.updatedAt),
    })
  }

  /** The same by column name. */
  row(orderId: string): Record<string, unknown> | null {
    const row = this.summary(orderId)
    return row === null
      ? null
      : Object.fromEntries(orderColumns.map(([column, property]) => [column, row[property]]))
  }

  /** Order id by issued number: what the numbering must be equal to. */
  numbers(): Record<'invoices' | 'creditNotes' | 'debitNotes', Map<number, string>> {
    const invoices = new Map<number, string>()
    const creditNotes = new Map<number, string>()
    const debitNotes = new Map<number, string>()
    for (const { order } of this.#orders.values()) {
      if (order.invoiceNumber !== null) invoices.set(order.invoiceNumber, order.id)
      for (const note of Object.values(order.creditNotes)) creditNotes.set(note.number, order.id)
      for (const note of Object.values(order.debitNotes)) debitNotes.set(note.number, order.id)
    }
    return { invoices, creditNotes, debitNotes }
  }

  ids(): IterableIterator<string> {
    return this.#orders.keys()
  }

  #add(stored: StoredEvent): void {
    if (!stored.stream.startsWith('order-')) return
    const id = stored.stream.slice('order-'.length)
    const known = this.#orders.get(id)
    const event = upcast(stored)
    this.events += 1
    this.#touched.add(id)
    if (known === undefined) {
      const order = evolve(newOrder(id), event)
      this.#orders.set(id, { order, version: stored.version, createdAt: stored.at, updatedAt: stored.at })
      return
    }
    known.order = evolve(known.order, event)
    known.version = stored.version
    known.updatedAt = stored.at
  }
}
