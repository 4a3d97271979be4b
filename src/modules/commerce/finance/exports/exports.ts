import { z } from 'zod'
import type { Snapshot } from '#platform/database/snapshot.ts'
import { csvHead, csvLine } from '#platform/export/csv.ts'
import { toDecimal } from '#platform/kernel/money.ts'
import { dayIn } from '#platform/kernel/time-zone.ts'
import { type NumberedKind, printedNumber } from '../../domain/document-names.ts'
import { documentTables } from '../../invoices/tables.ts'
import { type BookLine, bookLines, bookLineView } from '../books/book-lines.ts'
import { BookLine as BookLineAnswer } from '../books/contract.ts'
import type { BookDates } from '../books/entry-queries.ts'
import { type Period, type Step, spanOf } from '../books/period.ts'
import type { Accounts } from '../journal/accounts.ts'
import { journalColumns, journalLines } from '../journal/journal.ts'
import { logFile } from '../log/log-file.ts'
import type { LogKey } from '../log/log-key.ts'
import { payoutLines } from '../payouts/payout-lines.ts'
import { TaxFigure } from '../register/contract-tax.ts'
import { type RegisterRow, registered, rowsOf } from '../register/document-register.ts'
import { taxFiguresOf } from '../register/tax-figures.ts'
import { ScheduleLine } from '../schedule/contract.ts'
import { scheduleLines } from '../schedule/schedule.ts'
import { FinanceOrder } from '../search/contract.ts'
import { financeOrderView } from '../search/views.ts'
import { dueDatesOf, eventLines, orderLines, orderRows } from './finance-csv.ts'

export const exportNames = [
  'events.csv',
  'events.jsonl',
  'orders.csv',
  'orders.jsonl',
  'books.csv',
  'books.jsonl',
  'documents.csv',
  'tax.csv',
  'schedule.csv',
  'payouts.csv',
  'journal.csv',
] as const
export type ExportName = (typeof exportNames)[number]

export const isCsv = (name: ExportName): boolean => name.endsWith('.csv')

export interface ExportRequest {
  name: ExportName
  period: Period
  /** Options of the files of the books; other files ignore them. */
  step: Step
  dates: BookDates
  /** The filter of the register of documents. */
  kind?: NumberedKind | undefined
  /** Time zone of the books, in which days begin. */
  timeZone: string
  /** Of the journal. */
  accounts: Accounts
}

/** A request without what the settings say. */
export type AskedExport = Omit<ExportRequest, 'timeZone' | 'accounts'>

const dateNames: Record<BookDates, string> = { stripe: 'date at Stripe', recorded: 'date of recording' }
const bookColumns = [
  'currency',
  'received',
  'refunded',
  'disputed',
  'fees',
  'unassigned',
  'net',
  'late_entries',
]

/**
 * The lines of a file with their line breaks, read in one snapshot; memory is constant. Days are whole days in the time
 * zone of the books; for documents in UTC, as documents are dated.
 */
export async function* exportLines(
  snapshot: Snapshot,
  request: ExportRequest,
  key: LogKey,
  now: Date,
): AsyncGenerator<string> {
  const { name, dates, timeZone } = request
  const span = spanOf(request.period, timeZone)
  switch (name) {
    case 'events.csv':
      yield* csvFile(eventLines(snapshot, span))
      return
    case 'orders.csv':
      yield* csvFile(orderLines(snapshot, span))
      return
    case 'events.jsonl':
      yield* logFile(snapshot, span, key, now)
      return
    case 'orders.jsonl':
      for await (const row of orderRows(snapshot, span)) {
        const view = z.encode(FinanceOrder, financeOrderView(row, null, null))
        const { email: _, buyerName: _name, company: _company, ...order } = view
        yield jsonLine(order)
      }
      return
    case 'books.csv':
      yield csvHead([`period (${timeZone}; ${dateNames[dates]})`, ...bookColumns])
      for (const line of await bookLines(snapshot, request)) yield csvLine(bookCells(line))
      return
    case 'books.jsonl':
      for (const line of await bookLines(snapshot, request))
        yield jsonLine({ ...textOf(line), timeZone, dates })
      return
    case 'documents.csv':
      yield* csvFile(documentLines(snapshot, request))
      return
    case 'journal.csv':
      yield csvHead([`date (${timeZone}; ${dateNames[dates]})`, ...journalColumns])
      for (const line of await journalLines(snapshot, request, now)) yield csvLine(line)
      return
    case 'schedule.csv': {
      const month = dayIn(timeZone, now).slice(0, 7)
      yield csvHead([`month (${timeZone})`, ...scheduleColumns])
      for (const line of (await scheduleLines(snapshot, timeZone)).filter(within(request.period))) {
        const cells = Object.values(z.encode(ScheduleLine, line))
        yield csvLine([...cells, line.period < month ? 'final' : 'planned'])
      }
      return
    }
    case 'payouts.csv':
      yield* csvFile(payoutLines(snapshot, span))
      return
    case 'tax.csv':
      yield csvHead(taxColumns)
      for (const line of await taxFiguresOf(snapshot, spanOf(request.period, 'UTC'))) {
        const said = z.encode(TaxFigure, line)
        yield csvLine(taxColumns.map((column) => said[column]))
      }
      return
    default:
      return name satisfies never
  }
}

