import type { EventLog, Fact } from '#platform/event-log/event-log.ts'
import { orderColumns, rowOf } from './order-row.ts'
import { advance, type FoldedOrder, orderIdOf } from './order-stream.ts'

/** Every order of the log folded at once, in memory, up to a position. */
export class AllOrders {
  /** The last position that is folded in. */
  position = 0
  readonly #orders = new Map<string, FoldedOrder>()

  get size(): number {
    return this.#orders.size
  }

  /** Reads on to the end of the log as it is then. */
  async catchUp(log: EventLog, told: (position: number) => void = () => undefined): Promise<void> {
    for await (const facts of log.facts(this.position)) {
      for (const fact of facts) this.#add(fact)
      this.position = facts.at(-1)?.position ?? this.position
      told(this.position)
    }
  }

  /** The row of an order as the table should have it, by column name; null for an order that was never placed. */
  row(orderId: string): Record<string, unknown> | null {
    const folded = this.#orders.get(orderId)
    const row = folded ? rowOf(folded.order, folded.version, folded) : null
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

  #add(fact: Fact): void {
    const id = orderIdOf(fact.stream)
    if (id !== null) this.#orders.set(id, advance(this.#orders.get(id), id, fact))
  }
}
