import { z } from 'zod'
import { DayOrMoment, MomentText } from '#platform/contract/dates.ts'
import { endpoint } from '#platform/contract/endpoint.ts'
import { Amount, answer, Moment, priced } from '#platform/contract/wire.ts'
import { OrderFields } from '../../contract.ts'
import { orderStatuses } from '../../domain/status.ts'

const orderParams = z.object({ id: z.string().max(64) })
const lists = { staff: ['finance', 'viewer'] } as const
const finance = { staff: ['finance'] } as const
const page = {
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(100).default(25),
}

export const FinanceOrder = priced(
  z.object({
    id: z.uuid(),
    status: z.enum(orderStatuses),
    version: z.number().int(),
    totalAmount: Amount,
    receivedAmount: Amount,
    /** All refunds, succeeded or pending, returned surplus included. */
    refundedAmount: Amount,
    /** The part of the refunds that returned surplus; it has no credit note. */
    surplusReturnedAmount: Amount,
    currency: z.string(),
    programName: z.string(),
    buyerId: z.string(),
    /** E-mail of the account, name and company as on the invoice. Null for viewers, and once the buyer is erased. */
    email: z.string().nullable(),
    buyerName: z.string().nullable(),
    company: z.string().nullable(),
    intentIds: z.array(z.string()),
    flags: z.array(z.string()),
    disputed: z.boolean(),
    invoiceNumber: z.string().nullable(),
    createdAt: Moment,
    updatedAt: Moment,
  }),
)
export type FinanceOrder = z.output<typeof FinanceOrder>

const OrderSums = priced(
  z.object({
    currency: z.string(),
    orders: z.number().int(),
    totalAmount: Amount,
    receivedAmount: Amount,
    refundedAmount: Amount,
  }),
)
export type OrderSums = z.output<typeof OrderSums>

export const financeOrders = endpoint({
  method: 'GET',
  path: '/api/finance/orders',
  summary:
    'Search orders by id, payment intent, reference of a bank transfer, number of a document or quote, amount, coupon, end of the card, buyer, status and date',
  access: lists,
  query: z.object({
    q: z.string().trim().max(254).optional(),
    status: z.enum(orderStatuses).optional(),
    flagged: z.enum(['true', 'false']).optional(),
    disputed: z.enum(['true', 'false']).optional(),
    /** Those whose buyers have requested a refund. */
    refund: z.literal('requested').optional(),
    from: DayOrMoment.optional(),
    to: DayOrMoment.optional(),
    sort: z.enum(['placed', 'changed', 'total', 'received', 'refunded']).default('placed'),
    direction: z.enum(['asc', 'desc']).default('desc'),
    /** The `next` of the previous page. Unlike `page`, it costs the same on every page. */
    after: z.string().max(80).optional(),
    ...page,
  }),
  response: answer({
    orders: z.array(FinanceOrder),
    total: z.number().int(),
    page: z.number().int(),
    pageSize: z.number().int(),
    next: z.string().nullable(),
    /** Of all matching orders, by currency. */
    sums: z.array(OrderSums),
  }),
})

export const EventView = z.object({
  position: z.number().int(),
  version: z.number().int(),
  type: z.string(),
  schemaVersion: z.number().int(),
  actor: z.string(),
  requestId: z.string().nullable(),
  source: z.string(),
  sourceId: z.string(),
  occurredAt: Moment,
  recordedAt: Moment,
  data: z.record(z.string(), z.unknown()),
  prevHash: z.string(),
  hash: z.string(),
})
export type EventView = z.output<typeof EventView>

export const financeEvents = endpoint({
  method: 'GET',
  path: '/api/finance/orders/:id/events',
  summary: 'The stream of one order as it was recorded',
  access: finance,
  params: orderParams,
  response: answer({
    events: z.array(EventView),
    /** Usernames of the members of staff among the actors; absent for deleted accounts. */
    staff: z.array(z.object({ id: z.string(), username: z.string() })),
  }),
})

const Money = z.object({ amount: Amount, currency: z.string(), state: z.string() })

const IssuedNote = priced(z.object({ number: z.string(), refundId: z.string(), amount: Amount }))

export const OrderState = priced(
  OrderFields.omit({ customer: true, payable: true, failureCode: true }).extend({
    buyerId: z.string(),
    receivedAmount: Amount,
    /** All refunds, succeeded or pending, returned surplus included. */
    refundedAmount: Amount,
    answers: z.record(z.string(), z.string()),
    /** The same amount, formatted. */
    answersInWords: z.array(z.object({ question: z.string(), answer: z.string() })),
    termsVersion: z.string().nullable(),
    intents: z.array(
      priced(
        Money.extend({
          id: z.string(),
          receivedAmount: Amount,
          failureCode: z.string().nullable(),
          /** The card that it was paid with, with its last four digits; absent for other methods. */
          card: z.object({ brand: z.string(), last4: z.string() }).optional(),
          /** In the dashboard of the provider; null where the payment lab stands for it. */
          page: z.string().nullable(),
        }),
      ),
    ),
    refunds: z.array(
      priced(Money.extend({ id: z.string(), intentId: z.string(), reason: z.string().nullable() })),
    ),
    refundRequests: z.array(
      priced(
        Money.extend({
          key: z.string(),
          intentId: z.string(),
          reason: z.string(),
          by: z.string(),
          /** Why the provider finally refused it; null otherwise, and for refusals of releases that did not record the reason. */
          refusal: z.object({ code: z.string(), message: z.string() }).nullable(),
        }),
      ),
    ),
    disputes: z.array(priced(Money.extend({ id: z.string(), reason: z.string().nullable() }))),
    /** Numbers of invoices that were issued again; each has a credit note over all of it. */
    replacedInvoices: z.array(z.string()),
    creditNotes: z.array(IssuedNote),
    /** Credit notes withdrawn because their refund failed later. */
    debitNotes: z.array(IssuedNote),
    /** Refunds, or parts of them, that gave back money received beyond the total. */
    surplusReturns: z.array(priced(z.object({ refundId: z.string(), amount: Amount }))),
    flags: z.array(
      priced(
        z.object({
          reason: z.string(),
          subject: z.string(),
          amount: Amount,
          currency: z.string(),
          surplus: Amount,
        }),
      ),
    ),
    notes: z.array(z.object({ text: z.string(), by: z.string() })),
  }),
)
export type OrderState = z.output<typeof OrderState>

export const StateAnswer = answer({ version: z.number().int(), order: OrderState })

export const financeState = endpoint({
  method: 'GET',
  path: '/api/finance/orders/:id/state',
  summary: 'The order as of a version or a moment, folded from the log',
  access: finance,
  params: orderParams,
  query: z.object({
    version: z.coerce.number().int().min(1).max(2_000_000_000).optional(),
    at: MomentText.optional(),
  }),
  response: StateAnswer,
})
