import type { BookKind } from './movements.ts'
import type { Period, Span } from './period.ts'

/** Which date of an entry decides its period: when Stripe moved the money, or when the event was recorded. */
export const bookDates = ['stripe', 'recorded'] as const
export type BookDates = (typeof bookDates)[number]

const columns: Record<BookDates, string> = { stripe: 'booked_at', recorded: 'recorded_at' }
export const columnOf = (dates: BookDates): string => columns[dates]

export interface EntryFilter extends Period {
  kind?: BookKind | undefined
  currency?: string | undefined
  orderId?: string | undefined
}

/** The SQL condition of a filter; `valuesOf` gives its parameters $1 to $5. */
export const matching = (dates: BookDates): string =>
  `($1::timestamptz is null or ${columnOf(dates)} >= $1) and ($2::timestamptz is null or ${columnOf(dates)} < $2)
and ($3::text is null or kind = $3) and ($4::text is null or currency = $4) and ($5::uuid is null or order_id = $5)`

export function valuesOf({ from, to }: Span, { kind, currency, orderId }: EntryFilter = {}): unknown[] {
  return [from ?? null, to ?? null, kind ?? null, currency ?? null, orderId ?? null]
}
