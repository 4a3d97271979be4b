import { z } from 'zod'
import { endpoint } from '#platform/contract/endpoint.ts'
import { answer } from '#platform/contract/wire.ts'
import { staffRoles } from '#platform/kernel/actor.ts'
import { Done, text } from '../contract-views.ts'

export const StaffView = z.object({ username: z.string(), role: z.enum(staffRoles) })

export const staffLogin = endpoint({
  method: 'POST',
  path: '/api/auth/login',
  summary: 'Sign a member of staff in',
  access: 'public',
  limit: { points: 30, seconds: 60 },
  body: z.object({
    username: text('Username is required'),
    password: text('Password is required'),
    /** The digits of the authenticator app; demanded by code TOTP_REQUIRED. */
    totp: z.string().max(20).optional(),
    /** With `totp`: the token that came with code TOTP_NOT_ENROLLED and a new key. */
    enrolment: z.string().max(500).optional(),
  }),
  response: answer({ message: z.string(), user: StaffView }),
})

export const staffVerify = endpoint({
  method: 'GET',
  path: '/api/auth/verify',
  summary: 'The signed-in member of staff, or 401',
  access: { staff: staffRoles },
  response: answer({ authenticated: z.boolean(), user: StaffView }),
})

export const staffLogout = endpoint({
  method: 'POST',
  path: '/api/auth/logout',
  summary: 'End every session of this browser, staff and customer',
  access: 'public',
  response: Done,
})
