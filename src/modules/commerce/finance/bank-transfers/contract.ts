import { z } from 'zod'
import { Day } from '#platform/contract/dates.ts'
import { endpoint } from '#platform/contract/endpoint.ts'
import { Amount, AmountText, answer, Done, Moment, priced } from '#platform/contract/wire.ts'
import { entryReasons, transferSources, unmatchedReasons } from '../../domain/transfer.ts'
import { entryOutcomes } from '../../payments/bank-transfers/contract-outcomes.ts'

const lists = { staff: ['finance', 'viewer'] } as const
const finance = { staff: ['finance'] } as const
const params = z.object({ id: z.uuid() })
const Reason = z.string().trim().min(3).max(200)
const Decimal = z.string().regex(/^\d{1,10}(\.\d{1,3})?$/, 'must be an amount such as 250.00')
/** Bytes; about ten times the statement of a busy month. */
export const statementLimit = 5_000_000

/** `unassigned`: at least a part of the transfer is unassigned. `mistaken`: recorded by mistake, which all other lists leave out. */
export const transferStates = ['unassigned', 'applied', 'returned', 'mistaken'] as const

const Transfer = priced(
  z.object({
    id: z.uuid(),
    source: z.enum(transferSources),
    bookedOn: Day,
    currency: z.string(),
    /** Recorded by mistake: it is in no sum, and nothing of it is unassigned. */
    mistaken: z.boolean(),
    /**
     * amount = applied + unassigned + returned. If the bank takes back a transfer of which a part had gone back before, that part is
     * negative: `applied` if an order refunded it, `unassigned` if no order had it.
     */
    amount: Amount,
    applied: Amount,
    unassigned: Amount,
    returned: Amount,
    /** The orders to which parts of it are applied; negative for an order that refunded what the bank then took back. */
    orders: z.array(z.object({ orderId: z.uuid(), amount: Amount })),
    /** Why money went back and when, newest first. */
    returns: z.array(z.object({ amount: Amount, reason: z.string(), at: Moment })),
    /** The import that recorded it, with how many transfers it recorded; null for money at Stripe. */
    imported: z.object({ id: z.uuid(), transfers: z.number().int() }).nullable(),
    /** The sender as on the statement; null for viewers, and once it is erased. */
    senderName: z.string().nullable(),
    senderAccount: z.string().nullable(),
    remittance: z.string().nullable(),
  }),
)
export type TransferView = z.output<typeof Transfer>

/** An entry of a statement that a person has to look at. */
const Unmatched = priced(
  z.object({
    key: z.string(),
    /** `reversal`: the bank took a payment to us back; `bounced`: a payment of ours came back. */
    kind: z.enum(['reversal', 'bounced']),
    reason: z.enum(unmatchedReasons),
    bookedOn: Day,
    currency: z.string(),
    amount: Amount,
    /** Null for viewers. */
    remittance: z.string().nullable(),
  }),
)
const EntryKey = z.string().regex(/^[0-9a-f]{64}$/, 'must be the key of an entry')

export const listTransfers = endpoint({
  method: 'GET',
  path: '/api/finance/transfers',
  summary:
    'Bank transfers, newest first: what is applied to orders, unassigned, and returned; found by sender, text, account, amount, order or document number, and day of booking',
  access: lists,
  query: z.object({
    q: z.string().trim().max(254).optional(),
    state: z.enum(transferStates).optional(),
    from: Day.optional(),
    to: Day.optional(),
    page: z.coerce.number().int().min(1).max(100_000).default(1),
    pageSize: z.coerce.number().int().min(1).max(100).default(25),
  }),
  response: answer({
    transfers: z.array(Transfer),
    total: z.number().int(),
    page: z.number().int(),
    pageSize: z.number().int(),
    /** Today in the time zone of the books. */
    today: Day,
    /** Open entries, regardless of page and state; at most 200. */
    unmatched: z.array(Unmatched),
    /** Of all matching transfers, by currency. */
    sums: z.array(
      z.object({
        currency: z.string(),
        transfers: z.number().int(),
        amount: AmountText,
        applied: AmountText,
        unassigned: AmountText,
        returned: AmountText,
      }),
    ),
  }),
})

const Answer = answer({ transfer: Transfer })

/** An open order that money is perhaps for, by what the sender wrote. */
const Proposal = priced(
  z.object({
    orderId: z.uuid(),
    invoiceNumber: z.string().nullable(),
    company: z.string().nullable(),
    /** What the order lacks. */
    open: Amount,
    by: z.enum(['invoice', 'purchase-order', 'company']),
  }),
)

export const transferProposals = endpoint({
  method: 'GET',
  path: '/api/finance/transfers/:id/proposals',
  summary: 'Open orders whose invoice, purchase order, or company with the open amount a transfer names',
  access: finance,
  params,
  response: answer({ proposals: z.array(Proposal) }),
})

export const voidTransfer = endpoint({
  method: 'POST',
  path: '/api/finance/transfers/:id/mistake',
  summary:
    'Record that a transfer was recorded by mistake, which takes it out of all sums, or that it was not',
  access: finance,
  params,
  body: z.strictObject({ mistaken: z.boolean(), reason: Reason }),
  response: Answer,
})

