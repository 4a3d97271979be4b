import type { Database } from '#platform/database/database.ts'
import type { EventLog, RecordedEvent } from '#platform/event-log/event-log.ts'
import { csvLine } from '#platform/export/csv.ts'
import { toDecimal } from '#platform/kernel/money.ts'
import { endOf, momentOf, type OrderLists } from '../orders/order-lists.ts'
import { financeOrderView } from '../orders/views.ts'
import type { BookLine, Books, Period, Step } from './books.ts'
import { eventLines, orderLines } from './finance-csv.ts'
import { netOf } from './movements.ts'

export const exportNames = [
  'events.csv',
  'events.jsonl',
  'orders.csv',
  'orders.jsonl',
  'books.csv',
  'books.jsonl',
] as const
export type ExportName = (typeof exportNames)[number]

export const isCsv = (name: ExportName): boolean => name.endsWith('.csv')

/** What finance takes away, line by line, so that memory stays flat whatever the period holds. */
export class Exports {
  readonly #log: EventLog
  readonly #lists: OrderLists
  readonly #books: Books
  readonly #database: Database

  constructor(log: EventLog, lists: OrderLists, books: Books, database: Database) {
    this.#log = log
    this.#lists = lists
    this.#books = books
    this.#database = database
  }

  /** The lines of a file with their line breaks. Days are UTC and count whole. */
  async *lines(name: ExportName, period: Period, step: Step = 'day'): AsyncGenerator<string> {
    switch (name) {
      case 'events.csv':
        for await (const cells of eventLines(this.#log, period)) yield csvLine(cells)
        return
      case 'orders.csv':
        for await (const cells of orderLines(this.#lists, period)) yield csvLine(cells)
        return
      case 'events.jsonl':
        yield* this.#eventLog(period)
        return
      case 'orders.jsonl':
        for await (const row of this.#lists.export(period)) {
          const { email: _, ...order } = financeOrderView(row, null)
          yield jsonLine(order)
        }
        return
      case 'books.csv':
        yield csvLine([
          'period_utc',
          'currency',
          'received',
          'refunded',
          'disputed',
          'fees',
          'unassigned',
          'net',
        ])
        for (const line of await this.#books.lines(period, step)) yield csvLine(bookCells(line))
        return
      case 'books.jsonl':
        for (const line of await this.#books.lines(period, step)) yield jsonLine(bookLineView(line))
        return
      default:
        return name satisfies never
    }
  }

  /**
   * The log as the offline verifier reads it: a first line that says what this is, the events with all that their
   * hashes cover, and a last line with the head, so that a file cut short is noticed.
   */
  async *#eventLog({ from, to }: Period): AsyncGenerator<string> {
    const start = from === undefined ? null : momentOf(from)
    const end = to === undefined ? null : endOf(to)
    const head = await this.#log.head()
    const whole = start === null && end === null
    yield jsonLine({ format: 'veralead-event-log', version: 1, whole, from: from ?? null, to: to ?? null })
    let events = 0
    for await (const event of this.#upTo(head.position)) {
      if (start !== null && event.occurredAt < start) continue
      if (end !== null && event.occurredAt >= end) continue
      events += 1
      yield jsonLine(event)
    }
    yield jsonLine({ end: true, events, head })
  }

  /** Events with the digests as they are stored, not as they should be: the verifier compares them. */
  async *#upTo(last: number): AsyncGenerator<RecordedEvent & Digests> {
    for (let after = 0; after < last; ) {
      const [events, digests] = await Promise.all([
        this.#log.readFrom(after, pageSize),
        this.#database.sql.query<Digests & { position: string }>(digestPage, [after, pageSize]),
      ])
      if (events.length === 0) return
      const byPosition = new Map(digests.map(({ position, ...rest }) => [Number(position), rest]))
      for (const event of events) {
        const stored = byPosition.get(event.position)
        if (event.position > last) return
        if (stored !== undefined) yield { ...event, ...stored }
      }
      after = events.at(-1)?.position ?? last
    }
  }
}

const jsonLine = (value: unknown): string => `${JSON.stringify(value)}\n`

interface Digests {
  dataDigest: string
  metadataDigest: string
}

const pageSize = 2_000
const digestPage = `select position, encode(data_digest, 'hex') as "dataDigest",
  encode(metadata_digest, 'hex') as "metadataDigest"
from es.events where position > $1 order by position limit $2`

/** A line of the books with decimal strings. */
export function bookLineView({ period, currency, figures }: BookLine) {
  return {
    period,
    currency,
    received: toDecimal(figures.received),
    refunded: toDecimal(figures.refunded),
    disputed: toDecimal(figures.disputed),
    fees: toDecimal(figures.fees),
    unassigned: toDecimal(figures.unassigned),
    net: toDecimal(netOf(figures)),
  }
}

function bookCells(line: BookLine): string[] {
  const { period, currency, received, refunded, disputed, fees, unassigned, net } = bookLineView(line)
  return [period, currency, received, refunded, disputed, fees, unassigned, net]
}
