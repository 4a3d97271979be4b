import { z } from 'zod'
import { endpoint } from '#platform/contract/endpoint.ts'
import { Amount, answer, Moment, priced } from '#platform/contract/wire.ts'
import { orderStatuses } from '../../domain/status.ts'

/** How long a receivable is overdue: not yet, or so many days at most. */
export const ages = ['not-due', 'to-30', 'to-60', 'to-90', 'over-90'] as const
export type Age = (typeof ages)[number]

const ageFilters = [...ages, 'overdue'] as const
export type AgeFilter = (typeof ageFilters)[number]

const orderParams = z.object({ id: z.string().max(64) })
const reason = z.string().trim().min(3).max(200)

/** An invoice of a company that is not paid in full. */
const Receivable = priced(
  z.object({
    orderId: z.uuid(),
    /** Null for viewers, and once the buyer is erased. */
    company: z.string().nullable(),
    reference: z.string().nullable(),
    invoiceNumber: z.string().nullable(),
    seats: z.int(),
    dueAt: Moment,
    age: z.enum(ages),
    /** Whole days since the due date; 0 before it. */
    daysOverdue: z.int(),
    totalAmount: Amount,
    openAmount: Amount,
    currency: z.string(),
    /** Whether finance gave access before the payment. */
    released: z.boolean(),
  }),
)
export type Receivable = z.output<typeof Receivable>

/** The open amounts of a currency: in total and by age. */
const ReceivableSum = priced(
  z.object({ currency: z.string(), count: z.int(), open: Amount, ages: z.record(z.enum(ages), Amount) }),
)
export type ReceivableSum = z.output<typeof ReceivableSum>

export const financeReceivables = endpoint({
  method: 'GET',
  path: '/api/finance/receivables',
  summary:
    'Invoices of companies that are not paid in full, the longest overdue first, with their sums by age',
  access: { staff: ['finance', 'viewer'] },
  query: z.object({ age: z.enum(ageFilters).optional() }),
  response: answer({
    receivables: z.array(Receivable),
    /** How many match; the list ends after 200. */
    total: z.int(),
    /** Of all receivables, by currency; the ages add up to the total. */
    sums: z.array(ReceivableSum),
  }),
})

const Changed = answer({
  order: z.object({ id: z.uuid(), status: z.enum(orderStatuses), released: z.boolean() }),
})

export const releaseOrder = endpoint({
  method: 'POST',
  path: '/api/finance/orders/:id/release',
  summary: 'Give access to the seats of a company before its money is there',
  access: { staff: ['finance'] },
  params: orderParams,
  body: z.strictObject({ reason }),
  response: Changed,
})

export const cancelOrder = endpoint({
  method: 'POST',
  path: '/api/finance/orders/:id/cancel',
  summary: 'End an order of a company that will not be paid; its invoice is cancelled by a credit note',
  access: { staff: ['finance'] },
  params: orderParams,
  body: z.strictObject({ reason }),
  response: Changed,
})
