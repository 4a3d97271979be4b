import { z } from 'zod'
import { endpoint } from '#platform/contract/endpoint.ts'
import { answer } from '#platform/contract/wire.ts'
import { staffRoles } from '#platform/kernel/actor.ts'
import { Done, text } from '../contract-views.ts'
import { SessionView } from '../customers/contract-account.ts'

const access = { staff: staffRoles } as const
const limit = { points: 20, seconds: 60 }

export const ownStaffAccount = endpoint({
  method: 'GET',
  path: '/api/admin/account',
  summary: 'My own staff account and where I am signed in',
  access,
  response: answer({
    username: z.string(),
    role: z.enum(staffRoles),
    secondFactor: z.boolean(),
    /** Whether members of staff must have a second factor to sign in. */
    secondFactorRequired: z.boolean(),
    sessions: z.array(SessionView),
  }),
})

export const changeOwnStaffPassword = endpoint({
  method: 'POST',
  path: '/api/admin/account/password',
  summary: 'Change my own password as a member of staff; every other session ends',
  access,
  limit,
  body: z.object({
    currentPassword: text('All password fields are required'),
    newPassword: text('All password fields are required'),
  }),
  response: Done,
})

export const offerOwnSecondFactor = endpoint({
  method: 'POST',
  path: '/api/admin/account/second-factor',
  summary: 'A new key for my authenticator app; nothing changes before its digits are confirmed',
  access,
  limit,
  body: z.object({
    password: text('Password is required'),
    /** The digits of the second factor that is being replaced, if there is one. */
    totp: z.string().max(20).optional(),
  }),
  response: answer({ secret: z.string(), uri: z.string(), token: z.string() }),
})

export const confirmOwnSecondFactor = endpoint({
  method: 'PUT',
  path: '/api/admin/account/second-factor',
  summary: 'Set up the offered key as my second factor; every other session ends',
  access,
  limit,
  body: z.object({ token: z.string().max(500), code: z.string().max(20) }),
  response: Done,
})
