import type { Call } from '#platform/http/call.ts'
import { type ApiRouter, Authenticator, Reply } from '#platform/http/routes.ts'
import { AppError } from '#platform/kernel/error.ts'
import type { Accounts } from './accounts.ts'
import type { Challenges } from './challenges.ts'
import * as calls from './contract.ts'
import { lifetimes } from './domain/sign-in-rules.ts'
import type { Customer } from './index.ts'
import type { PasswordChanges } from './password-changes.ts'
import type { PrivacyRequests } from './privacy-requests.ts'
import { type Registrations, registrationCookie } from './registrations.ts'
import { checkEmail } from './rules.ts'
import type { Sessions, Visitor } from './sessions.ts'
import type { SignInGuard } from './sign-in-guard.ts'
import type { SignIns } from './sign-ins.ts'

export interface CustomerDesk {
  registrations: Registrations
  signIns: SignIns
  sessions: Sessions
  passwords: PasswordChanges
  accounts: Accounts
  privacy: PrivacyRequests
  challenges: Challenges
  guard: SignInGuard
}

const deviceCookie = 'device'

/** The calls of a person who signs up or in, by e-mail and password. */
export function mountSignInRoutes(api: ApiRouter, desk: CustomerDesk): void {
  const { registrations, signIns, sessions, passwords, challenges, guard } = desk

  api.serve(calls.checkExists, async ({ body }, call) => {
    demandEmail(body.email)
    await challenges.demandWithPass(body.turnstileToken, call.address)
    return { success: true, exists: await registrations.exists(body.email) }
  })

  api.serve(calls.register, async ({ body }, call) => {
    const value = await registrations.register(body, () =>
      challenges.demand(body.turnstileToken, call.address),
    )
    call.setCookie({ ...registrationCookie, value })
    const { firstName, lastName, email } = body
    return new Reply(201, {
      success: true,
      message: 'Account created! Please check your email for the verification code.',
      requiresVerification: true,
      user: { email: email.trim().toLowerCase(), firstName, lastName, isEmailVerified: false },
    })
  })

  api.serve(calls.sendCode, async ({ body }, call) => {
    demandEmail(body.email)
    await registrations.sendCode(body.email, call.cookie(registrationCookie.name), body.isResend)
    return { success: true, message: body.isResend ? 'OTP resent successfully!' : 'OTP sent successfully!' }
  })

  api.serve(calls.verifyCode, async ({ body }, call) => {
    const cookie = call.cookie(registrationCookie.name)
    const { userId, email, session } = await registrations.verify(body, cookie, visitor(call))
    const previous = call.cookie(Authenticator.customerCookie)
    if (previous !== undefined) await sessions.end(previous)
    call.clearCookie(registrationCookie.name)
    signedIn(call, session, guard.deviceCookie('customer', email))
    return { success: true, message: 'Account created and verified!', user: await self(desk, userId) }
  })

  api.serve(calls.login, async ({ body }, call) => {
    await challenges.demand(body.turnstileToken, call.address)
    const result = await signIns.signIn(body, visitor(call), {
      session: call.cookie(Authenticator.customerCookie),
      device: call.cookie(deviceCookie),
    })
    if (result.kind === 'pending') {
      call.setCookie({ ...registrationCookie, value: result.registrationCookie })
      throw new AppError(
        'forbidden',
        'EMAIL_NOT_VERIFIED',
        'Please verify your email address. We have sent you a verification code.',
        { extra: { email: result.email, requiresVerification: true } },
      )
    }
    signedIn(call, result.session, result.device)
    return { success: true, message: 'Logged in successfully!', user: await self(desk, result.userId) }
  })

  api.serve(calls.logout, async (_input, call) => {
    await endSession(call, sessions, Authenticator.customerCookie)
    return { success: true, message: 'Logged out' }
  })

  api.serve(calls.verifyUser, async (_input, { actor }) => ({
    success: true,
    user: await self(desk, actor.userId),
  }))

  api.serve(calls.userSession, async (_input, call) => {
    const actor = await call.customer()
    const person = actor ? await desk.accounts.get(actor.userId) : null
    return { success: true, isAuthenticated: person !== null, user: person ? view(person) : null }
  })

  api.serve(calls.forgotPassword, async ({ body }, call) => {
    demandEmail(body.email)
    await challenges.demand(body.turnstileToken, call.address)
    await passwords.forgot(body.email)
    return {
      success: true,
      message: 'If an account exists for this address, we have sent a link to set a new password.',
    }
  })

  api.serve(calls.resetPassword, async ({ body }, call) => {
    const { email } = await passwords.reset(body.token, body.password)
    call.clearCookie(Authenticator.customerCookie)
    // Whoever reads the owner's mail is the owner: strangers' tries do not keep this browser out.
    setDevice(call, guard.deviceCookie('customer', email))
    return { success: true, message: 'Your password has been changed. You can sign in now.' }
  })
}

