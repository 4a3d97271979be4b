import { z } from 'zod'
import { DayOrMoment } from '#platform/contract/dates.ts'
import { endpoint } from '#platform/contract/endpoint.ts'
import { Amount } from './contract.ts'
import { InboxEvent } from './contract-inbox.ts'
import { OrderMail } from './contract-mails.ts'

const success = z.literal(true)
const Moment = z.iso.datetime()
const lists = { staff: ['finance', 'viewer'] } as const
const finance = { staff: ['finance'] } as const
const orderParams = z.object({ id: z.uuid() })
const period = { from: DayOrMoment.optional(), to: DayOrMoment.optional() }
const Kind = z.enum(['received', 'refunded', 'disputed', 'fees', 'unassigned'])

/** The date that decides the day of an entry: when Stripe moved the money, or when the event was recorded. */
export const BookDates = z.enum(['stripe', 'recorded'])

export const BookLine = z.object({
  /** `2026-11-21` or `2026-11`. */
  period: z.string(),
  currency: z.string(),
  received: Amount,
  refunded: Amount,
  disputed: Amount,
  fees: Amount,
  /** Money that no order asked for, less what of it went back. */
  unassigned: Amount,
  net: Amount,
  /** Entries that were recorded when the period was over already; 0 by the date of recording. */
  lateEntries: z.number().int(),
})
export type BookLine = z.infer<typeof BookLine>

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
  response: z.object({
    success,
    /** IANA name, such as Europe/Berlin. */
    timeZone: z.string(),
    dates: BookDates,
    /** The last event that is booked. */
    position: z.number().int(),
    /** Why fees are not collected; null while they are. */
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
  response: z.object({
    success,
    timeZone: z.string(),
    entries: z.array(
      z.object({
        position: z.number().int(),
        version: z.number().int(),
        type: z.string(),
        kind: Kind,
        amount: Amount,
        currency: z.string(),
        orderId: z.uuid(),
        /** When Stripe moved the money; the date of recording when the event does not tell it. */
        bookedAt: Moment,
        recordedAt: Moment,
        /** Recorded after the day of `bookedAt`. */
        late: z.boolean(),
      }),
    ),
    /** Of everything that matches, not of this page only. */
    sums: z.array(z.object({ currency: z.string(), amount: Amount })),
    total: z.number().int(),
    /** The `after` of the next page; null on the last. */
    next: z.number().int().nullable(),
  }),
})

export const collectFees = endpoint({
  method: 'POST',
  path: '/api/finance/books/fees',
  summary: 'Record the fees of the provider now instead of within the hour',
  access: finance,
  /** How many were new. */
  response: z.object({ success, recorded: z.number().int() }),
})

/** One thing that the check looked at. */
const CheckedPart = z.object({
  name: z.enum(['chain', 'orders', 'numbers', 'books', 'heads', 'audit', 'documents']),
  /** Events, orders, numbers of documents, entries of the books, signed heads, entries of the audit, stored documents. */
  checked: z.number().int(),
  /** How many faults there are; `faults` has the first of them in words. */
  count: z.number().int(),
  faults: z.array(z.string()),
})

export const financeIntegrity = endpoint({
  method: 'GET',
  path: '/api/finance/integrity',
  summary:
    'Verify the chain of events and all that is kept beside it; a check that runs already is joined. `head`: a mailed line to look for',
  access: finance,
  query: z.object({ head: z.string().trim().max(400).optional() }),
  response: z.object({
    success,
    ok: z.boolean(),
    events: z.number().int(),
    head: z.object({ position: z.number().int(), hash: z.string() }),
    firstBreak: z.object({ position: z.number().int(), reason: z.string() }).nullable(),
    parts: z.array(CheckedPart),
    keptHead: z
      .object({
        position: z.number().int(),
        found: z.enum(['here', 'restored', 'rewritten', 'gone']),
        words: z.string(),
      })
      .nullable(),
    restores: z.array(
      z.object({
        position: z.number().int(),
        recordedAt: Moment,
        /** The last event of the backup. */
        lastPosition: z.number().int(),
        by: z.string(),
        reason: z.string(),
      }),
    ),
  }),
})

export const integrityProgress = endpoint({
  method: 'GET',
  path: '/api/finance/integrity/progress',
  summary: 'How far the running check is; null while none runs',
  access: finance,
  response: z.object({
    success,
    progress: z.object({ done: z.number().int(), total: z.number().int() }).nullable(),
  }),
})

export const signedHeads = endpoint({
  method: 'GET',
  path: '/api/finance/signed-heads',
  summary: 'Heads of the log that were signed and sent away, newest first',
  access: lists,
  response: z.object({
    success,
    publicKey: z.string(),
    /** Of heads that were signed under earlier secrets which are still given, newest first. */
    earlierKeys: z.array(z.string()),
    heads: z.array(
      z.object({ position: z.number().int(), hash: z.string(), signedAt: Moment, line: z.string() }),
    ),
  }),
})

export const signHead = endpoint({
  method: 'POST',
  path: '/api/finance/signed-heads',
  summary: 'Verify the log now, sign its head and send it away',
  access: finance,
  response: z.object({
    success,
    ok: z.boolean(),
    reason: z.string().nullable(),
    line: z.string().nullable(),
  }),
})

const Reading = z.object({
  orderId: z.uuid().nullable(),
  username: z.string(),
  what: z.string(),
  readAt: Moment,
})

export const orderEvidence = endpoint({
  method: 'GET',
  path: '/api/finance/orders/:id/evidence',
  summary: 'Documents, mails, webhooks and requests around an order',
  access: finance,
  params: orderParams,
  response: z.object({
    success,
    papers: z.array(z.object({ kind: z.string(), number: z.string(), path: z.string() })),
    /** Every mail that the order owed its buyer, oldest first. */
    mails: z.array(OrderMail),
    webhooks: z.array(InboxEvent),
    requests: z.array(
      z.object({
        requestId: z.string(),
        actor: z.string(),
        at: Moment,
        versions: z.array(z.number().int()),
      }),
    ),
  }),
})

export const orderPaper = endpoint({
  method: 'GET',
  path: '/api/finance/orders/:id/papers/:kind',
  summary: 'An invoice, receipt, credit note or debit note as PDF',
  access: finance,
  params: orderParams.extend({ kind: z.enum(['invoice', 'receipt', 'credit-note', 'debit-note']) }),
  query: z.object({ refundId: z.string().max(255).optional() }),
  response: 'stream',
})

export const orderReadings = endpoint({
  method: 'GET',
  path: '/api/finance/readings',
  summary: 'Who looked at whose order, and when; of one order when it is given',
  access: { staff: ['owner'] },
  query: z.object({
    orderId: z.uuid().optional(),
    limit: z.coerce.number().int().min(1).max(500).default(100),
  }),
  response: z.object({ success, readings: z.array(Reading) }),
})
