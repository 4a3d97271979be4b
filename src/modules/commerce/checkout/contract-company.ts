import { z } from 'zod'
import { Attribution } from '#platform/contract/attribution.ts'
import { endpoint } from '#platform/contract/endpoint.ts'
import { Amount, answer, priced } from '#platform/contract/wire.ts'
import { plain } from '#platform/kernel/plain.ts'
import { guessedCodes, PaymentToMake, Slug } from '../contract.ts'
import { orderStatuses } from '../domain/status.ts'
import { ShownTax } from '../invoices/contract-invoice-details.ts'

export const CompanyOrderView = priced(
  z.object({
    id: z.uuid(),
    organizationId: z.uuid(),
    status: z.enum(orderStatuses),
    programName: z.string(),
    seats: z.int().positive(),
    totalAmount: Amount,
    /** What is still to be paid. */
    openAmount: Amount,
    currency: z.string(),
    /** Until when it is to be paid; null for an order by card, and once it is paid. */
    dueAt: z.iso.datetime().nullable(),
    /** Null before it is issued. */
    invoiceNumber: z.string().nullable(),
  }),
)
export type CompanyOrderView = z.output<typeof CompanyOrderView>

export const placeCompanyOrder = endpoint({
  method: 'POST',
  path: '/api/company-orders',
  summary: 'Order seats for an organization, by card or by an invoice that comes before the money',
  access: 'customer',
  limit: { points: 30, seconds: 60, ...guessedCodes },
  body: z.strictObject({
    /** Chosen by the caller; a repeat with the same id places nothing more. The order's id is another one: the answer has it. */
    orderId: z.uuid(),
    organizationId: z.uuid(),
    productId: z.uuid(),
    /** The cohort in which the seats are wanted, of `GET /api/cohorts`; null for none yet. */
    cohortId: z.uuid().nullable().default(null),
    seats: z.int().min(1, 'must be at least 1').max(500, 'must be at most 500; write to us for more'),
    couponCode: z.string().trim().max(40).nullable().default(null),
    method: z.enum(['card', 'invoice']),
    /** The organization's own number of the purchase order; printed on the invoice. */
    reference: z.string().overwrite(plain).trim().max(60).nullable().default(null),
    termsVersion: Slug.nullable().default(null),
    shownTax: ShownTax,
    /** Where the visit came from; kept with the order if the visitor agreed. */
    attribution: Attribution.optional(),
  }),
  response: answer({ order: CompanyOrderView }),
})

export const payCompanyOrder = endpoint({
  method: 'POST',
  path: '/api/company-orders/:id/payment',
  summary: 'Prepare the payment by card of what is open of an order of an organization',
  access: 'customer',
  limit: { points: 60, seconds: 60 },
  params: z.object({ id: z.string().max(64) }),
  response: answer({
    publishableKey: z.string(),
    paymentIntent: PaymentToMake,
    order: CompanyOrderView,
  }),
})
