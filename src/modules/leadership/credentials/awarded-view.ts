import type { AwardedCredential } from './contract.ts'
import type { ListedCredential } from './credential-register.ts'
import { canRenew } from './domain/credential-decisions.ts'

/** A credential for the screens of participants and staff. */
export function awardedView(credential: ListedCredential, now: Date): AwardedCredential {
  const { state, validUntil } = credential
  const hasEnded = state === 'withdrawn' || state === 'erased'
  return {
    ...credential,
    name: credential.document?.name ?? null,
    renewable: !hasEnded && canRenew(validUntil.toISOString(), now),
  }
}
