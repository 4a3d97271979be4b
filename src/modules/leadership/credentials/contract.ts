import { z } from 'zod'
import { endpoint } from '#platform/contract/endpoint.ts'
import { InputId } from '#platform/contract/input-id.ts'
import { nameProblem } from '../domain/name-on-paper.ts'

const success = z.literal(true)
const moment = z.iso.datetime()
/** 128 random bits. An address of another form leads nowhere. */
export const CredentialId = z.object({ id: z.string().max(60) })

/*
 * Addresses of the public, which `routes.ts` serves: `GET /credentials/:id` answers `application/json`,
 * `application/vc+ld+json` and `application/ld+json` with the signed credential, `application/vc+jwt` with the VC-JWT, and
 * everybody else with the page (`credential-page.ts`). Certificate, badges, directory and the page that checks files have
 * their own endpoints beside this file.
 */

export const showCredential = endpoint({
  method: 'GET',
  path: '/credentials/:id',
  summary: 'A credential: the page, or by Accept the Open Badge itself as JSON or as a VC-JWT',
  access: 'public',
  limit: { points: 120, seconds: 60 },
  params: CredentialId,
  response: 'stream',
})

export const credentialBundle = endpoint({
  method: 'GET',
  path: '/credentials/:id/bundle.json',
  summary:
    'A credential with the keys and status lists of this day: it can be checked when this site is gone',
  access: 'public',
  limit: { points: 60, seconds: 60 },
  params: CredentialId,
  response: 'stream',
})

export const statusList = endpoint({
  method: 'GET',
  path: '/credentials/status/:number',
  summary: 'A signed status list: which credentials are withdrawn (odd numbers) or suspended (even ones)',
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
const Cause = z.enum(['refunded', 'dispute', 'person', 'erased'])

export const AwardedCredential = z.object({
  id: z.string(),
  address: z.url(),
  state: CredentialState,
  /** Why it is suspended or withdrawn; null for a valid or expired one. */
  cause: Cause.nullable(),
  /** The words of staff; '' for none. */
  reason: z.string(),
  changedAt: moment,
  awardedAt: moment,
  validUntil: moment,
  /** On paper; null once the person is erased. */
  name: z.string().nullable(),
  renewalAskedAt: moment.nullable(),
  /** From 90 days before its end on, unless it is withdrawn. */
  renewable: z.boolean(),
})
export type AwardedCredential = z.infer<typeof AwardedCredential>

export const Missing = z.object({
  /** So many assignments of weeks have to be accepted still. */
  assignments: z.number().int(),
  finalAccount: z.boolean(),
  /** Private sessions that have not been held, by their numbers. */
  coaching: z.array(z.number().int()),
})
export type Missing = z.infer<typeof Missing>

const ofOrder = z.object({ orderId: InputId })
export const NameOnPaper = z
  .string()
  .trim()
  .min(1, 'Give a name')
  .max(80, 'Name must have at most 80 characters')
  // Letters of any script, with what stands between them in names.
  .regex(/^[\p{L}\p{M}][\p{L}\p{M}\p{N} .,'’()-]*$/u, "Name may have letters, spaces and . , ' ( ) -")
  .refine((name) => nameProblem(name) === null, { error: ({ input }) => nameProblem(String(input)) ?? '' })

export const myCertificate = endpoint({
  method: 'GET',
  path: '/api/program/:orderId/certificate',
  summary: 'The own credential, or what is missing for it',
  access: 'customer',
  params: ofOrder,
  response: z.object({
    success,
    missing: Missing,
    /** The name that the certificate has, or will have. */
    name: z.string(),
    isPublic: z.boolean(),
    credential: AwardedCredential.nullable(),
  }),
})

export const changeMyCertificate = endpoint({
  method: 'PUT',
  path: '/api/program/:orderId/certificate',
  summary: 'Choose the name on paper, before the award, and whether the credential is in the directory',
  access: 'customer',
  limit: { points: 60, seconds: 3600 },
  params: ofOrder,
  body: z.object({ name: NameOnPaper.optional(), isPublic: z.boolean().optional() }),
  response: z.object({ success }),
})

export const askRenewal = endpoint({
  method: 'POST',
  path: '/api/program/:orderId/certificate/renewal',
  summary: 'Ask for two more years, from 90 days before the end on',
  access: 'customer',
  limit: { points: 20, seconds: 3600 },
  params: ofOrder,
  response: z.object({ success }),
})
