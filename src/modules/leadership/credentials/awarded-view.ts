import { canRenew } from '../domain/credential-decisions.ts'
import type { AwardedCredential } from './contract.ts'
import type { ListedCredential } from './credential-register.ts'

/** A credential as the screens of participants and staff read it. */
export function awardedView(listed: ListedCredential, now: Date): AwardedCredential {
  const { id, address, state, cause, reason, changedAt, awardedAt, validUntil, renewalAskedAt } = listed
  const isOver = state === 'withdrawn' || state === 'erased'
  return {
    ...{ id, address, state, cause, reason, name: listed.document?.name ?? null },
    changedAt: changedAt.toISOString(),
    awardedAt: awardedAt.toISOString(),
    validUntil: validUntil.toISOString(),
    renewalAskedAt: renewalAskedAt?.toISOString() ?? null,
    renewable: !isOver && canRenew(validUntil.toISOString(), now),
  }
}
