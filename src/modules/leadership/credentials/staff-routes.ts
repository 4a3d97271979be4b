import type { AuditedReads } from '#platform/audit/audited-reads.ts'
import type { Call, StaffActor } from '#platform/http/call.ts'
import type { ApiRouter } from '#platform/http/routes.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import { assertPrintable } from '#platform/pdf/printable.ts'
import { awardedView } from './awarded-view.ts'
import {
  awardCredentials,
  cohortCredentials,
  listCredentials,
  reissueCredential,
  renewCredential,
  resumeCredential,
  suspendCredential,
  withdrawCredential,
} from './contract-staff.ts'
import type { CredentialChanges } from './credential-changes.ts'
import type { CredentialKeys } from './credential-keys.ts'
import { type CredentialRegister, pageSize } from './credential-register.ts'
import type { CredentialAuthor, Credentials } from './credentials.ts'
import { noCredential } from './domain/credential-decisions.ts'
import { type EarnedCredentials, isReady } from './earned-credentials.ts'

export interface StaffParts {
  earned: EarnedCredentials
  register: CredentialRegister
  credentials: Credentials
  changes: CredentialChanges
  keys: CredentialKeys
  reads: AuditedReads
  clock: Clock
}

const authorOf = ({ actor, requestId }: Call<StaffActor>): CredentialAuthor => ({
  actor: `staff:${actor.staffId}`,
  username: actor.username,
  requestId,
})

/** The staff's endpoints for the award and changes of credentials. */
export function mountStaffRoutes(api: ApiRouter, parts: StaffParts): void {
  const { earned, register, credentials, changes, keys, reads, clock } = parts

  api.serve(cohortCredentials, async ({ params: { id } }, call) => {
    const candidates = await earned.ofCohort(id)
    const credentialByOrder = await register.ofOrders(candidates.map(({ orderId }) => orderId))
    const subject = `Cohort ${id}`
    const seesPeople = await reads.seesPeople(
      call,
      'Read who earned a credential',
      subject,
      candidates.length,
    )
    const participants = candidates.map((candidate) => {
      const { orderId, missing, notBefore, standing, name, person } = candidate
      const credential = credentialByOrder.get(orderId)
      const view = credential === undefined ? null : awardedView(credential, clock.now())
      const displayName = person === null ? null : (view?.name ?? name)
      return {
        orderId,
        missing,
        notBefore,
        standing,
        name: seesPeople ? displayName : null,
        ready: view === null && isReady(candidate),
        credential: view,
      }
    })
    participants.sort((one, other) => Number(other.ready) - Number(one.ready))
    return { canSign: await keys.canSign(), participants }
  })

  api.serve(awardCredentials, async ({ body }, call) => {
    const orderIds = [...new Set(body.orderIds)]
    const candidates = await earned.ofOrders(orderIds)
    const { awarded, refused } = await credentials.awardAll(candidates, authorOf(call))
    const known = new Set(candidates.map(({ orderId }) => orderId))
    const notFound = orderIds
      .filter((orderId) => !known.has(orderId))
      .map((orderId) => ({ orderId, code: 'PARTICIPATION_NOT_FOUND' }))
    return { awarded, refused: [...refused, ...notFound] }
  })

  api.serve(listCredentials, async ({ query }, { actor, address }) => {
    const { credentials: found, total, asked } = await register.list(query)
    await reads.record({ by: actor.username, address }, 'Read credentials', 'All credentials')
    return {
      total,
      asked,
      pageSize,
      credentials: found.map((each) => ({
        ...awardedView(each, clock.now()),
        orderId: each.orderId,
        cohortId: each.cohortId,
      })),
    }
  })

  const shown = async (id: string) => {
    const listed = await register.find(id)
    if (listed === null) throw noCredential()
    return { credential: awardedView(listed, clock.now()) }
  }

  api.serve(suspendCredential, async ({ params: { id }, body: { reason } }, call) => {
    await changes.suspend(id, reason, authorOf(call))
    return shown(id)
  })
  api.serve(resumeCredential, async ({ params: { id } }, call) => {
    await changes.resume(id, authorOf(call))
    return shown(id)
  })
  api.serve(withdrawCredential, async ({ params: { id }, body: { reason } }, call) => {
    await changes.withdraw(id, reason, authorOf(call))
    return shown(id)
  })
  api.serve(renewCredential, async ({ params: { id } }, call) => {
    await changes.renew(id, authorOf(call))
    return shown(id)
  })
  api.serve(reissueCredential, async ({ params: { id }, body: { name } }, call) => {
    await assertPrintable({ name }, true)
    await changes.reissue(id, name, authorOf(call))
    return shown(id)
  })
}
