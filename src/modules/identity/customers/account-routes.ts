import { type ApiRouter, Authenticator } from '#platform/http/routes.ts'
import { AppError } from '#platform/kernel/error.ts'
import { type AccountParts, deviceCookie, sessionView, setSession, view, visitor } from './account-http.ts'
import * as calls from './contract-account.ts'
import { registrationCookie } from './registrations.ts'

/** The calls of a signed-in customer about themselves. */
export function mountAccountRoutes(api: ApiRouter, parts: AccountParts): void {
  const { accounts, privacy, sessions, passwords, activity } = parts

  api.serve(calls.updateProfile, async ({ body }, { actor }) => ({
    message: 'Profile updated successfully',
    user: view(await accounts.update(actor.userId, body)),
  }))

  api.serve(calls.changePassword, async ({ body }, call) => {
    const device = call.cookie(deviceCookie)
    const session = await passwords.change(call.actor.userId, body, visitor(call), device)
    setSession(call, session)
    return { message: 'Password changed successfully' }
  })

  api.serve(calls.listSessions, async (_input, { actor }) => ({
    sessions: (await sessions.list(actor.userId)).map((open) => sessionView(open, actor.sessionId)),
  }))

  api.serve(calls.revokeSession, async ({ params }, call) => {
    if (!(await sessions.revoke(call.actor.userId, params.id))) {
      throw new AppError('not-found', 'SESSION_NOT_FOUND', 'You have no such session.')
    }
    await activity.record({
      account: 'customer',
      accountId: call.actor.userId,
      activity: 'session-ended',
      address: call.address,
    })
    if (params.id === call.actor.sessionId) call.clearCookie(Authenticator.customerCookie)
    return { message: 'Signed out there' }
  })

  api.serve(calls.exportMe, async (_input, { actor, address }) => {
    const { exportedAt, data } = await privacy.export(actor.userId, address)
    return { exportedAt: exportedAt.toISOString(), data }
  })

  api.serve(calls.eraseMe, async ({ body }, call) => {
    await passwords.confirm(call.actor.userId, {
      password: body.password,
      visitor: visitor(call),
      device: call.cookie(deviceCookie),
    })
    await privacy.erase(call.actor.userId, call.address)
    for (const name of [Authenticator.customerCookie, registrationCookie.name, deviceCookie] as const)
      call.clearCookie(name)
    return { message: 'Your account has been erased.' }
  })
}
