import type { CookieName } from '#platform/contract/browser-storage.ts'
import type { Call } from '#platform/http/call.ts'
import { Authenticator } from '#platform/http/routes.ts'
import { AppError } from '#platform/kernel/error.ts'
import type { AccountActivity } from '../accounts/account-activity.ts'
import type { UserView } from '../contract-views.ts'
import { lifetimes } from '../domain/sign-in-rules.ts'
import type { Customer } from '../index.ts'
import type { Challenges } from '../sessions/challenges.ts'
import type { OpenSession, Sessions, Visitor } from '../sessions/sessions.ts'
import type { SignInGuard } from '../sessions/sign-in-guard.ts'
import type { Accounts } from './accounts.ts'
import type { SessionView } from './contract-account.ts'
import type { PasswordChanges } from './password-changes.ts'
import type { PasswordResets } from './password-resets.ts'
import type { PrivacyRequests } from './privacy-requests.ts'
import type { Registrations } from './registrations.ts'
import type { SignIns } from './sign-ins.ts'

/** The classes that the customers' routes use. */
export interface AccountParts {
  registrations: Registrations
  signIns: SignIns
  sessions: Sessions
  passwords: PasswordChanges
  resets: PasswordResets
  accounts: Accounts
  privacy: PrivacyRequests
  challenges: Challenges
  guard: SignInGuard
  activity: AccountActivity
}

export const deviceCookie = 'device'

/** Ends the session that a cookie of this browser carries, and the cookie. */
export async function endSession(
  call: Call,
  { sessions, activity }: Pick<AccountParts, 'sessions' | 'activity'>,
  cookie: CookieName,
): Promise<void> {
  const secret = call.cookie(cookie)
  const ended = secret === undefined ? null : await sessions.end(secret)
  if (ended !== null)
    await activity.record({
      account: ended.kind,
      accountId: ended.subject,
      activity: 'signed-out',
      address: call.address,
    })
  call.clearCookie(cookie)
  // Clears the cached pages of this person. Storage is kept: it holds this browser's consent.
  call.res.setHeader('Clear-Site-Data', '"cache"')
}

export function visitor(call: Call): Visitor {
  return { address: call.address, agent: call.header('user-agent') ?? '' }
}

export function signedIn(call: Call, session: string, device: { value: string; maxAge: number }): void {
  setSession(call, session)
  setDevice(call, device)
}

export function setDevice(call: Call, device: { value: string; maxAge: number }): void {
  call.setCookie({ name: deviceCookie, ...device })
}

/** The cookie lasts as long as the session can; the server ends an unused session earlier. */
export function setSession(call: Call, value: string): void {
  call.setCookie({ name: Authenticator.customerCookie, value, maxAge: lifetimes.customerMs / 1000 })
}

/** `current` is the id of the caller's session. */
export function sessionView(open: OpenSession, current: string): SessionView {
  return {
    id: open.handle,
    createdAt: open.createdAt.toISOString(),
    lastSeenAt: open.seenAt.toISOString(),
    current: open.handle === current,
    device: open.agent,
    address: open.address,
  }
}

export async function self({ accounts }: AccountParts, userId: string): Promise<UserView> {
  const person = await accounts.get(userId)
  if (!person) throw new AppError('unauthenticated', 'UNAUTHENTICATED', 'Please log in again.')
  return view(person)
}

export function view(person: Customer): UserView {
  return {
    id: person.id,
    email: person.email,
    firstName: person.firstName,
    lastName: person.lastName,
    isEmailVerified: person.isEmailVerified,
    createdAt: person.createdAt.toISOString(),
    metadata: { phone: person.phone ?? '', company: person.company ?? '' },
  }
}
