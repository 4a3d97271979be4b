import type { Sql } from '#platform/database/sql.ts'
import { type BookDates, columnOf, matching, valuesOf } from './entry-queries.ts'
import { type BookKind, bookKinds, netOf } from './movements.ts'
import { type Period, periodsOf, type Step, spanOf } from './period.ts'

/** Minor units per figure. */
export interface BookLine {
  /** `2026-11-21` or `2026-11`, in the time zone of the books. */
  period: string
  currency: string
  figures: Record<BookKind, number>
  /** How many entries were recorded after the end of the period. */
  lateEntries: number
}

interface LinesRequest {
  period: Period
  step: Step
  dates: BookDates
  /** IANA name of the time zone of the books. */
  timeZone: string
}

/** One line per period and currency of the entries, oldest first. */
export async function bookLines(
  sql: Sql,
  { period, step, dates, timeZone }: LinesRequest,
): Promise<BookLine[]> {
  const date = columnOf(dates)
  const values = valuesOf(spanOf(period, timeZone))
  const [range] = await sql.query<{ first: Date | null; last: Date | null }>(
    `select min(${date}) as first, max(${date}) as last from commerce_book_entry where ${matching(dates)}`,
    values,
  )
  if (!range?.first || !range.last) return []
  const periods = periodsOf(range.first, range.last, step, timeZone)
  const rows = await sql.query<{
    at: number
    currency: string
    kind: BookKind
    amount: string
    late: number
  }>(
    `select width_bucket(${date}, $6::timestamptz[]) as at, currency, kind, sum(amount_minor)::text as amount,
       (count(*) filter (where width_bucket(recorded_at, $6) > width_bucket(${date}, $6)))::int as late
     from commerce_book_entry where ${matching(dates)} group by 1, 2, 3 order by 1, 2, 3`,
    [...values, periods.map(({ start }) => start)],
  )
  const lines = new Map<string, BookLine>()
  for (const { at, currency, kind, amount, late } of rows) {
    const name = periods[at - 1]?.name ?? ''
    const key = `${name} ${currency}`
    const line = lines.get(key) ?? { period: name, currency, figures: noFigures(), lateEntries: 0 }
    line.figures[kind] = Number(amount)
    line.lateEntries += late
    lines.set(key, line)
  }
  return [...lines.values()]
}

export function noFigures(): Record<BookKind, number> {
  return Object.fromEntries(bookKinds.map((kind) => [kind, 0])) as Record<BookKind, number>
}

/** A line of the books with its net. */
export const bookLineView = ({ figures, ...line }: BookLine) => ({ ...line, ...figures, net: netOf(figures) })
