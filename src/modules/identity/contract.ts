import { z } from 'zod'
import { endpoint } from '#platform/contract/endpoint.ts'
import { answer } from '#platform/contract/wire.ts'
import { plainDigits } from '#platform/kernel/plain.ts'
import { company, Done, namePart, phone, SignedIn, text, token, UserView } from './contract-views.ts'

export const checkExists = endpoint({
  method: 'POST',
  path: '/api/auth/user/check-exists',
  summary: 'Whether a verified account has this address',
  access: 'public',
  // The answer reveals whether an address has an account, so the calls per day are limited.
  limit: { points: 10, seconds: 60, perDay: 100, dayCounter: 'who is a customer' },
  body: z.object({ email: text('Email is required'), turnstileToken: token }),
  response: answer({ exists: z.boolean() }),
})

export const register = endpoint({
  method: 'POST',
  path: '/api/auth/user/register',
  summary: 'Store a pending registration for 30 minutes and mail its code',
  access: 'public',
  // USER_EXISTS reveals the same as check-exists, so it counts for the same day.
  limit: {
    points: 10,
    seconds: 60,
    perDay: 100,
    dayCounter: 'who is a customer',
    dayCounts: 'USER_EXISTS',
  },
  body: z.object({
    firstName: namePart('Full name is required'),
    lastName: namePart('Full name is required').default(''),
    email: text('Email is required'),
    password: text('Password is required'),
    phone,
    company,
    turnstileToken: token,
  }),
  response: answer({
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
  body: z.object({
    email: text('Email is required'),
    otpCode: text('Please enter the OTP code', 100).overwrite(plainDigits),
  }),
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
  limit: { points: 600, seconds: 60 },
  response: Done,
})

export const verifyUser = endpoint({
  method: 'GET',
  path: '/api/auth/user/verify',
  summary: 'The signed-in customer, or 401',
  access: 'customer',
  response: answer({ user: UserView }),
})

export const userSession = endpoint({
  method: 'GET',
  path: '/api/auth/user/session',
  summary: 'The signed-in customer or null, always 200',
  access: 'public',
  limit: { points: 600, seconds: 60 },
  response: answer({
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