/** The calls of a signed-in customer about themselves. */
export function mountAccountRoutes(api: ApiRouter, desk: CustomerDesk): void {
  const { accounts, privacy, sessions, passwords } = desk

  api.serve(calls.updateProfile, async ({ body }, { actor }) => ({
    success: true,
    message: 'Profile updated successfully',
    user: view(await accounts.update(actor.userId, body)),
  }))

  api.serve(calls.changePassword, async ({ body }, call) => {
    const device = call.cookie(deviceCookie)
    const session = await passwords.change(call.actor.userId, body, visitor(call), device)
    setSession(call, session)
    return { success: true, message: 'Password changed successfully' }
  })

  api.serve(calls.listSessions, async (_input, { actor }) => ({
    success: true,
    sessions: (await sessions.list(actor.userId)).map((open) => ({
      id: open.handle,
      createdAt: open.createdAt.toISOString(),
      lastSeenAt: open.seenAt.toISOString(),
      current: open.handle === actor.sessionId,
      device: open.agent,
      address: open.address,
    })),
  }))

  api.serve(calls.revokeSession, async ({ params }, call) => {
    if (!(await sessions.revoke(call.actor.userId, params.id))) {
      throw new AppError('not-found', 'SESSION_NOT_FOUND', 'You have no such session.')
    }
    if (params.id === call.actor.sessionId) call.clearCookie(Authenticator.customerCookie)
    return { success: true, message: 'Signed out there' }
  })

  api.serve(calls.exportMe, async (_input, { actor }) => ({
    success: true,
    exportedAt: new Date().toISOString(),
    data: await privacy.export(actor.userId),
  }))

  api.serve(calls.eraseMe, async (_input, call) => {
    await privacy.erase(call.actor.userId)
    for (const name of [Authenticator.customerCookie, registrationCookie.name, deviceCookie])
      call.clearCookie(name)
    return { success: true, message: 'Your account has been erased.' }
  })
}

/** Ends the session that a cookie of this browser carries, and the cookie. */
export async function endSession(call: Call, sessions: Sessions, cookie: string): Promise<void> {
  const secret = call.cookie(cookie)
  if (secret !== undefined) await sessions.end(secret)
  call.clearCookie(cookie)
}

export function visitor(call: Call): Visitor {
  return { address: call.address, agent: call.header('user-agent') ?? '' }
}

function signedIn(call: Call, session: string, device: { value: string; maxAge: number }): void {
  setSession(call, session)
  setDevice(call, device)
}

function setDevice(call: Call, device: { value: string; maxAge: number }): void {
  call.setCookie({ name: deviceCookie, ...device })
}

/** The browser keeps the cookie as long as the session can live; the server ends it earlier when it is not used. */
function setSession(call: Call, value: string): void {
  call.setCookie({ name: Authenticator.customerCookie, value, maxAge: lifetimes.customerMs / 1000 })
}

function demandEmail(email: string): void {
  const problem = checkEmail(email)
  if (problem !== null) throw new AppError('invalid', 'VALIDATION_FAILED', problem, { errors: [problem] })
}

async function self({ accounts }: CustomerDesk, userId: string): Promise<calls.UserView> {
  const person = await accounts.get(userId)
  if (!person) throw new AppError('unauthenticated', 'UNAUTHENTICATED', 'Please log in again.')
  return view(person)
}

function view(person: Customer): calls.UserView {
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
