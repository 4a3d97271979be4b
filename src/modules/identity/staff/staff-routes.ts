import { type ApiRouter, Authenticator } from '#platform/http/routes.ts'
import { type AccountParts, endSession, visitor } from '../customers/account-http.ts'
import { lifetimes } from '../domain/sign-in-rules.ts'
import { staffLogin, staffLogout, staffVerify } from './contract-staff.ts'
import type { StaffSignIns } from './staff-sign-ins.ts'

export const staffDeviceCookie = 'staff-device'

/** The calls of members of staff. Their cookie is not the customers' cookie. */
export function mountStaffRoutes(
  api: ApiRouter,
  signIns: StaffSignIns,
  parts: Pick<AccountParts, 'sessions' | 'activity'>,
): void {
  api.serve(staffLogin, async ({ body }, call) => {
    const { member, session, device } = await signIns.signIn(body, visitor(call), {
      session: call.cookie(Authenticator.staffCookie),
      device: call.cookie(staffDeviceCookie),
    })
    call.setCookie({ name: Authenticator.staffCookie, value: session, maxAge: lifetimes.staffMs / 1000 })
    call.setCookie({ name: staffDeviceCookie, ...device })
    return {
      message: 'Logged in',
      user: { username: member.username, role: member.role },
    }
  })

  api.serve(staffVerify, async (_input, { actor }) => ({
    authenticated: true,
    user: { username: actor.username, role: actor.role },
  }))

  api.serve(staffLogout, async (_input, call) => {
    await endSession(call, parts, Authenticator.staffCookie)
    await endSession(call, parts, Authenticator.customerCookie)
    return { message: 'Logged out' }
  })
}
