import { z } from 'zod'
import { endpoint } from '#platform/contract/endpoint.ts'
import { answer, Moment } from '#platform/contract/wire.ts'
import { TaxIdCheckView } from '../../tax/contract.ts'
import { InboxEvent } from '../inbox/contract.ts'
import { OrderMail } from '../mails/contract.ts'

const finance = { staff: ['finance'] } as const
const orderParams = z.object({ id: z.uuid() })

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
  response: answer({
    /** What the buyer's country and tax were decided on; null once the buyer is erased. */
    tax: z
      .object({
        /** As the buyer wrote it. */
        billingCountry: z.string().nullable(),
        /** Where the cards that paid were issued. */
        cardCountries: z.array(z.string()),
        differs: z.boolean(),
        taxId: z.string().nullable(),
        /** What VIES says of the tax id; null where it is not asked. */
        check: TaxIdCheckView.nullable(),
      })
      .nullable(),
    documents: z.array(z.object({ kind: z.string(), number: z.string(), path: z.string() })),
    /** Every mail of the order to its buyer, oldest first. */
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

export const orderDocument = endpoint({
  method: 'GET',
  path: '/api/finance/orders/:id/documents/:kind',
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
  response: answer({ readings: z.array(Reading) }),
})
