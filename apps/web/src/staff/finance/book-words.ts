import type {
  BookEventType,
  financeBookEntries,
  financeBooks,
} from '#modules/commerce/finance/books/contract.ts'
import type { AnswerOf } from '../../lib/call.ts'
import { ledgerDay } from './moments.ts'

export type Books = AnswerOf<typeof financeBooks>
export type BookLine = Books['lines'][number]
export type BookEntry = AnswerOf<typeof financeBookEntries>['entries'][number]
type BookKind = BookEntry['kind']
export type BookDates = Books['dates']

export const bookKinds: readonly BookKind[] = ['received', 'refunded', 'disputed', 'fees', 'unassigned']

/** Days, `2026-11-21`; '' for no limit. */
export interface Period {
  from: string
  to: string
}

/** A figure of the books, whose events can be listed. */
export interface Figure extends Period {
  kind: BookKind
  currency: string
}

/** A period as part of a query. */
export const queryOf = ({ from, to }: Period) => ({ from: from || undefined, to: to || undefined })

const labels: Record<BookKind | 'net', string> = {
  received: 'Received',
  refunded: 'Refunded',
  disputed: 'Disputed',
  fees: 'Fees of orders',
  unassigned: 'Unassigned',
  net: 'Net',
}

export const kindLabel = (kind: BookKind | 'net'): string => labels[kind]

const datesWords: Record<BookDates, { label: string; help: string }> = {
  stripe: {
    label: 'By Stripe date',
    help: 'Amounts are booked on the date of the transaction at Stripe or the bank. A past period changes only when events are recorded late; it then shows how many.',
  },
  recorded: {
    label: 'By recording date',
    help: 'Amounts are booked on the date on which their event was recorded, so a past period never changes.',
  },
}
export const datesLabel = (dates: BookDates): string => datesWords[dates].label
export const datesHelp = (dates: BookDates): string => datesWords[dates].help

/** "2 recorded late": events that were recorded after their period had ended. */
export const lateWords = (count: number): string => (count === 0 ? '' : `${count} recorded late`)

/** What the unassigned figure means, and how finance clears it. */
export const unassignedHelp =
  'Unassigned is money that was received and does not count as payment of any order: bank transfers that are not applied to an order, and payments that do not match their order (a different amount, a different currency, or the id of another order). To clear it, open its events: apply or return the transfer there, or open the order and refund the payment there.'

/** What no figure of the books contains. */
export const leftOutHelp =
  'The books leave out Stripe’s fees that are not for an order, such as monthly charges, and payments at Stripe that no order knows: these are listed in Reconciliation until they are settled.'

const month = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** "Nov 21, 2026" or "November 2026". */
export const periodLabel = (period: string): string =>
  period.length === 7 ? month.format(new Date(`${period}-01T00:00:00Z`)) : ledgerDay(`${period}T00:00:00Z`)

/** The month of now in a time zone, `2026-11`. */
export const monthIn = (timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit' }).format(new Date())

/** The first day of the last twelve months, of which the current month is the last. */
export function firstOfTwelveMonths(): string {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 11, 1)).toISOString().slice(0, 10)
}

/** The days of a line, limited to the requested period. Both ends are inclusive. */
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

/** Every type of event that a stream with money has. */
const typeWords: Record<BookEventType, string> = {
  OrderPlaced: 'Order placed',
  DueSet: 'Due date set',
  InvoiceRequested: 'Invoice requested',
  PaymentRequested: 'Payment requested',
  PaymentIntentCreated: 'Payment opened at Stripe',
  PaymentIntentObserved: 'Payment reported by Stripe',
  RefundRequested: 'Refund requested',
  RefundRefused: 'Refund refused by Stripe',
  RefundObserved: 'Refund reported by Stripe',
  DisputeObserved: 'Dispute reported by Stripe',
  ProviderFeeObserved: 'Fee charged by Stripe',
  TransferObserved: 'Bank transfer received',
  TransferApplied: 'Bank transfer applied to an order',
  TransferWithdrawn: 'Bank transfer removed from its order',
  TransferRefunded: 'Bank transfer refunded',
  TransferReturned: 'Bank transfer returned',
  TransferVoided: 'Bank transfer recorded by mistake',
  TransferReinstated: 'Bank transfer not recorded by mistake',
  AccessReleased: 'Access granted',
  InvoiceIssued: 'Invoice issued',
  CreditNoteIssued: 'Credit note issued',
  DebitNoteIssued: 'Debit note issued',
  SurplusReturned: 'Surplus returned',
  InvoiceReplaced: 'Invoice corrected',
  OrderFlagged: 'Order flagged',
  OrderCancelled: 'Order cancelled',
  EarlyStartAgreed: 'Early start agreed',
  NoteAdded: 'Remark',
}

/** The label of an event type that changes a figure; the type of a newer release is shown by its name. */
export const eventTypeWords = (type: string): string =>
  Object.hasOwn(typeWords, type) ? typeWords[type as keyof typeof typeWords] : type
