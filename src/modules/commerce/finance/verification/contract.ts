import { z } from 'zod'
import { endpoint } from '#platform/contract/endpoint.ts'
import { answer, Moment } from '#platform/contract/wire.ts'

const lists = { staff: ['finance', 'viewer'] } as const
const finance = { staff: ['finance'] } as const

/** The result of one part of the check. */
const CheckedPart = z.object({
  name: z.enum([
    'chain',
    'orders',
    'numbers',
    'books',
    'places',
    'credentials',
    'transfers',
    'prices',
    'heads',
    'audit',
    'documents',
  ]),
  /** The number of checked events, orders, numbers of documents, entries of the books, places of cohorts, credentials, bank transfers, coupons with discounts and quotes, signed heads, entries of the audit, stored documents. */
  checked: z.number().int(),
  /** The number of all faults; `faults` has the first of them, in words. */
  count: z.number().int(),
  faults: z.array(z.string()),
})

export const financeIntegrity = endpoint({
  method: 'GET',
  path: '/api/finance/integrity',
  summary:
    'Verify the chain of events and all that is kept beside it; a check that runs already is joined. `head`: a mailed line to look for',
  access: finance,
  query: z.object({ head: z.string().trim().max(400).optional() }),
  response: answer({
    ok: z.boolean(),
    events: z.number().int(),
    head: z.object({ position: z.number().int(), hash: z.string() }),
    firstBreak: z.object({ position: z.number().int(), reason: z.string() }).nullable(),
    parts: z.array(CheckedPart),
    keptHead: z
      .object({
        position: z.number().int(),
        found: z.enum(['here', 'restored', 'rewritten', 'gone']),
        words: z.string(),
      })
      .nullable(),
    restores: z.array(
      z.object({
        position: z.number().int(),
        recordedAt: Moment,
        /** Position of the last event of the backup. */
        lastPosition: z.number().int(),
        by: z.string(),
        reason: z.string(),
      }),
    ),
  }),
})

export const integrityProgress = endpoint({
  method: 'GET',
  path: '/api/finance/integrity/progress',
  summary: 'How far the running check is; null while none runs',
  access: finance,
  response: answer({
    progress: z.object({ done: z.number().int(), total: z.number().int() }).nullable(),
  }),
})

export const signedHeads = endpoint({
  method: 'GET',
  path: '/api/finance/signed-heads',
  summary: 'Heads of the log that were signed and sent away, newest first',
  access: lists,
  response: answer({
    publicKey: z.string(),
    /** Public keys of earlier secrets that are still configured, newest first. */
    earlierKeys: z.array(z.string()),
    heads: z.array(
      z.object({ position: z.number().int(), hash: z.string(), signedAt: Moment, line: z.string() }),
    ),
  }),
})

export const signHead = endpoint({
  method: 'POST',
  path: '/api/finance/signed-heads',
  summary: 'Verify the log now, sign its head and send it away',
  access: finance,
  response: answer({
    ok: z.boolean(),
    reason: z.string().nullable(),
    line: z.string().nullable(),
  }),
})
