import { type ApiRouter, Authenticator } from '#platform/http/routes.ts'
import type { AccountActivity } from '../accounts/account-activity.ts'
import { sessionView } from '../customers/account-http.ts'
import * as calls from './contract-staff-accounts.ts'
import type { StaffAccounts } from './staff-accounts.ts'
import type { StaffChanges } from './staff-changes.ts'

/** The calls about the accounts and sessions of members of staff, and about the activity of accounts. */
export function mountStaffAccountRoutes(
  api: ApiRouter,
  accounts: StaffAccounts,
  changes: StaffChanges,
  activity: AccountActivity,
): void {
  api.serve(calls.endStaffSession, async ({ params }, call) => {
    await accounts.endSession(params.id, call.actor, call.address)
    if (params.id === call.actor.sessionId) call.clearCookie(Authenticator.staffCookie)
    return { message: 'Session ended' }
  })

  api.serve(calls.listStaff, async (_input, { actor }) => ({
    members: (await accounts.members()).map(({ sessions, ...member }) => ({
      ...member,
      self: member.id === actor.staffId,
      sessions: sessions.map((open) => sessionView(open, actor.sessionId)),
    })),
  }))

  api.serve(calls.createStaff, ({ body }, { actor, address }) => changes.create(body, actor, address))

  api.serve(calls.changeStaff, async ({ params, body }, { actor, address }) => {
    await changes.change(params.id, body, actor, address)
    return { message: 'The account is changed.' }
  })

  api.serve(calls.liftStaffWait, async ({ params }, { actor, address }) => {
    await accounts.liftWait(params.id, actor, address)
    return { message: 'The wait is lifted.' }
  })

  api.serve(calls.newStaffPassword, async ({ params }, { actor, address }) => ({
    message: 'The password is changed. It is shown once.',
    ...(await accounts.newPassword(params.id, actor, address)),
  }))

  api.serve(calls.removeStaffSecondFactor, async ({ params }, { actor, address }) => {
    await accounts.removeSecondFactor(params.id, actor, address)
    return { message: 'The second factor is removed.' }
  })

  api.serve(calls.listActivity, async ({ query }, { actor }) => {
    const [entries, usernames] = await Promise.all([activity.list(query), activity.usernames()])
    return {
      usernames,
      entries: actor.role === 'viewer' ? entries.map((entry) => ({ ...entry, address: null })) : entries,
    }
  })
}
