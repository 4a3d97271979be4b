import { z } from 'zod'
import { MomentText } from '#platform/contract/dates.ts'
import { endpoint } from '#platform/contract/endpoint.ts'
import { answer, Moment } from '#platform/contract/wire.ts'
import { staffRoles } from '#platform/kernel/actor.ts'
import { Done } from '../contract-views.ts'
import { SessionView } from '../customers/contract-account.ts'
import { activities } from '../domain/activity.ts'

const ownerOnly = { staff: ['owner'] } as const
const member = z.object({ id: z.uuid() })

export const endStaffSession = endpoint({
  method: 'DELETE',
  path: '/api/admin/sessions/:id',
  summary: 'End one of my sessions; an owner ends anybody’s',
  access: { staff: staffRoles },
  params: z.object({ id: z.string().max(100) }),
  response: Done,
})

export const listStaff = endpoint({
  method: 'GET',
  path: '/api/admin/staff',
  summary: 'The members of staff, whether they can sign in, and their sessions',
  access: ownerOnly,
  response: answer({
    members: z.array(
      z.object({
        id: z.string(),
        username: z.string(),
        role: z.enum(staffRoles),
        self: z.boolean(),
        secondFactor: z.boolean(),
        /** Cannot sign in until an owner enables the account. */
        disabled: z.boolean(),
        /** After too many tries, browsers that have not signed in to the account before must wait for up to an hour. */
        lockedOut: z.boolean(),
        sessions: z.array(SessionView),
      }),
    ),
  }),
})

export const createStaff = endpoint({
  method: 'POST',
  path: '/api/admin/staff',
  summary: 'Add a member of staff; the generated password is shown once',
  access: ownerOnly,
  limit: { points: 10, seconds: 60 },
  body: z.object({ username: z.string().trim().max(64), role: z.enum(staffRoles) }),
  response: answer({ username: z.string(), password: z.string() }),
})

export const changeStaff = endpoint({
  method: 'PATCH',
  path: '/api/admin/staff/:id',
  summary: 'Give another member another role, or disable or enable the account; disabling ends its sessions',
  access: ownerOnly,
  params: member,
  body: z.object({ role: z.enum(staffRoles).optional(), disabled: z.boolean().optional() }),
  response: Done,
})

export const liftStaffWait = endpoint({
  method: 'POST',
  path: '/api/admin/staff/:id/lift-wait',
  summary: 'Let a member sign in again who has to wait after too many tries',
  access: ownerOnly,
  params: member,
  response: Done,
})

export const newStaffPassword = endpoint({
  method: 'POST',
  path: '/api/admin/staff/:id/password',
  summary: 'Give another member a new password, shown once; sessions and wait end',
  access: ownerOnly,
  limit: { points: 10, seconds: 60 },
  params: member,
  response: answer({
    message: z.string(),
    username: z.string(),
    password: z.string(),
  }),
})

export const removeStaffSecondFactor = endpoint({
  method: 'DELETE',
  path: '/api/admin/staff/:id/second-factor',
  summary: 'Take another member’s second factor away; sessions end, the next sign-in sets up a new one',
  access: ownerOnly,
  params: member,
  response: Done,
})

export const listActivity = endpoint({
  method: 'GET',
  path: '/api/admin/activity',
  summary:
    'Sign-ins, failed tries, sign-outs and changes of accounts, newest first; all of them, or of one account, kind or time; viewers see no addresses',
  access: { staff: ['editor', 'viewer'] },
  query: z.object({
    account: z.enum(['customer', 'staff']).optional(),
    /** The account of this member of staff. */
    username: z.string().max(200).optional(),
    activity: z.enum(activities).optional(),
    from: MomentText.optional(),
    /** Before this moment. */
    until: MomentText.optional(),
    before: z.coerce.number().int().min(1).max(9_000_000_000_000_000).optional(),
  }),
  response: answer({
    /** Of all members of staff: what `username` can be. */
    usernames: z.array(z.string()),
    entries: z.array(
      z.object({
        id: z.number(),
        at: Moment,
        account: z.enum(['customer', 'staff']),
        /** Null when no account has the typed name. */
        accountId: z.string().nullable(),
        /** The username of a member of staff; null for other accounts. */
        username: z.string().nullable(),
        activity: z.enum(activities),
        /** The author of an action on another account: a username, `command-line` or `configuration`. */
        by: z.string().nullable(),
        /** Kept for 90 days. */
        address: z.string().nullable(),
      }),
    ),
  }),
})
