import type { Database } from '#platform/database/database.ts'
import type { Sql } from '#platform/database/sql.ts'
import type { EventLog } from '#platform/event-log/event-log.ts'
import { dayIn } from '#platform/kernel/time-zone.ts'
import type { Settings } from '#platform/settings/settings.ts'
import { transferOf } from '../../payments/bank-transfers/transfer-stream.ts'
import { BookEntries, type BookEntry } from './book-entries.ts'
import { type BookLine, bookLines } from './book-lines.ts'
import { bookSettings } from './book-settings.ts'
import { type BookDates, type EntryFilter, matching, valuesOf } from './entry-queries.ts'
import { KeptSums } from './kept-sums.ts'
import { type Period, type Step, spanOf } from './period.ts'
import { financeTables } from './tables.ts'

/** An entry with its event. */
export interface EntryLine extends BookEntry {
  version: number
  type: string
  /** The bank transfer whose own event it is; null for other events. */
  transferId: string | null
  /** Recorded after the day of its date at Stripe. */
  late: boolean
}

interface EntrySum {
  currency: string
  amountMinor: number
  /** How many entries were added up. */
  total: number
}

const write = `insert into commerce_book_entry (position, kind, currency, amount_minor, order_id, booked_at, recorded_at)
select * from unnest($1::bigint[], $2::text[], $3::text[], $4::bigint[], $5::uuid[], $6::timestamptz[], $7::timestamptz[])`

/**
 * Money by day and month, derived from the event log alone. Each event books the amounts it changed, with two dates: when
 * Stripe or the bank moved the money and when the event was recorded. By Stripe's date, a period that is over changes only by events
 * that were recorded late, and shows how many; by the date of recording it never changes. Days and months are those of
 * the time zone in the settings. Every read first books the log to its end.
 */
export class Books {
  readonly #database: Database
  readonly #log: EventLog
  readonly #settings: Settings
  readonly #sums: KeptSums<BookLine[]>
  readonly #entrySums: KeptSums<EntrySum[]>

  constructor(database: Database, log: EventLog, settings: Settings) {
    this.#database = database
    this.#log = log
    this.#settings = settings
    this.#sums = new KeptSums(database.sql)
    this.#entrySums = new KeptSums(database.sql)
  }

  /** IANA name of the time zone of the books. */
  async timeZone(): Promise<string> {
    return (await this.#settings.read(bookSettings)).timeZone
  }

  /**
   * Books every event up to the end of the log.
   * @param onProgress called with the position that is booked after each page of events
   * @returns the position that is booked
   */
  async catchUp(onProgress: (position: number) => void = () => undefined): Promise<number> {
    for (;;) {
      let position = await bookedPosition(this.#database.sql)
      if ((await this.#log.head()).position <= position) return position
      const entries = new BookEntries(this.#log)
      let overtaken = false
      for await (const facts of this.#log.facts(position)) {
        const last = facts.at(-1)?.position ?? position
        const found = await entries.of(facts)
        const from = position
        overtaken = !(await this.#book(from, last, found))
        if (overtaken) break
        position = last
        onProgress(position)
      }
      // Another process booked the page: read the cursor again.
      if (!overtaken) return position
    }
  }

  /** One line per period and currency, oldest first. */
  async lines(period: Period, step: Step, dates: BookDates = 'stripe'): Promise<BookLine[]> {
    await this.catchUp()
    const request = { period, step, dates, timeZone: await this.timeZone() }
    return this.#sums.of(JSON.stringify(request), () => bookLines(this.#database.sql, request))
  }

  /** A page of the entries behind a figure, in the order of the log, after a position; `sums` and `total` are of all pages. */
  async entries(
    filter: EntryFilter,
    after: number,
    limit: number,
    dates: BookDates = 'stripe',
  ): Promise<{ entries: EntryLine[]; sums: EntrySum[]; total: number }> {
    await this.catchUp()
    const zone = await this.timeZone()
    const values = valuesOf(spanOf(filter, zone), filter)
    const [rows, sums] = await Promise.all([
      this.#database.sql.query<
        Omit<EntryLine, 'position' | 'amountMinor' | 'late' | 'transferId'> &
          Record<'position' | 'amountMinor' | 'stream', string>
      >(
        // `with ties`: an event is never split between pages, because the next page begins after its position.
        `select b.position, b.kind, b.currency, b.amount_minor as "amountMinor", b.order_id as "orderId",
           b.booked_at as "bookedAt", b.recorded_at as "recordedAt", e.version, e.type,
           e.stream_id as stream
         from (select * from commerce_book_entry where ${matching(dates)} and position > $6
           order by position fetch first $7 rows with ties) b
         join es.events e on e.position = b.position order by b.position, b.kind, b.currency, b.booked_at`,
        [...values, after, limit],
      ),
      this.#entrySums.of(JSON.stringify([values, dates]), () => this.#addUp(dates, values)),
    ])
    return {
      entries: rows.map(({ stream, ...row }) => ({
        ...row,
        transferId: transferOf(stream),
        position: Number(row.position),
        amountMinor: Number(row.amountMinor),
        late: dayIn(zone, row.bookedAt) < dayIn(zone, row.recordedAt),
      })),
      sums,
      total: sums.reduce((sum, row) => sum + row.total, 0),
    }
  }

  async #addUp(dates: BookDates, values: readonly unknown[]): Promise<EntrySum[]> {
    const sums = await this.#database.sql.query<{ currency: string; amountMinor: string; total: number }>(
      `select currency, sum(amount_minor)::text as "amountMinor", count(*)::int as total
       from commerce_book_entry where ${matching(dates)} group by 1 order by 1`,
      values,
    )
    return sums.map((sum) => ({ ...sum, amountMinor: Number(sum.amountMinor) }))
  }

  /** Books one page of events; false when another process has booked it already. */
  #book(from: number, last: number, found: readonly BookEntry[]): Promise<boolean> {
    return this.#database.rawTransaction(async (sql) => {
      const moved = await financeTables(sql)
        .updateTable('commerce_book_mark')
        .set({ position: last })
        .where('id', '=', 1)
        .where('position', '=', from)
        .returning('id')
        .executeTakeFirst()
      if (moved === undefined) return false
      await sql.query(write, [
        found.map((entry) => entry.position),
        found.map((entry) => entry.kind),
        found.map((entry) => entry.currency),
        found.map((entry) => entry.amountMinor),
        found.map((entry) => entry.orderId),
        found.map((entry) => entry.bookedAt),
        found.map((entry) => entry.recordedAt),
      ])
      return true
    })
  }
}

async function bookedPosition(sql: Sql): Promise<number> {
  const cursor = await financeTables(sql)
    .selectFrom('commerce_book_mark')
    .select('position')
    .where('id', '=', 1)
    .executeTakeFirst()
  if (cursor === undefined) throw new Error('commerce_book_mark has no row: the books were not migrated')
  return cursor.position
}
