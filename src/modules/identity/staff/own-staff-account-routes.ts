import type { Call } from '#platform/http/call.ts'
import { type ApiRouter, Authenticator } from '#platform/http/routes.ts'
import { sessionView, visitor } from '../customers/account-http.ts'
import { lifetimes } from '../domain/sign-in-rules.ts'
import * as calls from './contract-staff-self.ts'
import type { OwnStaffAccount } from './own-staff-account.ts'
import { staffDeviceCookie } from './staff-routes.ts'

const callerOf = (call: Call) => ({ ...visitor(call), device: call.cookie(staffDeviceCookie) })
const setSession = (call: Call, value: string): void =>
  call.setCookie({ name: Authenticator.staffCookie, value, maxAge: lifetimes.staffMs / 1000 })

/** The calls of members of staff about their own account. */
export function mountOwnStaffAccountRoutes(api: ApiRouter, account: OwnStaffAccount): void {
  api.serve(calls.ownStaffAccount, async (_input, { actor }) => {
    const { sessions, ...overview } = await account.overview(actor)
    return {
      ...overview,
      sessions: sessions.map((open) => sessionView(open, actor.sessionId)),
    }
  })

  api.serve(calls.changeOwnStaffPassword, async ({ body }, call) => {
    setSession(call, await account.changePassword(call.actor, body, callerOf(call)))
    return { message: 'Password changed' }
  })

  api.serve(calls.offerOwnSecondFactor, ({ body }, call) =>
    account.offerSecondFactor(call.actor, body, callerOf(call)),
  )

  api.serve(calls.confirmOwnSecondFactor, async ({ body }, call) => {
    setSession(call, await account.confirmSecondFactor(call.actor, body, callerOf(call)))
    return { message: 'The second factor is set up' }
  })
}
