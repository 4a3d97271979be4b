import { z } from 'zod'
import { endpoint } from '#platform/contract/endpoint.ts'
import { answer } from '#platform/contract/wire.ts'

/** Why a sign-in with the identity provider failed. */
export type ProviderProblem =
  `PROVIDER_${'AWAY' | 'EXPIRED' | 'REFUSED' | 'UNVERIFIED' | 'UNKNOWN' | 'DISABLED'}`

/** How long a person may take at the provider. */
export const providerTryMs = 10 * 60_000

const limit = { points: 30, seconds: 60 }

export const staffProvider = endpoint({
  method: 'GET',
  path: '/api/auth/provider',
  summary: 'The name of the identity provider of staff; null without one',
  access: 'public',
  response: answer({ name: z.string().nullable() }),
})

export const startProvider = endpoint({
  method: 'GET',
  path: '/api/auth/provider/start',
  summary: 'Leads to the page of the identity provider',
  access: 'public',
  limit,
  response: 'stream',
})

export const finishProvider = endpoint({
  method: 'GET',
  path: '/api/auth/provider/callback',
  summary: 'The answer of the identity provider: signs a member of staff in',
  access: 'public',
  limit,
  query: z.record(z.string(), z.string()),
  response: 'stream',
})
