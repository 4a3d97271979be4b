import { z } from 'zod'
import { endpoint } from '#platform/contract/endpoint.ts'
import { Line, NumberLine } from '#platform/contract/line.ts'
import { Done, readAs } from '#platform/contract/wire.ts'

/** The sentence about the tax that was shown before the button; an order with another tax is refused, with the new sentence. */
export const ShownTax = z.string().max(200).optional()

/** Whether the payment page asks for them; `required` ones must be given before the payment. */
export const invoiceDetailsAsked = ['off', 'optional', 'required'] as const

const address = ['addressLine1', 'addressLine2', 'postalCode', 'city', 'region', 'country'] as const
const needed = ['addressLine1', 'city', 'country'] as const

/** An empty text for a field without an answer. */
const text = Line.default('')
const number = NumberLine.default('')

/** What a buyer adds for the invoice. */
export const InvoiceDetailsBody = z
  .object({
    company: text,
    addressLine1: text,
    addressLine2: text,
    postalCode: number,
    city: text,
    region: text,
    country: text,
    taxId: number,
  })
  .superRefine((details, context) => {
    if (address.every((field) => details[field] === '')) return
    for (const field of needed) {
      if (details[field] === '')
        context.addIssue({ code: 'custom', path: [field], message: 'is needed for an address' })
    }
  })
export type InvoiceDetailsBody = z.output<typeof InvoiceDetailsBody>

export const InvoiceDetailsState = z.object({
  asked: z.enum(invoiceDetailsAsked),
  details: readAs(InvoiceDetailsBody),
})
export type InvoiceDetailsState = z.output<typeof InvoiceDetailsState>

export const saveInvoiceDetails = endpoint({
  method: 'PUT',
  path: '/api/orders/:id/invoice-details',
  summary: 'Company, billing address and tax number of an order, until its invoice is issued',
  access: 'customer',
  limit: { points: 60, seconds: 60 },
  params: z.object({ id: z.string().max(64) }),
  body: InvoiceDetailsBody.safeExtend({ shownTax: ShownTax }),
  response: Done,
})
