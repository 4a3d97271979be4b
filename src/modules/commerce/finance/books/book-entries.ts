import type { EventLog, Fact } from '#platform/event-log/event-log.ts'
import { orderEventOf } from '../../domain/events.ts'
import { evolve, newOrder, type Order } from '../../domain/order.ts'
import type { TransferEvent } from '../../domain/transfer.ts'
import { orderIdOf } from '../../orders/order-stream.ts'
import { transferOf } from '../../payments/bank-transfers/transfer-stream.ts'
import type { ObservedTransfer } from '../../payments/bank-transfers/transfers.ts'
import { feeEventType, feeOf } from './fee-event.ts'
import { type Movement, movementOfTransfer, movementsOf } from './movements.ts'

export interface BookEntry extends Omit<Movement, 'at'> {
  position: number
  /** Null for what a bank transfer moves beside any order. */
  orderId: string | null
  /** When Stripe or the bank moved the money; equals `recordedAt` when the event has no such date. */
  bookedAt: Date
  /** When the event was recorded. */
  recordedAt: Date
}

type Booked = Pick<Fact, 'position' | 'stream' | 'type' | 'schemaVersion' | 'data' | 'occurredAt'>

/** Makes the entries of one stream's events, which are given from its first on. */
export class StreamBooks {
  #order: Order | null
  readonly #isTransfer: boolean
  #arrived: ObservedTransfer | null = null

  constructor(stream: string) {
    const orderId = orderIdOf(stream)
    this.#order = orderId === null ? null : newOrder(orderId)
    this.#isTransfer = transferOf(stream) !== null
  }

  entriesOf(fact: Booked): BookEntry[] {
    const { position, occurredAt: recordedAt } = fact
    const entryOf = (orderId: string | null, { at, ...movement }: Movement): BookEntry => {
      const bookedAt = at === null ? recordedAt : new Date(at)
      return { position, orderId, ...movement, bookedAt, recordedAt }
    }
    if (fact.type === feeEventType) {
      const { orderId, fee: amountMinor, currency, createdAt: at } = feeOf(fact)
      return [entryOf(orderId, { kind: 'fees', currency, amountMinor, at })]
    }
    if (this.#isTransfer) {
      const event = fact as unknown as TransferEvent
      if (event.type === 'TransferObserved') this.#arrived = event.data
      return this.#arrived === null ? [] : [entryOf(null, movementOfTransfer(event, this.#arrived))]
    }
    if (this.#order === null) return []
    const before = this.#order
    this.#order = evolve(before, orderEventOf(fact))
    return movementsOf(before, this.#order).map((movement) => entryOf(before.id, movement))
  }
}

const maxCachedStreams = 50_000
const concurrency = 500

/** Makes entries of events, in the order of the log. Caches the streams between calls. */
export class BookEntries {
  readonly #log: EventLog
  readonly #streams = new Map<string, StreamBooks>()

  constructor(log: EventLog) {
    this.#log = log
  }

  async of(facts: readonly Fact[]): Promise<BookEntry[]> {
    await this.#loadEarlier(facts)
    return facts.flatMap((fact) => this.#booksOf(fact.stream).entriesOf(fact))
  }

  #booksOf(stream: string): StreamBooks {
    const known = this.#streams.get(stream)
    if (known !== undefined) return known
    const books = new StreamBooks(stream)
    if (isFolded(stream)) this.#streams.set(stream, books)
    return books
  }

  /** Reads the events before these of the streams that are not cached. */
  async #loadEarlier(facts: readonly Fact[]): Promise<void> {
    if (this.#streams.size > maxCachedStreams) this.#streams.clear()
    const missing = new Map<string, number>()
    for (const { stream, version } of facts) {
      if (this.#streams.has(stream) || missing.has(stream) || !isFolded(stream)) continue
      missing.set(stream, version - 1)
    }
    const wanted = [...missing].filter(([, version]) => version > 0)
    for (let from = 0; from < wanted.length; from += concurrency) {
      await Promise.all(
        wanted.slice(from, from + concurrency).map(async ([stream, version]) => {
          const events = await this.#log.read(stream, version)
          for (const event of events) this.#booksOf(stream).entriesOf(event)
        }),
      )
    }
  }
}

/** Whether an entry of the stream depends on its events before. */
const isFolded = (stream: string): boolean => orderIdOf(stream) !== null || transferOf(stream) !== null
