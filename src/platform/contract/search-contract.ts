import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { answer } from './wire.ts'

/** The lists that the search of staff looks in, in the order of its results. */
export const searchGroups = [
  'orders',
  'documents',
  'quotes',
  'transfers',
  'payouts',
  'companies',
  'leads',
] as const
export type SearchGroup = (typeof searchGroups)[number]

const SearchHit = z.object({
  /** Of the record that it opens; of a document, that of its order. */
  id: z.string(),
  /** What the record is called: a number, a name. */
  title: z.string(),
  /** What distinguishes it from others of the same title, in the order in which it is shown. */
  details: z.array(z.string()),
  /** A decimal number. */
  amount: z.string().nullable(),
  currency: z.string().nullable(),
})
export type SearchHit = z.output<typeof SearchHit>

export const staffSearch = endpoint({
  method: 'GET',
  path: '/api/admin/search',
  summary: 'The first results of one search in every list that the role may read, without people for viewers',
  access: { staff: ['editor', 'finance', 'viewer'] },
  query: z.object({ q: z.string().trim().min(2).max(254) }),
  response: answer({
    /** Without lists in which nothing was found. */
    groups: z.array(
      z.object({ group: z.enum(searchGroups), total: z.number().int(), hits: z.array(SearchHit) }),
    ),
  }),
})
