import { z } from 'zod'
import { endpoint } from '#platform/contract/endpoint.ts'
import { InputId } from '#platform/contract/input-id.ts'
import { answer, Done, Moment } from '#platform/contract/wire.ts'
import { visible } from '#platform/kernel/plain.ts'

/** 128 random bits as base64url. An id in another form is not found. */
export const CredentialId = z.object({ id: z.string().max(60) })

/*
 * The public endpoints that `routes.ts` serves. `GET /credentials/:id` returns the signed credential for `application/json`,
 * `application/vc`, `application/vc+ld+json` and `application/ld+json`, and otherwise the page (`credential-page.ts`).
 * `contract-public.ts` has the endpoints of certificate, badges, directory and check.
 */

export const showCredential = endpoint({
  method: 'GET',
  path: '/credentials/:id',
  summary: 'A credential: the page, or by Accept the Open Badge itself as JSON',
  access: 'public',
  limit: { points: 120, seconds: 60 },
  params: CredentialId,
  response: 'stream',
})

export const credentialBundle = endpoint({
  method: 'GET',
  path: '/credentials/:id/bundle.json',
  summary: 'A credential with the keys and status lists of this day: it can be checked without this site',
  access: 'public',
  limit: { points: 60, seconds: 60 },
  params: CredentialId,
  response: 'stream',
})

export const statusList = endpoint({
  method: 'GET',
  path: '/credentials/status/:number',
  summary: 'A signed status list: which credentials are withdrawn or suspended',
  access: 'public',
  limit: { points: 240, seconds: 60 },
  params: z.object({ number: z.coerce.number().int().min(1).max(100_000) }),
  response: 'stream',
})

export const didDocument = endpoint({
  method: 'GET',
  path: '/.well-known/did.json',
  summary: 'The public keys that ever signed a credential',
  access: 'public',
  limit: { points: 240, seconds: 60 },
  response: 'stream',
})

export const CredentialState = z.enum(['valid', 'expired', 'suspended', 'withdrawn', 'erased'])
const Cause = z.enum(['refunded', 'dispute', 'unpaid', 'person', 'erased'])

export const AwardedCredential = z.object({
  id: z.string(),
  address: z.url(),
  state: CredentialState,
  /** Why it is suspended or withdrawn; null for a valid or expired one. */
  cause: Cause.nullable(),
  /** The reason that staff gave; '' for none. */
  reason: z.string(),
  changedAt: Moment,
  awardedAt: Moment,
  validUntil: Moment,
  /** The name on the certificate; null after the person was erased. */
  name: z.string().nullable(),
  renewalAskedAt: Moment.nullable(),
  /** True from 90 days before the end, unless the credential is withdrawn. */
  renewable: z.boolean(),
})
export type AwardedCredential = z.output<typeof AwardedCredential>

export const Missing = z.object({
  /** The number of weekly assignments still to be accepted. */
  assignments: z.number().int(),
  finalAccount: z.boolean(),
  /** Numbers of the private sessions that have not been held. */
  coaching: z.array(z.number().int()),
})
export type Missing = z.output<typeof Missing>

const ofOrder = z.object({ orderId: InputId })
export const CertificateName = z
  .string()
  // The apostrophe stays as it was typed, because it is printed.
  .overwrite((name) => visible(name).replace(/[\u2010\u2011]/g, '-'))
  .trim()
  .min(1, 'Give a name')
  .max(80, 'Name must have at most 80 characters')
  // Letters of any script, digits, and the punctuation of names.
  .regex(/^[\p{L}\p{M}][\p{L}\p{M}\p{N} .,'’()-]*$/u, "Name may have letters, spaces and . , ' ( ) -")

export const myCertificate = endpoint({
  method: 'GET',
  path: '/api/program/:orderId/certificate',
  summary: 'My credential, or what is missing for it',
  access: 'customer',
  params: ofOrder,
  response: answer({
    missing: Missing,
    /** The current or future name on the certificate. */
    name: z.string(),
    isPublic: z.boolean(),
    credential: AwardedCredential.nullable(),
  }),
})

export const changeMyCertificate = endpoint({
  method: 'PUT',
  path: '/api/program/:orderId/certificate',
  summary:
    'Choose the name on the certificate, before the award, and whether the credential is in the directory',
  access: 'customer',
  limit: { points: 60, seconds: 3600 },
  params: ofOrder,
  body: z.object({ name: CertificateName.optional(), isPublic: z.boolean().optional() }),
  response: Done,
})

export const askRenewal = endpoint({
  method: 'POST',
  path: '/api/program/:orderId/certificate/renewal',
  summary: 'Ask for two more years, from 90 days before the end on',
  access: 'customer',
  limit: { points: 20, seconds: 3600 },
  params: ofOrder,
  response: Done,
})
