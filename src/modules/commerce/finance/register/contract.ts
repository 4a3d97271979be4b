import { z } from 'zod'
import { DayOrMoment } from '#platform/contract/dates.ts'
import { endpoint } from '#platform/contract/endpoint.ts'
import { Amount, answer, Moment, priced } from '#platform/contract/wire.ts'
import { numberedKinds } from '../../domain/document-names.ts'

/** The filter of the list and of the file of the register. Days are whole days in UTC, as documents are dated. */
export const RegisterFilter = z.object({
  kind: z.enum(numberedKinds).optional(),
  from: DayOrMoment.optional(),
  to: DayOrMoment.optional(),
})

/** A numbered document as it was issued. Amounts of a credit note are negative. */
export const RegisteredDocument = priced(
  z.object({
    kind: z.enum(numberedKinds),
    number: z.string(),
    issuedAt: Moment,
    orderId: z.uuid(),
    /** The buyer as on the document; null for viewers, and once the buyer is erased. */
    customer: z.string().nullable(),
    company: z.string().nullable(),
    currency: z.string(),
    /** Null for a document of a release that did not record its tax. */
    net: Amount.nullable(),
    tax: Amount.nullable(),
    total: Amount,
    /** URLs of its PDF and of the receipt of an invoice; null for viewers and when the PDF was deleted after its term. */
    path: z.string().nullable(),
    receiptPath: z.string().nullable(),
  }),
)

/** Of documents in one currency. */
const RegisterSum = priced(
  z.object({
    currency: z.string(),
    documents: z.number().int(),
    /** Null when the tax of one of them was not recorded. */
    net: Amount.nullable(),
    tax: Amount.nullable(),
    total: Amount,
  }),
)
export type RegisterSum = z.output<typeof RegisterSum>

export const financeDocuments = endpoint({
  method: 'GET',
  path: '/api/finance/documents',
  summary: 'Invoices, credit notes and debit notes as they were issued, newest first',
  access: { staff: ['finance', 'viewer'] },
  query: RegisterFilter.extend({
    /** The number of one document, as it is printed. */
    q: z.string().trim().max(40).optional(),
    page: z.coerce.number().int().min(1).max(100_000).default(1),
    pageSize: z.coerce.number().int().min(1).max(100).default(25),
  }),
  response: answer({
    documents: z.array(RegisteredDocument),
    total: z.number().int(),
    page: z.number().int(),
    pageSize: z.number().int(),
    /** Of all matching documents, by currency. */
    sums: z.array(RegisterSum),
  }),
})
