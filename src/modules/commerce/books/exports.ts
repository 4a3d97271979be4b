import type { Snapshot } from '#platform/database/snapshot.ts'
import { csvLine } from '#platform/export/csv.ts'
import { toDecimal } from '#platform/kernel/money.ts'
import { financeOrderView } from '../orders/views.ts'
import { type BookLine, bookLines, type Period, type Step } from './books.ts'
import { eventLines, orderLines, orderRows } from './finance-csv.ts'
import { logFile } from './log-file.ts'
import type { LogKey } from './log-key.ts'
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

export interface ExportWish {
  name: ExportName
  period: Period
  step: Step
}

/**
 * The lines of a file with their line breaks, as of the snapshot; memory stays flat whatever the period holds. Days are
 * UTC and count whole.
 */
export async function* exportLines(
  snapshot: Snapshot,
  { name, period, step }: ExportWish,
  key: LogKey,
  now: Date,
): AsyncGenerator<string> {
  switch (name) {
    case 'events.csv':
      for await (const cells of eventLines(snapshot, period)) yield csvLine(cells)
      return
    case 'orders.csv':
      for await (const cells of orderLines(snapshot, period)) yield csvLine(cells)
      return
    case 'events.jsonl':
      yield* logFile(snapshot, period, key, now)
      return
    case 'orders.jsonl':
      for await (const row of orderRows(snapshot, period)) {
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
      for (const line of await bookLines(snapshot, period, step)) yield csvLine(bookCells(line))
      return
    case 'books.jsonl':
      for (const line of await bookLines(snapshot, period, step)) yield jsonLine(bookLineView(line))
      return
    default:
      return name satisfies never
  }
}

const jsonLine = (value: unknown): string => `${JSON.stringify(value)}\n`

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
