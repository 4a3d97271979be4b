import type { EventLog, Fact } from '#platform/event-log/event-log.ts'
import { upcast } from '../../domain/events.ts'
import { evolve, newOrder, type Order } from '../../domain/order.ts'
import { orderIdOf } from '../../orders/order-stream.ts'
import { feeEventType, feeOf } from './fee-event.ts'
import { type Movement, movementsOf } from './movements.ts'

export interface BookEntry extends Omit<Movement, 'at'> {
  position: number
  orderId: string
  /** When Stripe moved the money; equals `recordedAt` when the event has no such date. */
  bookedAt: Date
  /** When the event was recorded. */
  recordedAt: Date
}

type Booked = Pick<Fact, 'position' | 'stream' | 'type' | 'schemaVersion' | 'data' | 'occurredAt'>

/**
 * The entries of one event: a pure function of the event and of its order before it.
 * @param before the order folded from its earlier events; not used for a fee
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

const maxCachedOrders = 50_000
const concurrency = 500

/** Makes entries of events, in the order of the log. Caches the folded orders between calls. */
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

  /** Folds the orders that are not cached from their events before these. */
  async #loadEarlier(facts: readonly Fact[]): Promise<void> {
    if (this.#orders.size > maxCachedOrders) this.#orders.clear()
    const missing = new Map<string, number>()
    for (const { stream, version } of facts) {
      if (this.#orders.has(stream) || missing.has(stream) || orderIdOf(stream) === null) continue
      missing.set(stream, version - 1)
    }
    const wanted = [...missing].filter(([, version]) => version > 0)
    for (let from = 0; from < wanted.length; from += concurrency) {
      await Promise.all(
        wanted.slice(from, from + concurrency).map(async ([stream, version]) => {
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
