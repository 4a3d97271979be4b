import { z } from 'zod'
import { Day } from '#platform/contract/dates.ts'
import { endpoint } from '#platform/contract/endpoint.ts'
import { InputId } from '#platform/contract/input-id.ts'
import { Line } from '#platform/contract/line.ts'
import { answer, Done } from '#platform/contract/wire.ts'
import { type PaperKind, paperKinds, paperStates } from '../rules.ts'

const Kind = z.enum(Object.keys(paperKinds) as [PaperKind, ...PaperKind[]])
const params = z.object({ id: InputId })
/** The key of a quote, for a reader without an account. */
const query = z.object({ quote: z.string().max(64).optional() })
const finance = { staff: ['finance'] } as const

const Offered = z.object({
  id: z.uuid(),
  kind: Kind,
  title: z.string(),
  expiresOn: z.string().nullable(),
})

export const offeredPapers = endpoint({
  method: 'GET',
  path: '/api/vendor-papers',
  summary:
    'The papers that procurement asks for, with the key of a quote or for a manager of an organization',
  access: 'public',
  limit: { points: 120, seconds: 60 },
  query,
  response: answer({ papers: z.array(Offered) }),
})

export const vendorPaperPdf = endpoint({
  method: 'GET',
  path: '/api/vendor-papers/:id/pdf',
  summary: 'One of these papers, with the key of a quote, for a manager of an organization, or for staff',
  access: 'public',
  limit: { points: 60, seconds: 60 },
  params,
  query,
  response: 'stream',
})

export const listVendorPapers = endpoint({
  method: 'GET',
  path: '/api/finance/vendor-papers',
  summary: 'All papers of the vendor pack',
  access: { staff: ['finance', 'viewer'] },
  response: answer({
    papers: z.array(Offered.extend({ state: z.enum(paperStates) })),
  }),
})

export const saveVendorPaper = endpoint({
  method: 'POST',
  path: '/api/finance/vendor-papers',
  summary: 'Takes a PDF of at most 10 MB as a paper of the vendor pack, in place of the one with the same id',
  access: finance,
  limit: { points: 60, seconds: 60 },
  bodyType: 'file',
  bodyLimit: 10_000_000,
  query: params.extend({ kind: Kind, title: Line.min(1, 'is needed'), expiresOn: Day.optional() }),
  response: Done,
})

export const removeVendorPaper = endpoint({
  method: 'DELETE',
  path: '/api/finance/vendor-papers/:id',
  summary: 'Removes a paper of the vendor pack with its file',
  access: finance,
  params,
  response: Done,
})
