import { z } from 'zod'
import { canonicalEmail, emailMax } from '#platform/contract/email.ts'
import { endpoint } from '#platform/contract/endpoint.ts'
import { InputId } from '#platform/contract/input-id.ts'
import { answer, Done, Moment } from '#platform/contract/wire.ts'

const Address = z
  .string('must be an email address')
  .max(emailMax, 'must be an email address')
  .transform((typed, context) => {
    const email = canonicalEmail(typed)
    if (email !== null) return email
    context.addIssue({ code: 'custom', message: 'must be an email address' })
    return z.NEVER
  })

/** A seat for its organization. */
export const OrganizationSeat = z.object({
  id: z.uuid(),
  orderId: z.uuid(),
  /** The number among the order's seats, from 1. */
  number: z.number().int(),
  state: z.enum(['open', 'invited', 'claimed']),
  /** Counts the invitations to the seat; 0 before the first. */
  round: z.number().int(),
  /** Whether the order is paid or released; only then can people be invited. */
  usable: z.boolean(),
  /** A refund that closes the seat is under way. */
  closing: z.boolean(),
  /** Of the invited person, or of the participant; null for neither, and for an erased person. */
  email: z.string().nullable(),
  name: z.string().nullable(),
  invitedAt: Moment.nullable(),
  /** The link of the invitation and its expiry. */
  link: z.object({ url: z.url(), until: Moment, over: z.boolean() }).nullable(),
  claimedAt: Moment.nullable(),
  cohort: z
    .object({ id: z.uuid(), startsOn: z.string(), begun: z.boolean(), cancelled: z.boolean() })
    .nullable(),
  /** A seat without a place needs a date. */
  hasPlace: z.boolean(),
  /** The participant's progress; null for an unclaimed seat, and for a participant who does not share it. */
  progress: z.object({ labsAttended: z.number().int(), assignmentsAccepted: z.number().int() }).nullable(),
})
export type OrganizationSeat = z.output<typeof OrganizationSeat>

const params = z.object({ id: InputId })
const limit = { points: 60, seconds: 60, perDay: 2_000 }
/** A call may send many mails. */
const limitOfMails = { points: 20, seconds: 60, perDay: 200 }
/** Most addresses in one call. */
export const mostInvited = 500

export const organizationSeats = endpoint({
  method: 'GET',
  path: '/api/organizations/:id/seats',
  summary: 'The seats of an organization, with their participants and their progress',
  access: 'customer',
  params,
  response: answer({ seats: z.array(OrganizationSeat) }),
})

export const inviteToSeats = endpoint({
  method: 'POST',
  path: '/api/organizations/:id/seats/invite',
  summary: 'Assign the free seats of an order to these addresses, and invite them by mail',
  access: 'customer',
  limit: limitOfMails,
  params,
  body: z.object({ orderId: InputId, emails: z.array(Address).min(1).max(mostInvited) }),
  /** `already`: addresses that have a seat of the order, or are invited to one. */
  response: answer({
    invited: z.array(z.string()),
    already: z.array(z.string()),
    /** Addresses for which no seat was left, because another manager assigned it at the same time. */
    noSeat: z.array(z.string()),
  }),
})

export const remindOfSeats = endpoint({
  method: 'POST',
  path: '/api/organizations/:id/seats/remind',
  summary:
    'Send invitations to unclaimed seats again, at most once an hour; the links are extended to 30 days from now',
  access: 'customer',
  limit: limitOfMails,
  params,
  body: z.object({ seatIds: z.array(InputId).min(1).max(500) }),
  response: answer({ reminded: z.number().int() }),
})

export const revokeSeat = endpoint({
  method: 'POST',
  path: '/api/organizations/:id/seats/revoke',
  summary: 'Revoke an invitation, or a claimed seat before its cohort has begun',
  access: 'customer',
  limit,
  params,
  /** `state` and `round` as the caller saw them. */
  body: z.object({
    seatId: InputId,
    state: z.enum(['open', 'invited', 'claimed']),
    round: z.number().int().min(0).max(1_000_000),
  }),
  response: Done,
})

export const moveSeat = endpoint({
  method: 'POST',
  path: '/api/organizations/:id/seats/move',
  summary:
    'Move a seat into another cohort: once before its cohort has begun, or at any time without a place',
  access: 'customer',
  limit,
  params,
  body: z.object({ seatId: InputId, cohortId: InputId }),
  response: Done,
})

/** The query of a mailed link. */
const token = z.string().max(500)
/** Everybody invited by one call may use the same network address at once. Links are signed and cannot be guessed. */
const limitOfInvited = { points: 1_000, seconds: 60, perValue: { field: 'token', points: 30 } }

export const seatInvitation = endpoint({
  method: 'POST',
  path: '/api/seats/invitation',
  summary: 'The seat and the invited address of an invitation, by its link; changes nothing',
  access: 'public',
  limit: limitOfInvited,
  body: z.object({ token }),
  response: answer({
    invitation: z.object({
      seatId: z.uuid(),
      organization: z.string(),
      state: z.enum(['invited', 'claimed']),
      /** Null for a claimed seat. */
      email: z.string().nullable(),
      /** The caller has claimed it. */
      isMine: z.boolean(),
      /** Whether the order is paid. */
      usable: z.boolean(),
      startsOn: z.string().nullable(),
    }),
  }),
})

export const claimSeat = endpoint({
  method: 'POST',
  path: '/api/seats/claim',
  summary: 'Claim the seat of a mailed link; the caller has the invited address',
  access: 'customer',
  limit: limitOfInvited,
  body: z.object({
    token,
    /** Whether the organization may see the progress (`domain/report-consent.ts`); absent where it was not asked. */
    sharesReport: z.boolean().optional(),
  }),
  response: answer({ seatId: z.uuid() }),
})
