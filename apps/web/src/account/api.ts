import { useQuery } from '@tanstack/react-query'
import type {
  checkExists as CheckExists,
  forgotPassword as ForgotPassword,
  login as Login,
  register as Register,
  resetPassword as ResetPassword,
  sendCode as SendCode,
  verifyCode as VerifyCode,
  verifyUser as VerifyUser,
} from '#modules/identity/contract.ts'
import type { UserView } from '#modules/identity/contract-views.ts'
import type {
  changePassword as ChangePassword,
  eraseMe as EraseMe,
  exportMe as ExportMe,
  listSessions as ListSessions,
  revokeSession as RevokeSession,
  updateProfile as UpdateProfile,
} from '#modules/identity/customers/contract-account.ts'
import { call } from '../lib/call.ts'

export type User = UserView

export interface Registration {
  firstName: string
  lastName: string
  email: string
  password: string
  phone: string
  company: string
}

type Token = { turnstileToken?: string }

/** Adds the bot check's token when there is one. */
function withToken(token: string | undefined): Token {
  return token ? { turnstileToken: token } : {}
}

export async function accountExists(email: string, token?: string): Promise<boolean> {
  const answer = await call<typeof CheckExists>('POST', '/api/auth/user/check-exists', {
    body: { email, ...withToken(token) },
  })
  return answer.exists
}

export function register(form: Registration, token?: string) {
  const body = { ...form, requireEmailVerification: true, ...withToken(token) }
  return call<typeof Register>('POST', '/api/auth/user/register', { body })
}

export function resendCode(email: string) {
  return call<typeof SendCode>('POST', '/api/auth/send-otp', { body: { email, isResend: true } })
}

export async function verifyCode(email: string, otpCode: string): Promise<User | undefined> {
  const answer = await call<typeof VerifyCode>('POST', '/api/auth/verify-otp', { body: { email, otpCode } })
  return answer?.user
}

export async function signIn(email: string, password: string, token?: string): Promise<User | undefined> {
  const body = { email, password, ...withToken(token) }
  const answer = await call<typeof Login>('POST', '/api/auth/user/login', { body })
  return answer?.user
}

export function forgotPassword(email: string, token?: string) {
  return call<typeof ForgotPassword>('POST', '/api/auth/user/forgot-password', {
    body: { email, ...withToken(token) },
  })
}

export function resetPassword(token: string, password: string) {
  return call<typeof ResetPassword>('POST', '/api/auth/user/reset-password', { body: { token, password } })
}

export const profileKey = ['profile', 'user'] as const
export const sessionsKey = ['profile', 'sessions'] as const

/** The signed-in customer with every field of the profile; fails with 401 for a guest. */
export function useProfile(enabled: boolean) {
  return useQuery({
    queryKey: profileKey,
    enabled,
    queryFn: async () => (await call<typeof VerifyUser>('GET', '/api/auth/user/verify')).user,
    staleTime: 60_000,
  })
}

export async function updateProfile(form: {
  firstName: string
  lastName: string
  phone: string
  company: string
}): Promise<User> {
  return (await call<typeof UpdateProfile>('PUT', '/api/users/profile', { body: form })).user
}

export function changePassword(currentPassword: string, newPassword: string) {
  const body = { currentPassword, newPassword }
  return call<typeof ChangePassword>('POST', '/api/users/change-password', { body })
}

async function fetchSessions() {
  return (await call<typeof ListSessions>('GET', '/api/users/sessions')).sessions
}

export function useSessions() {
  return useQuery({ queryKey: sessionsKey, queryFn: fetchSessions, staleTime: 0 })
}

export function revokeSession(id: string) {
  return call<typeof RevokeSession>('DELETE', '/api/users/sessions/:id', { params: { id } })
}

export function exportMyData() {
  return call<typeof ExportMe>('GET', '/api/users/me/export')
}

export function eraseMe(password: string) {
  return call<typeof EraseMe>('DELETE', '/api/users/me', { body: { password } })
}
