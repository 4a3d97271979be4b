import { type ApiRouter, Authenticator, Reply } from '#platform/http/routes.ts'
import { AppError, refusedFields } from '#platform/kernel/error.ts'
import * as calls from '../contract.ts'
import { checkEmail, normalizeEmail } from '../rules.ts'
import {
  type AccountParts,
  deviceCookie,
  endSession,
  self,
  setDevice,
  signedIn,
  view,
  visitor,
} from './account-http.ts'
import { registrationCookie } from './registrations.ts'

/** The calls to sign up and sign in, by e-mail and password. */
export function mountSignInRoutes(api: ApiRouter, parts: AccountParts): void {
  const { registrations, signIns, sessions, resets, challenges, guard } = parts

  api.serve(calls.checkExists, async ({ body }, call) => {
    demandEmail(body.email)
    await challenges.demandWithPass(body.turnstileToken, call.address)
    return { exists: await registrations.exists(body.email) }
  })

  api.serve(calls.register, async ({ body }, call) => {
    const value = await registrations.register(body, call.address, () =>
      challenges.demand(body.turnstileToken, call.address),
    )
    call.setCookie({ ...registrationCookie, value })
    const { firstName, lastName, email } = body
    return new Reply(201, {
      message: 'Account created! Please check your email for the verification code.',
      requiresVerification: true,
      user: { email: normalizeEmail(email), firstName, lastName, isEmailVerified: false },
    })
  })

  api.serve(calls.sendCode, async ({ body }, call) => {
    demandEmail(body.email)
    await registrations.sendCode(
      body.email,
      call.cookie(registrationCookie.name),
      body.isResend,
      call.address,
    )
    return { message: body.isResend ? 'OTP resent successfully!' : 'OTP sent successfully!' }
  })

  api.serve(calls.verifyCode, async ({ body }, call) => {
    const cookie = call.cookie(registrationCookie.name)
    const { userId, email, session } = await registrations.verify(body, cookie, visitor(call))
    const previous = call.cookie(Authenticator.customerCookie)
    if (previous !== undefined) await sessions.end(previous)
    call.clearCookie(registrationCookie.name)
    signedIn(call, session, guard.deviceCookie('customer', email))
    return { message: 'Account created and verified!', user: await self(parts, userId) }
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
    return { message: 'Logged in successfully!', user: view(result.customer) }
  })

  api.serve(calls.logout, async (_input, call) => {
    await endSession(call, parts, Authenticator.customerCookie)
    return { message: 'Logged out' }
  })

  api.serve(calls.verifyUser, async (_input, { actor }) => ({
    user: await self(parts, actor.userId),
  }))

  api.serve(calls.userSession, async (_input, call) => {
    const actor = await call.customer()
    const person = actor ? await parts.accounts.get(actor.userId) : null
    return { isAuthenticated: person !== null, user: person ? view(person) : null }
  })

  api.serve(calls.forgotPassword, async ({ body }, call) => {
    demandEmail(body.email)
    await challenges.demand(body.turnstileToken, call.address)
    await resets.forgot(body.email)
    return {
      message: 'If an account exists for this address, we have sent a link to set a new password.',
    }
  })

  api.serve(calls.resetPassword, async ({ body }, call) => {
    const { email } = await resets.reset(body.token, body.password, call.address)
    call.clearCookie(Authenticator.customerCookie)
    // The person reads the account's mail, so they are its owner: this browser is not affected by strangers' tries.
    setDevice(call, guard.deviceCookie('customer', email))
    return { message: 'Your password has been changed. You can sign in now.' }
  })
}

function demandEmail(email: string): void {
  const problem = checkEmail(email)
  if (problem !== null) throw refusedFields('VALIDATION_FAILED', [{ path: 'email', message: problem }])
}
