import type { editableContent } from '#modules/content/contract.ts'
import type { staffLogin, staffLogout, staffVerify } from '#modules/identity/staff/contract-staff.ts'
import { type AnswerOf, ApiFailure, call } from '../lib/call.ts'
import { keys, local } from '../lib/storage.ts'

export type Staff = AnswerOf<typeof staffVerify>['user']
export type Role = Staff['role']
export type Content = AnswerOf<typeof editableContent>
export type Tree = Pick<Content, 'pages'>
export type Page = Content['pages'][number]

export const staffKey = ['staff'] as const

/** The member of staff of this browser, or null. @throws ApiFailure if the server cannot be reached or fails. */
export async function verifyStaff(): Promise<Staff | null> {
  if (local.get(keys.staffLogout) !== undefined) {
    await logOutStaff().catch(() => undefined)
    return null
  }
  try {
    return (await call<typeof staffVerify>('GET', '/api/auth/verify')).user
  } catch (failure) {
    if (failure instanceof ApiFailure && failure.status >= 400 && failure.status < 500) return null
    throw failure
  }
}

export interface StaffLogin {
  username: string
  password: string
  totp?: string
  /** The token of the second factor being set up. */
  enrolment?: string
}

/** A key for an authenticator app, which comes with the code TOTP_NOT_ENROLLED. */
export interface Enrolment {
  secret: string
  uri: string
  token: string
}

/** The second factor that the account must set up first, if the failure has one. */
export function enrolmentIn(failure: unknown): Enrolment | undefined {
  if (!(failure instanceof ApiFailure) || failure.code !== 'TOTP_NOT_ENROLLED') return undefined
  const { secret, uri, token } = (failure.extra.enrolment ?? {}) as Partial<Enrolment>
  return secret && uri && token ? { secret, uri, token } : undefined
}

export async function logInStaff(body: StaffLogin) {
  const answer = await call<typeof staffLogin>('POST', '/api/auth/login', { body })
  local.remove(keys.staffLogout)
  return answer
}

/**
 * Ends the session. If the server cannot be reached, the cookie remains, since scripts cannot delete it: until the
 * server has answered, this browser counts as signed out, and the next visit repeats the call.
 */
export async function logOutStaff(): Promise<void> {
  local.set(keys.staffLogout, '1')
  await call<typeof staffLogout>('POST', '/api/auth/logout')
  local.remove(keys.staffLogout)
}
