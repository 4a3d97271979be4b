import type { BookDates, BookKind, BookLine, Period } from './books-api.ts'
import { ledgerDay } from './moments.ts'

const labels: Record<BookKind | 'net', string> = {
  received: 'Received',
  refunded: 'Refunded',
  disputed: 'Disputed',
  fees: 'Fees',
  unassigned: 'Unassigned',
  net: 'Net',
}

export const kindLabel = (kind: BookKind | 'net'): string => labels[kind]

const datesWords: Record<BookDates, { label: string; help: string }> = {
  stripe: {
    label: 'By date at Stripe',
    help: 'Money is booked on the date on which Stripe moved it. A period that is over changes only by events that were recorded late; it says how many they are.',
  },
  recorded: {
    label: 'By date of recording',
    help: 'Money is booked on the date on which its event was recorded, so a period that is over never changes.',
  },
}
export const datesLabel = (dates: BookDates): string => datesWords[dates].label
export const datesHelp = (dates: BookDates): string => datesWords[dates].help

/** "2 recorded later", for a period that was over by then. */
export const lateWords = (count: number): string => (count === 0 ? '' : `${count} recorded later`)

/** What the one figure means whose name does not say it, and what finance does about it. */
export const unassignedHelp =
  'Unassigned is money that arrived with a payment its order did not ask for: of another amount, in another currency, or naming another order. It counts for no order and pays for none. Its events name the orders: open one, refund that payment there, and the figure falls by what goes back.'

const month = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** "Nov 21, 2026" or "November 2026". */
export const periodLabel = (period: string): string =>
  period.length === 7 ? month.format(new Date(`${period}-01T00:00:00Z`)) : ledgerDay(`${period}T00:00:00Z`)

/** The days of a line, held within the days that were asked for. Both ends count whole. */
export function daysOf({ period }: Pick<BookLine, 'period'>, within: Period): Period {
  const first = period.length === 7 ? `${period}-01` : period
  const last = period.length === 7 ? lastDayOf(period) : period
  return {
    from: within.from !== '' && within.from > first ? within.from : first,
    to: within.to !== '' && within.to < last ? within.to : last,
  }
}

function lastDayOf(period: string): string {
  const [year = 0, number = 1] = period.split('-').map(Number)
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)
}
