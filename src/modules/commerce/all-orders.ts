import type { Sql } from '#platform/database/sql.ts'
import { type OrderEvent, upcast } from './domain/events.ts'
import { evolve, newOrder, type Order } from './domain/order.ts'
import { orderColumns, rowOf } from './order-row.ts'

/** Only the columns that the fold needs, by position: reading is most of the work. */
const readPage = `select position, stream_id as stream, version, type, schema_version as "schemaVersion", data,
occurred_at as at from es.events where position > $1 order by position limit $2`
const pageSize = 10_000

interface StoredEvent {
  position: string
  stream: string
  version: number
  type: string
  schemaVersion: number
  data: OrderEvent['data']
  at: Date
}

interface Folded {
  order: Order
  version: number
  createdAt: Date
  updatedAt: Date
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
  async catchUp(sql: Sql): Promise<string[]> {
    this.#touched.clear()
    for (;;) {
      const page = await sql.query<StoredEvent>(readPage, [this.position, pageSize])
      for (const event of page) this.#add(event)
      this.position = Number(page.at(-1)?.position ?? this.position)
      if (page.length < pageSize) return [...this.#touched]
    }
  }

  /** The row of an order as the table should have it, by column name; null for an order that was never placed. */
  row(orderId: string): Record<string, unknown> | null {
    const folded = this.#orders.get(orderId)
    if (folded === undefined) return null
    const row = rowOf(folded.order, folded.version, folded)
    return row === null
      ? null
      : Object.fromEntries(orderColumns.map(([column, property]) => [column, row[property]]))
  }

  /** Order id by issued number: what the numbering must be equal to. */
  numbers(): { invoices: Map<number, string>; creditNotes: Map<number, string> } {
    const invoices = new Map<number, string>()
    const creditNotes = new Map<number, string>()
    for (const { order } of this.#orders.values()) {
      if (order.invoiceNumber !== null) invoices.set(order.invoiceNumber, order.id)
      for (const note of Object.values(order.creditNotes)) creditNotes.set(note.number, order.id)
    }
    return { invoices, creditNotes }
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
