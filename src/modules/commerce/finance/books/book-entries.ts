import type { EventLog, Fact } from '#platform/event-log/event-log.ts'
import { upcast } from '../../domain/events.ts'
import { evolve, newOrder, type Order } from '../../domain/order.ts'
import { orderIdOf } from '../../orders/order-stream.ts'
import { feeEventType, feeOf } from './fee-event.ts'
import { type Movement, movementsOf } from './movements.ts'

export interface BookEntry extends Omit<Movement, 'at'> {
  position: number
  orderId: string
  /** When Stripe moved the money; `recordedAt` for an event that does not tell it. */
  bookedAt: Date
  /** When the event was recorded. */
  recordedAt: Date
}

type Booked = Pick<Fact, 'position' | 'stream' | 'type' | 'schemaVersion' | 'data' | 'occurredAt'>

/**
 * What one event books: a function of the event and of its order before it, and of nothing else.
 * @param before the order folded from its earlier events; a fee needs none.
 */
export function entriesOf(fact: Booked, before: Order): { after: Order; entries: BookEntry[] } {
  const { position, occurredAt: recordedAt } = fact
  const entryOf = (orderId: string, { at, ...movement }: Movement): BookEntry => {
    const bookedAt = at === null ? recordedAt : new Date(at)
    return { position, orderId, ...movement, bookedAt, recordedAt }
  }
  if (fact.type === feeEventType) {
    const { orderId, fee: amountMinor, currency, createdAt: at } = feeOf(fact)
    return { after: before, entries: [entryOf(orderId, { kind: 'fees', currency, amountMinor, at })] }
  }
  const after = evolve(before, upcast(fact))
  return { after, entries: movementsOf(before, after).map((movement) => entryOf(before.id, movement)) }
}

const mostKept = 50_000
const sideBySide = 500

/** Turns events, in the order of the log, into entries of the books. Orders met before are kept folded. */
export class BookEntries {
  readonly #log: EventLog
  readonly #orders = new Map<string, Order>()

  constructor(log: EventLog) {
    this.#log = log
  }

  async of(facts: readonly Fact[]): Promise<BookEntry[]> {
    await this.#loadEarlier(facts)
    return facts.flatMap((fact) => this.#entries(fact))
  }

  #entries(fact: Fact): BookEntry[] {
    if (fact.type === feeEventType) return entriesOf(fact, newOrder('')).entries
    const orderId = orderIdOf(fact.stream)
    if (orderId === null) return []
    const { after, entries } = entriesOf(fact, this.#orders.get(fact.stream) ?? newOrder(orderId))
    this.#orders.set(fact.stream, after)
    return entries
  }

  /** Orders whose first events were read long ago are folded from the log up to here. */
  async #loadEarlier(facts: readonly Fact[]): Promise<void> {
    if (this.#orders.size > mostKept) this.#orders.clear()
    const missing = new Map<string, number>()
    for (const { stream, version } of facts) {
      if (this.#orders.has(stream) || missing.has(stream) || orderIdOf(stream) === null) continue
      missing.set(stream, version - 1)
    }
    const wanted = [...missing].filter(([, version]) => version > 0)
    for (let from = 0; from < wanted.length; from += sideBySide) {
      await Promise.all(
        wanted.slice(from, from + sideBySide).map(async ([stream, version]) => {
          const events = await this.#log.read(stream, version)
          const order = events.reduce(
            (known, event) => evolve(known, upcast(event)),
            newOrder(orderIdOf(stream) ?? ''),
          )
          this.#orders.set(stream, order)
        }),
      )
    }
  }
}
