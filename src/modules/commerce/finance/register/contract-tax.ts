import { z } from 'zod'
import { DayOrMoment } from '#platform/contract/dates.ts'
import { endpoint } from '#platform/contract/endpoint.ts'
import { Amount, answer, Done, priced } from '#platform/contract/wire.ts'
import { TaxIdCheckView } from '../../tax/contract.ts'

export const TaxFigure = priced(
  z.object({
    /** Of the documents, `2026-11`, in UTC. */
    month: z.string(),
    /** ISO 3166; null where the buyer named none. */
    country: z.string().nullable(),
    buyers: z.enum(['person', 'company']).nullable(),
    treatment: z.enum(['none', 'taxed', 'exempt', 'reverse', 'no-rule']).nullable(),
    percent: z.string().nullable(),
    currency: z.string(),
    documents: z.number().int(),
    /** Of invoices, less credit notes, plus debit notes. */
    net: Amount,
    tax: Amount,
    gross: Amount,
    /** Gross of credit notes less debit notes, and how much of it went back to buyers. */
    credited: Amount,
    refunded: Amount,
  }),
)

export const taxFigures = endpoint({
  method: 'GET',
  path: '/api/finance/tax',
  summary:
    'Net, tax and gross of documents by month, country, buyers and rate; tax ids that VIES does not know',
  access: { staff: ['finance', 'viewer'] },
  query: z.object({ from: DayOrMoment.optional(), to: DayOrMoment.optional() }),
  response: answer({
    lines: z.array(TaxFigure),
    /** None for viewers. */
    invalidIds: z.array(
      z.object({
        orderId: z.uuid(),
        company: z.string().nullable(),
        taxId: z.string().nullable(),
        check: TaxIdCheckView,
      }),
    ),
  }),
})

export const settleTaxId = endpoint({
  method: 'POST',
  path: '/api/finance/tax-ids/:id/settle',
  summary: 'A tax id that VIES does not know was looked into: it waits for nobody any more',
  access: { staff: ['finance'] },
  params: z.object({ id: z.uuid() }),
  response: Done,
})
