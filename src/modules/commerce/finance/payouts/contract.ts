import { z } from 'zod'
import { endpoint } from '#platform/contract/endpoint.ts'
import { Amount, answer, Moment, priced } from '#platform/contract/wire.ts'

const lists = { staff: ['finance', 'viewer'] } as const

const Payout = priced(
  z.object({
    id: z.string(),
    amount: Amount,
    currency: z.string(),
    /** In Stripe's words: `pending`, `in_transit`, `paid`, `canceled`, or `failed`, also when the bank returned it. */
    status: z.string(),
    automatic: z.boolean(),
    /** False for a manual payout, and until Stripe knows the items of an automatic one. */
    itemised: z.boolean(),
    failure: z.string().nullable(),
    arrivesAt: Moment,
    items: z.int(),
    /** How many orders it has money of. */
    orders: z.int(),
    /** What the items leave unexplained. */
    rest: Amount,
  }),
)
export type Payout = z.output<typeof Payout>

const PayoutItem = priced(
  z.object({
    id: z.string(),
    /** Stripe's reporting category, such as `charge`, `refund`, `dispute`, `fee` or `other_adjustment`. */
    category: z.string(),
    description: z.string().nullable(),
    subject: z.string(),
    /** Null for what belongs to no order here. */
    orderId: z.uuid().nullable(),
    amount: Amount,
    fee: Amount,
    /** Its part of the payout. */
    net: Amount,
    currency: z.string(),
    createdAt: Moment,
  }),
)
export type PayoutItem = z.output<typeof PayoutItem>

export const listPayouts = endpoint({
  method: 'GET',
  path: '/api/finance/payouts',
  summary:
    'Payouts to the bank account, the latest first; `q` is an amount as on the bank statement, or an id',
  access: lists,
  query: z.object({
    q: z.string().trim().max(100).optional(),
    page: z.coerce.number().int().min(1).max(100_000).default(1),
    pageSize: z.coerce.number().int().min(1).max(100).default(25),
  }),
  response: answer({ payouts: z.array(Payout), total: z.int(), page: z.int(), pageSize: z.int() }),
})

export const payoutItems = endpoint({
  method: 'GET',
  path: '/api/finance/payouts/:id/items',
  summary: 'What a payout is made of, oldest first; empty for a manual one',
  access: lists,
  params: z.object({ id: z.string().max(100) }),
  response: answer({ items: z.array(PayoutItem) }),
})
