import type { Database } from '#platform/database/database.ts'
import type { Sql } from '#platform/database/sql.ts'
import type { EventLog } from '#platform/event-log/event-log.ts'
import { endOf, momentOf } from '../orders/order-lists.ts'
import { BookEntries, type BookEntry } from './book-entries.ts'
import { type BookKind, bookKinds } from './movements.ts'

export type Step = 'day' | 'month'

export interface Period {
  from?: string | undefined
  to?: string | undefined
}

/** Minor units per figure. */
export interface BookLine {
  /** `2026-11-21` or `2026-11`, UTC. */
  period: string
  currency: string
  figures: Record<BookKind, number>
}

export interface EntryFilter extends Period {
  kind?: BookKind | undefined
  currency?: string | undefined
  orderId?: string | undefined
}

/** An entry together with the event that made it. */
export interface EntryLine extends BookEntry {
  version: number
  type: string
}

const write = `insert into commerce_book_entry (position, kind, currency, amount_minor, order_id, booked_at)
select * from unnest($1::bigint[], $2::text[], $3::text[], $4::bigint[], $5::uuid[], $6::timestamptz[])`

const matching = `($1::timestamptz is null or booked_at >= $1) and ($2::timestamptz is null or booked_at < $2)
and ($3::text is null or kind = $3) and ($4::text is null or currency = $4) and ($5::uuid is null or order_id = $5)`

/**
 * Money by day and month, made of nothing but the event log: an event books what it changed, on the day (UTC) on
 * which it was recorded, so a day that is over never changes. Every reader first reads the log to its end.
 */
export class Books {
  readonly #database: Database
  readonly #log: EventLog

  constructor(database: Database, log: EventLog) {
    this.#database = database
    this.#log = log
  }

  /** Books every event up to the end of the log. Answers the position that is booked. */
  async catchUp(told: (position: number) => void = () => undefined): Promise<number> {
    for (;;) {
      let position = await markOf(this.#database.sql)
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
        told(position)
      }
      // Somebody else booked meanwhile: what is left is looked at again.
      if (!overtaken) return position
    }
  }

  /** Forgets every entry, so that the next reader books the whole log again. */
  async forget(): Promise<void> {
    await this.#database.rawTransaction(async (sql) => {
      await sql.query('update commerce_book_mark set position = 0 where id = 1')
      await sql.query('delete from commerce_book_entry')
    })
  }

  /** One line per period and currency, oldest first. */
  async lines(period: Period, step: Step): Promise<BookLine[]> {
    await this.catchUp()
    return bookLines(this.#database.sql, period, step)
  }

  /** The events that add up to a figure, oldest first, after a position; and their whole sum and number. */
  async entries(
    filter: EntryFilter,
    after: number,
    limit: number,
  ): Promise<{ entries: EntryLine[]; sums: { currency: string; amountMinor: number }[]; total: number }> {
    await this.catchUp()
    const values = valuesOf(filter)
    const [rows, sums] = await Promise.all([
      this.#database.sql.query<
        Omit<EntryLine, 'position' | 'amountMinor'> & Record<'position' | 'amountMinor', string>
      >(
        `select b.position, b.kind, b.currency, b.amount_minor as "amountMinor", b.order_id as "orderId",
           b.booked_at as "bookedAt", e.version, e.type
         from (select * from commerce_book_entry where ${matching} and position > $6
           order by position, kind limit $7) b
         join es.events e on e.position = b.position order by b.position, b.kind`,
        [...values, after, limit],
      ),
      this.#database.sql.query<{ currency: string; amountMinor: string; total: number }>(
        `select currency, sum(amount_minor)::text as "amountMinor", count(*)::int as total
         from commerce_book_entry where ${matching} group by 1 order by 1`,
        values,
      ),
    ])
    return {
      entries: rows.map((row) => ({
        ...row,
        position: Number(row.position),
        amountMinor: Number(row.amountMinor),
      })),
      sums: sums.map(({ currency, amountMinor }) => ({ currency, amountMinor: Number(amountMinor) })),
      total: sums.reduce((sum, row) => sum + row.total, 0),
    }
  }

  /** Books one page of events; false when another process was quicker. */
  #book(from: number, last: number, found: readonly BookEntry[]): Promise<boolean> {
    return this.#database.rawTransaction(async (sql) => {
      const moved = await sql.query(
        'update commerce_book_mark set position = $2 where id = 1 and position = $1 returning id',
        [from, last],
      )
      if (moved.length === 0) return false
      await sql.query(write, [
        found.map((entry) => entry.position),
        found.map((entry) => entry.kind),
        found.map((entry) => entry.currency),
        found.map((entry) => entry.amountMinor),
        found.map((entry) => entry.orderId),
        found.map((entry) => entry.bookedAt),
      ])
      return true
    })
  }
}

/** One line per period and currency of what is booked, oldest first. */
export async function bookLines(sql: Sql, period: Period, step: Step): Promise<BookLine[]> {
  const rows = await sql.query<{
    period: string
    currency: string
    kind: BookKind
    amount: string
  }>(
    `select to_char(booked_at at time zone 'UTC', '${step === 'day' ? 'YYYY-MM-DD' : 'YYYY-MM'}') as period,
       currency, kind, sum(amount_minor)::text as amount
     from commerce_book_entry where ${matching} group by 1, 2, 3 order by 1, 2, 3`,
    valuesOf(period),
  )
  const lines = new Map<string, BookLine>()
  for (const { period: name, currency, kind, amount } of rows) {
    const key = `${name} ${currency}`
    const line = lines.get(key) ?? { period: name, currency, figures: noFigures() }
    line.figures[kind] = Number(amount)
    lines.set(key, line)
  }
  return [...lines.values()]
}

export function noFigures(): Record<BookKind, number> {
  return Object.fromEntries(bookKinds.map((kind) => [kind, 0])) as Record<BookKind, number>
}

async function markOf(sql: Sql): Promise<number> {
  const [row] = await sql.query<{ position: string }>('select position from commerce_book_mark where id = 1')
  if (row === undefined) throw new Error('commerce_book_mark has no row: the books were not migrated')
  return Number(row.position)
}

function valuesOf({ from, to, ...rest }: EntryFilter): unknown[] {
  return [
    from === undefined ? null : momentOf(from),
    to === undefined ? null : endOf(to),
    rest.kind ?? null,
    rest.currency ?? null,
    rest.orderId ?? null,
  ]
}
