import { z } from 'zod'
import { endpoint } from '#platform/contract/endpoint.ts'

const limit = { points: 60, seconds: 60 }
const params = z.object({ id: z.string().max(60) })

export const credentialFiles = ['pdf', 'png', 'svg', 'json'] as const
export type CredentialFile = (typeof credentialFiles)[number]

const summaries: Record<CredentialFile, string> = {
  pdf: 'The certificate to print, with the credential attached',
  png: 'The badge as a picture with the credential inside',
  svg: 'The badge as a drawing with the credential inside',
  json: 'The signed credential as a file',
}

/** Certificate, badges and credential; a suspended or withdrawn credential is available as JSON only. */
export const credentialFile = (kind: CredentialFile) =>
  endpoint({
    method: 'GET',
    path: `/credentials/:id.${kind}`,
    summary: summaries[kind],
    access: 'public',
    limit,
    params,
    response: 'stream',
  })

export const credentialDirectory = endpoint({
  method: 'GET',
  path: '/credentials',
  summary: 'The directory of holders who agreed to be listed, as a page',
  access: 'public',
  limit,
  query: z.object({
    q: z.string().trim().max(80).catch(''),
    page: z.coerce.number().int().min(1).max(1_000).catch(1),
  }),
  response: 'stream',
})

export const verifyPage = endpoint({
  method: 'GET',
  path: '/credentials/verify',
  summary: 'Check a credential: the form, and with an address or number each step of the check',
  access: 'public',
  limit,
  query: z.object({ of: z.string().trim().max(400).optional() }),
  response: 'stream',
})

export const largestFile = 2_000_000

export const verifyFile = endpoint({
  method: 'POST',
  path: '/credentials/verify',
  summary: 'Check a file of any kind that credentials travel in, as a page; nothing is stored',
  access: 'public',
  limit: { points: 30, seconds: 60 },
  // The file and the form's multipart encoding.
  bodyLimit: largestFile + 4096,
  bodyType: 'file',
  response: 'stream',
})

export const credentialFont = endpoint({
  method: 'GET',
  path: '/credentials/fonts/:name',
  summary: 'A font of the pages of credentials',
  access: 'public',
  params: z.object({ name: z.enum(['display.woff2', 'text.woff2', 'strong.woff2']) }),
  response: 'stream',
})
