import type { Sql } from '#platform/database/sql.ts'
import { AppError } from '#platform/kernel/error.ts'
import { toDecimal } from '#platform/kernel/money.ts'
import { dayIn } from '#platform/kernel/time-zone.ts'
import { invoiceOfRow, numbered, numberedBy, printedNumber } from '../../domain/document-names.ts'
import type { IssuedNote } from '../../domain/events.ts'
import type { Printed } from '../../domain/printed.ts'
import { type BookDates, columnOf } from '../books/entry-queries.ts'
import type { BookKind } from '../books/movements.ts'
import { type Period, spanOf } from '../books/period.ts'
import { readDeferrals } from '../schedule/schedule.ts'
import { type AccountName, type Accounts, accountSettings } from './accounts.ts'

/** One movement; negative amounts have the accounts the other way round in the file. Minor units. */
interface Movement {
  id: string
  day: string
  text: string
  document: string | null
  orderId: string | null
  debit: AccountName
  credit: AccountName
  amount: number
  currency: string
  tax?: { label: string; percent: string } | undefined
}

const inOrder = new Intl.Collator('en', { numeric: true }).compare

interface Request {
  period: Period
  dates: BookDates
  timeZone: string
  accounts: Accounts
}

export const journalColumns = [
  ...['id', 'text', 'document', 'order_id', 'debit', 'credit', 'amount', 'currency', 'tax', 'tax_rate'],
]

/**
 * The journal of a period by day: each movement of money, document and earned week once, under an id that it always has. Weeks are
 * earned up to yesterday.
 * @throws AppError conflict `ACCOUNT_MISSING` that names the first movement whose account is empty
 */
export async function journalLines(sql: Sql, request: Request, now: Date): Promise<(string | null)[][]> {
  const moved = await Promise.all([
    moneyOf(sql, request),
    documentsOf(sql, request),
    weeksOf(sql, request, now),
    payoutsOf(sql, request),
  ])
  const movements = moved.flat().filter(({ amount }) => amount !== 0)
  movements.sort((a, b) => inOrder(`${a.day} ${a.id}`, `${b.day} ${b.id}`))
  return movements.map((movement) => cellsOf(movement, request.accounts))
}

function cellsOf(movement: Movement, accounts: Accounts): (string | null)[] {
  const { id, day, text, document, orderId, amount, currency, tax } = movement
  const named = ([movement.debit, movement.credit] as const).map((name) => {
    if (accounts[name] !== '') return accounts[name]
    const { title } = accountSettings.schema.shape[name].meta() ?? {}
    const what = `${text} of ${day}${document === null ? '' : ` (${document})`}, ${toDecimal(amount, currency)} ${currency.toUpperCase()}`
    throw new AppError('conflict', 'ACCOUNT_MISSING', `“${title}” has no account, which this needs: ${what}.`)
  })
  const [debit = '', credit = ''] = amount < 0 ? named.toReversed() : named
  const size = toDecimal(Math.abs(amount), currency)
  const cells = [day, id, text, document, orderId, debit, credit, size, currency]
  return [...cells, tax?.label ?? null, tax?.percent ?? null]
}

type Side = AccountName | 'cash'
const sides: Record<BookKind | 'assigned', [text: string, debit: Side, credit: Side]> = {
  received: ['Payment received', 'cash', 'receivables'],
  refunded: ['Refund paid', 'credits', 'cash'],
  disputed: ['Payment disputed', 'disputes', 'cash'],
  fees: ['Stripe fee', 'fees', 'cash'],
  unassigned: ['Unassigned payment', 'cash', 'unassigned'],
  assigned: ['Payment assigned', 'unassigned', 'receivables'],
}

const within = (column: string): string =>
  `($1::timestamptz is null or ${column} >= $1) and ($2::timestamptz is null or ${column} < $2)`

interface Moved extends Record<'position' | 'n' | 'amount' | 'currency', string> {
  kind: BookKind
  pair: boolean
  at: Date
  orderId: string | null
  source: string | null
  invoiceNumber: number | null
  invoiceYear: number | null
}

/** The entries of the books. Money that an order takes from the unassigned is two entries there, and one movement here. */
async function moneyOf(sql: Sql, { period, dates, timeZone }: Request): Promise<Movement[]> {
  const { from = null, to = null } = spanOf(period, timeZone)
  const rows = await sql.query<Moved>(
    `select b.position, b.kind, b.n, b.amount_minor as amount, b.currency, b.${columnOf(dates)} as at, b.order_id as "orderId",
       b.pair, t.data->>'source' as source, o.invoice_number as "invoiceNumber", o.invoice_year as "invoiceYear"
     from (select *, row_number() over (partition by position, kind order by currency, booked_at) as n,
         kind in ('received', 'unassigned') and count(*) filter (where kind in ('received', 'unassigned')) over same = 2
           and sum(amount_minor) filter (where kind in ('received', 'unassigned')) over same = 0 as pair
       from commerce_book_entry window same as (partition by position, currency, booked_at)) b
     join es.events e on e.position = b.position left join commerce_order o on o.id = b.order_id
     left join es.events t on t.version = 1 and t.stream_id =
       case when e.stream_id like 'transfer-%' then e.stream_id else 'transfer-' || (e.data->>'transferId') end
     where ${within(`b.${columnOf(dates)}`)} and not (b.pair and b.kind = 'unassigned')`,
    [from, to],
  )
  return rows.map(({ position, n, at, source, ...row }) => {
    const kind = row.pair ? 'assigned' : row.kind
    const cash = source === null || source === 'stripe' ? 'stripe' : 'bank'
    const [text, debit, credit] = sides[kind]
    return {
      ...{ id: `${position}-${kind}-${n}`, day: dayIn(timeZone, at), text, document: invoiceOfRow(row) },
      ...{ orderId: row.orderId, amount: Number(row.amount), currency: row.currency },
      ...{ debit: debit === 'cash' ? cash : debit, credit: credit === 'cash' ? cash : credit },
    }
  })
}