async function* csvFile(lines: AsyncIterable<readonly (string | number | null)[]>): AsyncGenerator<string> {
  let isHead = true
  for await (const cells of lines) {
    yield isHead ? csvHead(cells) : csvLine(cells)
    isHead = false
  }
}

const jsonLine = (value: unknown): string => `${JSON.stringify(value)}\n`

/** A line of the books with decimal strings. */
const textOf = (line: BookLine) => z.encode(BookLineAnswer, bookLineView(line))

function bookCells(line: BookLine): (string | number)[] {
  const { period, currency, received, refunded, disputed, fees, unassigned, net, lateEntries } = textOf(line)
  return [period, currency, received, refunded, disputed, fees, unassigned, net, lateEntries]
}

const scheduleColumns = [
  ...['currency', 'opening', 'invoiced', 'credited', 'recognized', 'closing', 'without_date', 'state'],
]
/** Whole months: those of the first and the last day of a period. */
const within =
  ({ from = '', to = '9999' }: Period) =>
  ({ period }: { period: string }): boolean =>
    period >= from.slice(0, 7) && period <= to.slice(0, 7)

const taxColumns = [
  ...(['month', 'country', 'buyers', 'treatment', 'percent', 'currency', 'documents'] as const),
  ...(['net', 'tax', 'gross', 'credited', 'refunded'] as const),
]

const columns = [
  'number',
  'date (UTC)',
  'kind',
  'customer',
  'company',
  'order_id',
  'currency',
  'net',
  'tax',
  'total',
  'seats',
  'organization_id',
  'due (UTC)',
]

/** The register of documents, newest first; amounts of a credit note are negative. */
async function* documentLines(
  snapshot: Snapshot,
  { period, kind }: { period: Period; kind?: NumberedKind | undefined },
): AsyncGenerator<readonly (string | number | null)[]> {
  yield columns
  const { sql, parameters } = rowsOf(undefined, { kind, ...spanOf(period, 'UTC') }).compile()
  for await (const page of snapshot.pages<RegisterRow>(sql, parameters)) {
    const ids = page.map(({ order_id }) => order_id)
    const [orders, dues] = await Promise.all([ordersOf(snapshot, ids), dueDatesOf(snapshot, ids)])
    for (const document of page.map(registered)) {
      const order = orders.get(document.orderId)
      const due = document.kind === 'invoice' ? dues.get(document.orderId) : undefined
      const { currency, net, tax, total, buyer } = document
      yield [
        printedNumber(document.kind, document),
        document.issuedAt.toISOString().slice(0, 10),
        document.kind,
        buyer?.name ?? null,
        buyer?.company ?? null,
        document.orderId,
        currency,
        net === null ? null : toDecimal(net, currency),
        tax === null ? null : toDecimal(tax, currency),
        toDecimal(total, currency),
        order?.seats ?? null,
        order?.organization_id ?? null,
        due?.slice(0, 10) ?? null,
      ]
    }
  }
}

/** The number of seats that an order bought, and its organization. */
async function ordersOf(snapshot: Snapshot, ids: readonly string[]) {
  const rows = await documentTables(snapshot)
    .selectFrom('commerce_order')
    .select(['id', 'seats', 'organization_id'])
    .where(({ eb, fn, val }) => eb('id', '=', fn.any(val(ids))))
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}
