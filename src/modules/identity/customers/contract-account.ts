import { z } from 'zod'
import { endpoint } from '#platform/contract/endpoint.ts'
import { answer } from '#platform/contract/wire.ts'
import { company, Done, namePart, phone, SignedIn, text } from '../contract-views.ts'

export const updateProfile = endpoint({
  method: 'PUT',
  path: '/api/users/profile',
  summary: 'Change name, phone and company',
  access: 'customer',
  body: z.object({
    firstName: namePart('First name and last name are required'),
    lastName: namePart('First name and last name are required'),
    phone,
    company,
  }),
  response: SignedIn,
})

export const changePassword = endpoint({
  method: 'POST',
  path: '/api/users/change-password',
  summary: 'Change the password; every other session ends',
  access: 'customer',
  limit: { points: 20, seconds: 60 },
  body: z.object({
    currentPassword: text('All password fields are required'),
    newPassword: text('All password fields are required'),
  }),
  response: Done,
})

export const SessionView = z.object({
  id: z.string(),
  createdAt: z.string(),
  lastSeenAt: z.string(),
  current: z.boolean(),
  device: z.string(),
  address: z.string(),
})

export type SessionView = z.infer<typeof SessionView>

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/users/sessions',
  summary: 'Where I am signed in',
  access: 'customer',
  response: answer({ sessions: z.array(SessionView) }),
})

export const revokeSession = endpoint({
  method: 'DELETE',
  path: '/api/users/sessions/:id',
  summary: 'End one of my sessions',
  access: 'customer',
  params: z.object({ id: z.string().max(100) }),
  response: Done,
})

export const exportMe = endpoint({
  method: 'GET',
  path: '/api/users/me/export',
  summary: 'Everything stored about me',
  access: 'customer',
  limit: { points: 10, seconds: 60 },
  response: answer({
    exportedAt: z.string(),
    data: z.record(z.string(), z.unknown()),
  }),
})

export const eraseMe = endpoint({
  method: 'DELETE',
  path: '/api/users/me',
  summary: 'Erase my account and what is personal, with its password; orders stay without a name',
  access: 'customer',
  limit: { points: 20, seconds: 60 },
  body: z.object({ password: text('Password is required') }),
  response: Done,
})