interface Issued extends Record<'position' | 'type' | 'orderId' | 'currency' | 'total', string> {
  at: Date
  data: IssuedNote & { printed: Printed | null; disputeId: string }
}

/** Documents, surplus that went back, and disputes that were lost. */
async function documentsOf(sql: Sql, { period, timeZone }: Request): Promise<Movement[]> {
  const { from = null, to = null } = spanOf(period, timeZone)
  const rows = await sql.query<Issued>(
    `select e.position, e.type, e.occurred_at as at, o.id as "orderId", o.currency, o.total_minor as total, e.data
     from es.events e join commerce_order o on e.stream_id = 'order-' || o.id where ${within('e.occurred_at')}
       and (e.type in ('InvoiceIssued', 'CreditNoteIssued', 'DebitNoteIssued', 'SurplusReturned')
         or e.type = 'DisputeObserved' and e.data->>'state' = 'lost' and not exists (select from es.events f
           where f.stream_id = e.stream_id and f.type = e.type and f.position < e.position
             and f.data->>'state' = 'lost' and f.data->>'disputeId' = e.data->>'disputeId'))`,
    [from, to],
  )
  return rows.flatMap((row) => partsOf(row, dayIn(timeZone, row.at)))
}

function partsOf({ position, type, orderId, total, data, ...row }: Issued, day: string): Movement[] {
  const kind = numberedBy[type]
  const document = kind === undefined ? null : printedNumber(kind, data)
  const currency = data.currency ?? row.currency
  const amount = data.amount ?? Number(total)
  const one = (
    what: string,
    ...rest: [string, AccountName, AccountName, number, Movement['tax']?]
  ): Movement => {
    const [text, debit, credit, amount, tax] = rest
    return { id: `${position}-${what}`, day, text, document, orderId, debit, credit, amount, currency, tax }
  }
  if (type === 'SurplusReturned')
    return [one('surplus', 'Surplus returned', 'receivables', 'credits', amount)]
  if (kind === undefined) return [one('lost', 'Dispute lost', 'writeOffs', 'disputes', amount)]
  const sign = kind === 'credit-note' ? -1 : 1
  // A note without a refund takes back what is owed; any other is owed to the buyer until it is paid out.
  const isOwed = kind === 'invoice' || /^(?:cancellation|correction)-/.test(data.refundId)
  const side = isOwed ? 'receivables' : 'credits'
  const { net, taxLines } = data.printed ?? { net: amount, taxLines: [] }
  const { title } = numbered[kind]
  return [
    one('net', title, side, 'deferred', sign * net, taxLines[0]),
    ...taxLines.map((tax, at) => one(`tax-${at + 1}`, `${title}, tax`, side, 'tax', sign * tax.amount, tax)),
  ]
}

/** Payouts that arrived, on the day that Stripe names; one that failed has moved nothing. */
async function payoutsOf(sql: Sql, { period }: Request): Promise<Movement[]> {
  const { from = null, to = null } = spanOf(period, 'UTC')
  const rows = await sql.query<{ id: string; amount: string; currency: string; at: Date }>(
    `select id, amount_minor as amount, currency, arrives_at as at from commerce_payout
     where status = 'paid' and ${within('arrives_at')}`,
    [from, to],
  )
  return rows.map(({ id, amount, currency, at }) => ({
    ...{ id, day: dayIn('UTC', at), text: 'Payout', document: null, orderId: null, currency },
    ...{ debit: 'bank', credit: 'stripe', amount: Number(amount) },
  }))
}

/** What the weeks of the period earn, one movement a day and order, under the position of its first invoice. */
async function weeksOf(sql: Sql, { period, timeZone }: Request, now: Date): Promise<Movement[]> {
  const { from, to } = spanOf(period, timeZone)
  const [first, end] = [
    from === undefined ? '' : dayIn(timeZone, from),
    dayIn(timeZone, to !== undefined && to < now ? to : now),
  ]
  const earned = new Map<string, Movement>()
  await readDeferrals(sql, timeZone, ({ kind, day, position, orderId, currency, amount }) => {
    if (kind !== 'recognized' || day < first || day >= end) return
    const id = `${position}-earned-${day}`
    const known = earned.get(id)?.amount ?? 0
    const one = { id, day, text: 'Income earned', document: null, orderId, currency }
    earned.set(id, { ...one, debit: 'deferred', credit: 'income', amount: known + amount })
  })
  return [...earned.values()]
}
