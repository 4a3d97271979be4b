import { AppError } from '#platform/kernel/error.ts'
import type {
  Credential,
  CredentialCause,
  CredentialEvent,
  DocumentSignature,
  SuspensionCause,
} from './credential.ts'

/** The standing of a paid order's payment: received, disputed, lost in a dispute, or refunded. */
export type OrderStanding = 'good' | 'disputed' | 'lost' | 'refunded'

/** Years of validity, of a new credential and of each renewal. */
export const validYears = 2
/** Days before the end from which a credential can be renewed. */
export const renewalDays = 90

const dayMs = 86_400_000

/** Valid from the beginning of the day of the award to the end of the same day two years later (UTC). */
export function termOf(now: Date): { validFrom: string; validUntil: string } {
  const day = now.toISOString().slice(0, 10)
  return { validFrom: `${day}T00:00:00Z`, validUntil: endOf(day) }
}

/** The end of a term that starts on `day`. A term from February 29 ends on March 1. */
function endOf(day: string): string {
  const end = new Date(`${day}T23:59:59Z`)
  end.setUTCFullYear(end.getUTCFullYear() + validYears)
  return end.toISOString().replace('.000Z', 'Z')
}

/** The end after a renewal: `validYears` after the current end, or after today if the credential has expired. */
export function renewedUntil({ validUntil }: Credential, now: Date): string {
  const from = new Date(Math.max(Date.parse(validUntil), now.getTime()))
  return endOf(from.toISOString().slice(0, 10))
}

export const canRenew = (validUntil: string, now: Date): boolean =>
  Date.parse(validUntil) - now.getTime() <= renewalDays * dayMs

export const withdrawn = (): AppError =>
  new AppError('conflict', 'CREDENTIAL_WITHDRAWN', 'This credential is withdrawn.')

export const noCredential = (): AppError =>
  new AppError('not-found', 'CREDENTIAL_NOT_FOUND', 'There is no credential of this id.')

function assertAwarded(credential: Credential): void {
  if (credential.award === null || credential.revoked === 'erased') throw noCredential()
}

/** @throws AppError not-found `CREDENTIAL_NOT_FOUND`, conflict `CREDENTIAL_WITHDRAWN` */
export function suspend(credential: Credential, cause: SuspensionCause): CredentialEvent[] {
  assertAwarded(credential)
  if (credential.revoked !== null) throw withdrawn()
  return credential.suspended.includes(cause) ? [] : [{ type: 'CredentialSuspended', data: { cause } }]
}

/** @throws as `suspend` */
export function resume(credential: Credential, cause: SuspensionCause): CredentialEvent[] {
  assertAwarded(credential)
  if (credential.revoked !== null) throw withdrawn()
  return credential.suspended.includes(cause) ? [{ type: 'CredentialResumed', data: { cause } }] : []
}

/** Permanent unless the credential is reissued. `erased` may follow any other cause. */
export function revoke(credential: Credential, cause: CredentialCause): CredentialEvent[] {
  assertAwarded(credential)
  const already = credential.revoked !== null && cause !== 'erased'
  return already ? [] : [{ type: 'CredentialRevoked', data: { cause } }]
}

/** @throws AppError as `suspend`; conflict `RENEWAL_TOO_EARLY` */
export function assertRenewable(credential: Credential, now: Date): void {
  assertAwarded(credential)
  if (credential.revoked !== null) throw withdrawn()
  if (!canRenew(credential.validUntil, now))
    throw new AppError(
      'conflict',
      'RENEWAL_TOO_EARLY',
      `A credential can be renewed from ${renewalDays} days before its end.`,
    )
}

export const renew = (signed: DocumentSignature, validUntil: string): CredentialEvent[] => [
  { type: 'CredentialRenewed', data: { ...signed, validUntil } },
]

/** @throws AppError not-found `CREDENTIAL_NOT_FOUND`; conflict `ORDER_NOT_PAID` */
export function assertReissuable(credential: Credential, standing: OrderStanding): void {
  assertAwarded(credential)
  if (standing === 'refunded' || standing === 'lost')
    throw new AppError(
      'conflict',
      'ORDER_NOT_PAID',
      'The payment for this credential was given or taken back, so it cannot be issued again.',
    )
}

/**
 * The events of a credential that follow from the standing of its order's payment. Never refused; a withdrawn credential
 * is not changed.
 * @param standing null for an order that is not paid any more
 */
export function followOrder(credential: Credential, standing: OrderStanding | null): CredentialEvent[] {
  if (credential.award === null || credential.revoked !== null) return []
  if (standing === 'refunded') return revoke(credential, 'refunded')
  if (standing === 'lost') return revoke(credential, 'dispute')
  return [
    ...(standing === 'disputed' ? suspend(credential, 'dispute') : resume(credential, 'dispute')),
    ...(standing === null ? suspend(credential, 'unpaid') : resume(credential, 'unpaid')),
  ]
}
