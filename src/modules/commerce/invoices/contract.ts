import { z } from 'zod'
import { endpoint } from '#platform/contract/endpoint.ts'
import { answer } from '#platform/contract/wire.ts'
import { orderParams } from '../contract.ts'
import { orderStatuses } from '../domain/status.ts'

const DownloadAnswer = answer({
  document: z.object({ downloadUrl: z.url(), hostedUrl: z.url(), filename: z.string() }),
  message: z.string(),
  orderStatus: z.enum(orderStatuses),
  email: z.object({ sent: z.boolean() }),
})

export const downloadInvoice = endpoint({
  method: 'GET',
  path: '/api/orders/:id/download-invoice',
  summary: 'A link of five minutes to the invoice',
  access: 'customer',
  params: orderParams,
  response: DownloadAnswer,
})

export const downloadReceipt = endpoint({
  method: 'GET',
  path: '/api/orders/:id/download-receipt-only',
  summary: 'A link of five minutes to the receipt',
  access: 'customer',
  params: orderParams,
  response: DownloadAnswer,
})

/** As printed on a credit or debit note. */
const NoteNumber = z
  .string()
  .regex(/^(CN|DN)-(\d{4}-)?\d{6,10}$/, 'must be the number of a note, like CN-000001')

export const downloadNote = endpoint({
  method: 'GET',
  path: '/api/orders/:id/download-note/:number',
  summary: 'A link of five minutes to a credit or debit note',
  access: 'customer',
  params: orderParams.extend({ number: NoteNumber }),
  response: DownloadAnswer.omit({ email: true }),
})

export const readDocument = endpoint({
  method: 'GET',
  path: '/api/documents/orders/:id/:kind',
  summary: 'A document behind a signed link',
  access: 'public',
  limit: { points: 60, seconds: 60 },
  params: z.object({ id: z.string().max(64), kind: z.union([z.enum(['invoice', 'receipt']), NoteNumber]) }),
  query: z.record(z.string(), z.string()),
  response: 'stream',
})
