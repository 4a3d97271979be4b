import { z } from 'zod'
import { endpoint } from '#platform/contract/endpoint.ts'
import { InputId } from '#platform/contract/input-id.ts'
import { answer } from '#platform/contract/wire.ts'
import { staffRoles } from '#platform/kernel/actor.ts'
import { AwardedCredential, CertificateName, CredentialId, Missing } from './contract.ts'

const coaches = { staff: ['editor', 'finance'] } as const

export const cohortCredentials = endpoint({
  method: 'GET',
  path: '/api/admin/cohorts/:id/credentials',
  summary:
    'Participants of a cohort with their credential, or what is missing for it; those who have earned one come first',
  access: { staff: staffRoles },
  params: z.object({ id: InputId }),
  response: answer({
    /** False where nothing can be signed: CREDENTIAL_KEYS is not set. */
    canSign: z.boolean(),
    participants: z.array(
      z.object({
        orderId: z.uuid(),
        /** The name for the certificate; null for an erased person, and for viewers. */
        name: z.string().nullable(),
        /** Nothing is missing for the award, and no credential was awarded. */
        ready: z.boolean(),
        missing: Missing,
        /** The cohort's last day, before which nothing is awarded; null from that day on. */
        notBefore: z.iso.date().nullable(),
        /** The payment's standing; null for an unpaid order. */
        standing: z.enum(['good', 'disputed', 'lost', 'refunded']).nullable(),
        /** Without its address: the page shows the name, which viewers may not read. */
        credential: AwardedCredential.pick({ state: true, awardedAt: true, validUntil: true }).nullable(),
      }),
    ),
  }),
})

export const awardCredentials = endpoint({
  method: 'POST',
  path: '/api/admin/credentials',
  summary: 'Award credentials to participants, by their orders; a repeat changes nothing',
  access: coaches,
  limit: { points: 60, seconds: 60 },
  body: z.object({ orderIds: z.array(InputId).min(1).max(500) }),
  response: answer({
    awarded: z.array(z.object({ orderId: z.uuid(), id: z.string(), isNew: z.boolean() })),
    /** `NOT_EARNED`, `NAME_NOT_PRINTABLE`, `PARTICIPATION_NOT_FOUND`. */
    refused: z.array(z.object({ orderId: z.uuid(), code: z.string() })),
  }),
})

export const listCredentials = endpoint({
  method: 'GET',
  path: '/api/admin/credentials',
  summary: 'Credentials, searched by name: those with a renewal request first, then the newest',
  access: coaches,
  query: z.object({
    page: z.coerce.number().int().min(1).max(10_000).default(1),
    text: z.string().trim().max(80).default(''),
  }),
  response: answer({
    total: z.number().int(),
    /** The number of all credentials with a renewal request. */
    asked: z.number().int(),
    pageSize: z.number().int(),
    credentials: z.array(AwardedCredential.extend({ orderId: z.uuid(), cohortId: z.uuid() })),
  }),
})

const reason = z
  .string()
  .trim()
  .min(3, 'Say why: everybody who opens the page reads it')
  .max(500, 'Reason must have at most 500 characters')
const Changed = answer({ credential: AwardedCredential })

export const suspendCredential = endpoint({
  method: 'POST',
  path: '/api/admin/credentials/:id/suspend',
  summary: 'Suspend a credential until it is resumed',
  access: coaches,
  params: CredentialId,
  body: z.object({ reason }),
  response: Changed,
})

export const resumeCredential = endpoint({
  method: 'POST',
  path: '/api/admin/credentials/:id/resume',
  summary: 'End the suspension by staff; one by an open dispute ends with the dispute',
  access: coaches,
  params: CredentialId,
  response: Changed,
})

export const withdrawCredential = endpoint({
  method: 'POST',
  path: '/api/admin/credentials/:id/withdraw',
  summary: 'Withdraw a credential',
  access: coaches,
  params: CredentialId,
  body: z.object({ reason }),
  response: Changed,
})

export const renewCredential = endpoint({
  method: 'POST',
  path: '/api/admin/credentials/:id/renew',
  summary: 'Renew a credential for two more years, from 90 days before its end on',
  access: coaches,
  params: CredentialId,
  response: Changed,
})

export const reissueCredential = endpoint({
  method: 'POST',
  path: '/api/admin/credentials/:id/reissue',
  summary:
    'Issue a credential again with another name, or after it was withdrawn; earlier copies become invalid',
  access: coaches,
  params: CredentialId,
  body: z.object({ name: CertificateName }),
  response: Changed,
})
