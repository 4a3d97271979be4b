import { z } from 'zod'
import { canonicalEmail, emailMax } from '#platform/contract/email.ts'
import { endpoint } from '#platform/contract/endpoint.ts'
import { answer, Done, Moment } from '#platform/contract/wire.ts'
import { staffRoles } from '#platform/kernel/actor.ts'
import { plain } from '#platform/kernel/plain.ts'

const standing = z.enum(['waiting', 'offered', 'taken', 'expired', 'left', 'cancelled'])

export const joinWaitList = endpoint({
  method: 'POST',
  path: '/api/cohorts/:id/wait-list',
  summary:
    'Join the wait list of a full cohort, without an account; for an existing entry the mail is sent again',
  access: 'public',
  limit: { points: 60, seconds: 60, perDay: 100 },
  bodyLimit: 8_000,
  params: z.object({ id: z.uuid() }),
  body: z.object({
    email: z
      .string()
      .max(emailMax)
      .refine((text) => canonicalEmail(text) !== null, 'Please enter a valid email address'),
    name: z.string().max(120).overwrite(plain).default(''),
    turnstileToken: z.string().max(4096).optional(),
    /** A hidden field (honeypot): people leave it empty. */
    website: z.string().max(500).optional(),
  }),
  response: Done,
})

/** The query of the mailed link. */
const token = z.string().max(500)

export const waitListEntry = endpoint({
  method: 'POST',
  path: '/api/wait-list/entry',
  summary: 'The state of an entry of a wait list, by the mailed link; changes nothing',
  access: 'public',
  limit: { points: 60, seconds: 60 },
  body: z.object({ token }),
  response: answer({
    entry: z.object({
      cohortId: z.uuid(),
      startsOn: z.string(),
      standing,
      offeredUntil: Moment.nullable(),
      /** The first day is over in the cohort's time zone; no more places are offered. */
      begun: z.boolean(),
    }),
  }),
})

export const leaveWaitList = endpoint({
  method: 'POST',
  path: '/api/wait-list/leave',
  summary: 'Leave a wait list, by the mailed link; a reserved place goes to the next entry',
  access: 'public',
  limit: { points: 60, seconds: 60 },
  body: z.object({ token }),
  response: Done,
})

export const cohortWaitList = endpoint({
  method: 'GET',
  path: '/api/admin/cohorts/:id/wait-list',
  summary: 'The wait list of a cohort: entries with an offer first, then in the order of joining',
  access: { staff: staffRoles },
  params: z.object({ id: z.uuid() }),
  response: answer({
    waiting: z.array(
      z.object({
        id: z.uuid(),
        /** Null for viewers, and if no name was given. */
        name: z.string().nullable(),
        /** Null for viewers. */
        email: z.string().nullable(),
        standing,
        joinedAt: Moment,
        offeredUntil: Moment.nullable(),
      }),
    ),
  }),
})

export const removeFromWaitList = endpoint({
  method: 'DELETE',
  path: '/api/admin/wait-list/:id',
  summary: 'Remove an entry from a wait list; a reserved place goes to the next entry',
  access: { staff: ['editor', 'finance'] },
  params: z.object({ id: z.uuid() }),
  response: Done,
})
