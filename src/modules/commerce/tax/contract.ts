import { z } from 'zod'
import { endpoint } from '#platform/contract/endpoint.ts'
import { Line, NumberLine } from '#platform/contract/line.ts'
import { AmountText, answer } from '#platform/contract/wire.ts'

/** The state of the question to VIES, VIES's consultation number, and the company as VIES names it. */
export const TaxIdCheckView = z.object({
  state: z.enum(['waiting', 'valid', 'invalid', 'not-reached']),
  at: z.string().nullable(),
  consultation: z.string().nullable(),
  name: z.string().nullable(),
  address: z.string().nullable(),
  settledBy: z.string().optional(),
})

export const previewTax = endpoint({
  method: 'POST',
  path: '/api/prices/tax',
  summary: 'Which tax a total contains for a buyer of a country; nothing is kept',
  access: 'public',
  limit: { points: 120, seconds: 60 },
  body: z.object({
    amount: AmountText,
    currency: z.string().regex(/^[a-z]{3}$/, 'must be a currency, such as usd'),
    country: Line,
    company: Line.default(''),
    taxId: NumberLine.default(''),
    /** Who buys for an organization is a company without naming it. */
    isOrganization: z.boolean().default(false),
  }),
  response: answer({
    /** A sentence; null while the tax does not depend on the country. */
    tax: z.string().nullable(),
    /** What is wrong with the tax id; null for nothing, and where none is needed. */
    hint: z.string().nullable(),
  }),
})