export const voidImport = endpoint({
  method: 'POST',
  path: '/api/finance/bank-statements/:id/mistake',
  summary:
    'Record that the import of a statement was a mistake: each of its transfers of which nothing is applied or returned leaves all sums',
  access: finance,
  params,
  body: z.strictObject({ reason: Reason }),
  /** How many were taken out, and how many stay because a part of them is used. */
  response: answer({ mistaken: z.number().int(), kept: z.number().int() }),
})

export const applyTransfer = endpoint({
  method: 'POST',
  path: '/api/finance/transfers/:id/apply',
  summary: 'Let an order take what it lacks of a transfer, or less',
  access: finance,
  params,
  body: z.strictObject({
    orderId: z.uuid(),
    /** When absent: the smaller of what the order lacks and what the transfer has. */
    amount: Decimal.optional(),
    /** Chosen by the caller; a repeat with the same id applies nothing more. */
    requestId: z.uuid(),
  }),
  response: Answer,
})

export const withdrawTransfer = endpoint({
  method: 'POST',
  path: '/api/finance/transfers/:id/withdraw',
  summary: 'Take a transfer away from an order that has it wrongly: the order is open again',
  access: finance,
  params,
  body: z.strictObject({ orderId: z.uuid(), reason: Reason }),
  response: Answer,
})

export const returnTransfer = endpoint({
  method: 'POST',
  path: '/api/finance/transfers/:id/return',
  summary:
    'Record that money of a transfer went back to its sender: what no order has; with an order, a refund of it with a credit note',
  access: finance,
  params,
  body: z.strictObject({
    amount: Decimal,
    /** The day on which the bank paid it back, not before the transfer's own and not in the future; today when absent. A repeat keeps the first. */
    returnedOn: Day.optional(),
    reason: Reason,
    /** The order from which the money is returned; absent for unassigned money. */
    orderId: z.uuid().optional(),
    /** Seats that end with it, as the refund of a card payment names them; needed for an organization's order, [] for none. */
    seatIds: z.array(z.uuid()).max(1_000).optional(),
    /** The ones of them that were claimed when the caller looked, as the refund of a card payment names them. */
    claimedSeatIds: z.array(z.uuid()).max(1_000).optional(),
    /** Chosen by the caller; a repeat with the same id returns nothing more. */
    requestId: z.uuid(),
  }),
  response: Answer,
})

export const reverseTransfer = endpoint({
  method: 'POST',
  path: '/api/finance/transfers/:id/reverse',
  summary: 'Say which transfer the bank took back: its orders are open again, and all of it is returned',
  access: finance,
  params,
  body: z.strictObject({ key: EntryKey }),
  response: Answer,
})

export const settleEntry = endpoint({
  method: 'POST',
  path: '/api/finance/bank-statements/settle',
  summary: 'Nothing more is to be recorded of an entry that a person had to look at',
  access: finance,
  body: z.strictObject({ key: EntryKey }),
  response: Done,
})

const Entry = priced(
  z.object({
    kind: z.enum(['incoming', 'reversal', 'bounced']),
    bookedOn: Day,
    currency: z.string(),
    amount: Amount,
    senderName: z.string().nullable(),
    remittance: z.string(),
    outcome: z.enum(entryOutcomes),
    /** Why money stays unassigned, or a reversal is left to a person. */
    reason: z.enum(entryReasons).nullable(),
    applied: z.array(z.object({ orderId: z.uuid(), amount: Amount })),
    /** The transfer that it is, or repeats; null for what is not recorded. */
    transferId: z.uuid().nullable(),
    /** Another transfer of this day and amount with a similar payer or text: perhaps the same payment. It is recorded all the same. */
    looksLike: z.uuid().nullable(),
    /** Of money that stays unassigned. */
    proposals: z.array(Proposal),
  }),
)

export const Statement = answer({
  /** By which all that was recorded can be taken back; null for a preview. */
  importId: z.uuid().nullable(),
  /** In the order of the file. */
  entries: z.array(Entry),
  /** Payments out, charges, and what is not booked yet. */
  others: z.number().int(),
  /** What of the file is not recorded because it cannot be read or is of another account; at most 200 of `unreadTotal`. */
  unread: z.array(z.object({ place: z.string(), message: z.string() })),
  unreadTotal: z.number().int(),
})

export const previewStatement = endpoint({
  method: 'POST',
  path: '/api/finance/bank-statements/preview',
  summary: 'What a bank statement (camt.053) would record; stores nothing',
  access: finance,
  bodyType: 'file',
  bodyLimit: statementLimit,
  response: Statement,
})

export const recordStatement = endpoint({
  method: 'POST',
  path: '/api/finance/bank-statements',
  summary:
    'Record a bank statement (camt.053): each entry once, applied to the orders that its reference names',
  access: finance,
  bodyType: 'file',
  bodyLimit: statementLimit,
  response: Statement,
})
