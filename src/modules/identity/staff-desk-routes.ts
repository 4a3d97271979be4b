import { type ApiRouter, Authenticator } from '#platform/http/routes.ts'
import type { AccountActivity } from './account-activity.ts'
import * as calls from './contract-staff-desk.ts'
import { sessionView } from './customer-desk.ts'
import type { StaffDesk } from './staff-desk.ts'

/** The calls about the accounts and sessions of members of staff, and about what happened to accounts. */
export function mountStaffDeskRoutes(api: ApiRouter, desk: StaffDesk, activity: AccountActivity): void {
  api.serve(calls.listOwnStaffSessions, async (_input, { actor }) => ({
    success: true,
    sessions: (await desk.ownSessions(actor)).map((open) => sessionView(open, actor.sessionId)),
  }))

  api.serve(calls.endStaffSession, async ({ params }, call) => {
    await desk.endSession(params.id, call.actor, call.address)
    if (params.id === call.actor.sessionId) call.clearCookie(Authenticator.staffCookie)
    return { success: true, message: 'Session ended' }
  })

  api.serve(calls.listStaff, async (_input, { actor }) => ({
    success: true,
    members: (await desk.members()).map(({ sessions, ...member }) => ({
      ...member,
      self: member.id === actor.staffId,
      sessions: sessions.map((open) => sessionView(open, actor.sessionId)),
    })),
  }))

  api.serve(calls.liftStaffWait, async ({ params }, { actor, address }) => {
    await desk.liftWait(params.id, actor, address)
    return { success: true, message: 'The wait is lifted.' }
  })

  api.serve(calls.newStaffPassword, async ({ params }, { actor, address }) => ({
    success: true,
    message: 'The password is changed. It is shown once.',
    ...(await desk.newPassword(params.id, actor, address)),
  }))

  api.serve(calls.removeStaffSecondFactor, async ({ params }, { actor, address }) => {
    await desk.removeSecondFactor(params.id, actor, address)
    return { success: true, message: 'The second factor is removed.' }
  })

  api.serve(calls.listActivity, async ({ query }, { actor }) => ({
    success: true,
    entries: (await activity.list(query.before)).map(({ at, address, ...entry }) => ({
      ...entry,
      at: at.toISOString(),
      address: actor.role === 'viewer' ? null : address,
    })),
  }))
}
