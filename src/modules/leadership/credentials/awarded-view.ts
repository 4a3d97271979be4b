import { canRenew } from '../domain/credential-decisions.ts'
import type { AwardedCredential } from './contract.ts'
import type { ListedCredential } from './credential-register.ts'

/** A credential for the screens of participants and staff. */
export function awardedView(credential: ListedCredential, now: Date): AwardedCredential {
  const { id, address, state, cause, reason, changedAt, awardedAt, validUntil, renewalAskedAt } = credential
  const hasEnded = state === 'withdrawn' || state === 'erased'
  return {
    ...{ id, address, state, cause, reason, name: credential.document?.name ?? null },
    changedAt: changedAt.toISOString(),
    awardedAt: awardedAt.toISOString(),
    validUntil: validUntil.toISOString(),
    renewalAskedAt: renewalAskedAt?.toISOString() ?? null,
    renewable: !hasEnded && canRenew(validUntil.toISOString(), now),
  }
}
