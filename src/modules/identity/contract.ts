import { z } from 'zod'
import { endpoint } from '#platform/contract/endpoint.ts'
import { staffRoles } from '#platform/kernel/actor.ts'

/**
 * A text field. Types are strict, the rules themselves (and their texts) are in rules.ts, so that the answer to a
 * broken rule is the same sentence in the browser and on the server. Unknown fields are dropped without effect.
 */
function text(missing: string, max = 1_000) {
  return z
    .string({ error: (issue) => (issue.input === undefined ? missing : `${missing} and must be text`) })
    .max(max)
}
const optionalText = z.string().max(1_000).nullish()
const token = z.string().max(2_048).optional()

export const UserView = z.object({
  id: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  isEmailVerified: z.boolean(),
  createdAt: z.string(),
  metadata: z.object({ phone: z.string(), company: z.string() }),
})
export type UserView = z.infer<typeof UserView>

const Done = z.object({ success: z.boolean(), message: z.string() })
const SignedIn = z.object({ success: z.boolean(), message: z.string(), user: UserView })

export const checkExists = endpoint({
  method: 'POST',
  path: '/api/auth/user/check-exists',
  summary: 'Whether a verified account has this address',
  access: 'public',
  limit: { points: 10, seconds: 60 },
  body: z.object({ email: text('Email is required'), turnstileToken: token }),
  response: z.object({ success: z.boolean(), exists: z.boolean() }),
})

export const register = endpoint({
  method: 'POST',
  path: '/api/auth/user/register',
  summary: 'Store a pending registration for 30 minutes and mail its code',
  access: 'public',
  limit: { points: 10, seconds: 60 },
  body: z.object({
    firstName: text('Full name is required'),
    lastName: z.string().max(1_000).default(''),
    email: text('Email is required'),
    password: text('Password is required'),
    phone: optionalText,
    company: optionalText,
    turnstileToken: token,
  }),
  response: z.object({
    success: z.boolean(),
    message: z.string(),
    requiresVerification: z.boolean(),
    user: z.object({
      email: z.string(),
      firstName: z.string(),
      lastName: z.string(),
      isEmailVerified: z.boolean(),
    }),
  }),
})

export const sendCode = endpoint({
  method: 'POST',
  path: '/api/auth/send-otp',
  summary: 'Mail the code of the pending registration of this browser',
  access: 'public',
  limit: { points: 20, seconds: 60 },
  body: z.object({ email: text('Email is required'), isResend: z.boolean().default(false) }),
  response: Done,
})

export const verifyCode = endpoint({
  method: 'POST',
  path: '/api/auth/verify-otp',
  summary: 'Create the account of the pending registration of this browser and sign in',
  access: 'public',
  limit: { points: 30, seconds: 60 },
  body: z.object({ email: text('Email is required'), otpCode: text('Please enter the OTP code', 100) }),
  response: SignedIn,
})

export const login = endpoint({
  method: 'POST',
  path: '/api/auth/user/login',
  summary: 'Sign a customer in',
  access: 'public',
  limit: { points: 30, seconds: 60 },
  body: z.object({
    email: text('Email is required'),
    password: text('Password is required'),
    turnstileToken: token,
  }),
  response: SignedIn,
})

export const logout = endpoint({
  method: 'POST',
  path: '/api/auth/user/logout',
  summary: 'End the customer session of this browser',
  access: 'public',
  response: Done,
})

export const verifyUser = endpoint({
  method: 'GET',
  path: '/api/auth/user/verify',
  summary: 'The signed-in customer, or 401',
  access: 'customer',
  response: z.object({ success: z.boolean(), user: UserView }),
})

export const userSession = endpoint({
  method: 'GET',
  path: '/api/auth/user/session',
  summary: 'The signed-in customer or null, always 200',
  access: 'public',
  response: z.object({
    success: z.boolean(),
    isAuthenticated: z.boolean(),
    user: UserView.nullable(),
  }),
})

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/api/auth/user/forgot-password',
  summary: 'Mail a one-time link to set a new password; the same answer whether the address is known or not',
  access: 'public',
  limit: { points: 10, seconds: 60 },
  body: z.object({ email: text('Email is required'), turnstileToken: token }),
  response: Done,
})

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/auth/user/reset-password',
  summary: 'Set a new password with the token of a mailed link',
  access: 'public',
  limit: { points: 10, seconds: 60 },
  body: z.object({ token: text('The link is incomplete'), password: text('Password is required') }),
  response: Done,
})

export const updateProfile = endpoint({
  method: 'PUT',
  path: '/api/users/profile',
  summary: 'Change name, phone and company',
  access: 'customer',
  body: z.object({
    firstName: text('First name and last name are required'),
    lastName: text('First name and last name are required'),
    phone: optionalText,
    company: optionalText,
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

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/users/sessions',
  summary: 'Where I am signed in',
  access: 'customer',
  response: z.object({ success: z.boolean(), sessions: z.array(SessionView) }),
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
  response: z.object({
    success: z.boolean(),
    exportedAt: z.string(),
    data: z.record(z.string(), z.unknown()),
  }),
})

export const eraseMe = endpoint({
  method: 'DELETE',
  path: '/api/users/me',
  summary: 'Erase my account and what is personal; orders stay without a name',
  access: 'customer',
  response: Done,
})

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
    /** The digits of the authenticator app, asked for by code TOTP_REQUIRED. */
    totp: z.string().max(20).optional(),
  }),
  response: z.object({ success: z.boolean(), message: z.string(), user: StaffView }),
})

export const staffVerify = endpoint({
  method: 'GET',
  path: '/api/auth/verify',
  summary: 'The signed-in member of staff, or 401',
  access: { staff: staffRoles },
  response: z.object({ success: z.boolean(), authenticated: z.boolean(), user: StaffView }),
})

export const staffLogout = endpoint({
  method: 'POST',
  path: '/api/auth/logout',
  summary: 'End every session of this browser, staff and customer',
  access: 'public',
  response: Done,
})
