import { z } from 'zod'
import { Day, DayOrMoment } from '#platform/contract/dates.ts'
import { endpoint } from '#platform/contract/endpoint.ts'
import { Amount, answer, Moment, priced } from '#platform/contract/wire.ts'
import type { OrderEventType } from '../../domain/events.ts'
import { touchSides } from '../../domain/touches.ts'
import type { TransferEvent } from '../../domain/transfer.ts'

export type { OrderEventType }
/** The types of the events that move money in the books. */
export type BookEventType = OrderEventType | TransferEvent['type'] | 'ProviderFeeObserved'

const lists = { staff: ['finance', 'viewer'] } as const
const finance = { staff: ['finance'] } as const
const period = { from: DayOrMoment.optional(), to: DayOrMoment.optional() }
const Kind = z.enum(['received', 'refunded', 'disputed', 'fees', 'unassigned'])

/** The date that decides the day of an entry: when Stripe moved the money, or when the event was recorded. */
export const BookDates = z.enum(['stripe', 'recorded'])

export const BookLine = priced(
  z.object({
    /** `2026-11-21` or `2026-11`. */
    period: z.string(),
    currency: z.string(),
    received: Amount,
    refunded: Amount,
    disputed: Amount,
    /** Fees of Stripe for payments and disputes of orders; its other fees are not in the books. */
    fees: Amount,
    /** Money received that counts for no order (payments that no order asked for, transfers that are not applied), less the part that was returned. */
    unassigned: Amount,
    net: Amount,
    /** Entries that were recorded after the end of the period; always 0 by the date of recording. */
    lateEntries: z.number().int(),
  }),
)
export type BookLine = z.output<typeof BookLine>

export const financeBooks = endpoint({
  method: 'GET',
  path: '/api/finance/books',
  summary:
    'Received, refunded, disputed, fees and net per day or month of the time zone of the books, from the event log',
  access: lists,
  query: z.object({
    ...period,
    by: z.enum(['day', 'month']).default('month'),
    dates: BookDates.default('stripe'),
  }),
  response: answer({
    /** IANA name, such as Europe/Berlin. */
    timeZone: z.string(),
    dates: BookDates,
    /** Position of the last event that is booked. */
    position: z.number().int(),
    /** Why fees are not collected; null while they are collected. */
    feesTrouble: z.string().nullable(),
    lines: z.array(BookLine),
    sums: z.array(BookLine),
  }),
})

export const financeBookEntries = endpoint({
  method: 'GET',
  path: '/api/finance/books/entries',
  summary: 'The events that add up to a figure of the books',
  access: lists,
  query: z.object({
    ...period,
    kind: Kind.optional(),
    dates: BookDates.default('stripe'),
    currency: z
      .string()
      .regex(/^[a-z]{3}$/, 'must be a currency such as usd')
      .optional(),
    orderId: z.uuid().optional(),
    after: z.coerce.number().int().min(0).default(0),
    limit: z.coerce.number().int().min(1).max(500).default(100),
  }),
  response: answer({
    timeZone: z.string(),
    entries: z.array(
      priced(
        z.object({
          position: z.number().int(),
          version: z.number().int(),
          type: z.string(),
          kind: Kind,
          amount: Amount,
          currency: z.string(),
          /** Null for what a bank transfer moves beside any order. */
          orderId: z.uuid().nullable(),
          /** The bank transfer whose own event it is. */
          transferId: z.uuid().nullable(),
          /** When Stripe or the bank moved the money; the date of recording when the event has no such date. */
          bookedAt: Moment,
          recordedAt: Moment,
          /** Whether the entry was recorded after the day of `bookedAt`. */
          late: z.boolean(),
        }),
      ),
    ),
    /** Of all matching entries, not only of this page. */
    sums: z.array(priced(z.object({ currency: z.string(), amount: Amount }))),
    total: z.number().int(),
    /** The `after` of the next page; null on the last page. */
    next: z.number().int().nullable(),
  }),
})

export const collectFees = endpoint({
  method: 'POST',
  path: '/api/finance/books/fees',
  summary: 'Record the fees of the provider now instead of within the hour',
  access: finance,
  /** How many fees were new. */
  response: answer({ recorded: z.number().int() }),
})

const bySource = z.object({
  from: Day.optional(),
  to: Day.optional(),
  /** The touch that decides the source. */
  touch: z.enum(touchSides).default('first'),
})
export type SourcesQuery = z.output<typeof bySource>

const SourceLine = priced(
  z.object({
    source: z.string(),
    currency: z.string(),
    /** Leads have no currency: the same in each. */
    leads: z.number().int(),
    /** Placed in the period, paid or not. */
    orders: z.number().int(),
    received: Amount,
    refunded: Amount,
    /** Unassigned, less disputed and fees. */
    other: Amount,
    net: Amount,
  }),
)
export type SourceLine = z.output<typeof SourceLine>

export const financeSources = endpoint({
  method: 'GET',
  path: '/api/finance/sources',
  summary: 'Leads, orders and the money of the books by source; the sums are those of the books, to the cent',
  access: { staff: ['editor', 'finance', 'viewer'] },
  query: bySource,
  response: answer({ timeZone: z.string(), lines: z.array(SourceLine), sums: z.array(SourceLine) }),
})

export const financeSourcesFile = endpoint({
  ...{ method: 'GET', path: '/api/finance/sources.csv', summary: 'The same as CSV, safe for spreadsheets' },
  access: financeSources.access,
  query: bySource,
  response: 'stream',
})
