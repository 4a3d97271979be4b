/** Why a credential is suspended or withdrawn. `person`: a member of staff, with words that are kept beside the log. */
export const credentialCauses = ['refunded', 'dispute', 'person', 'erased'] as const
export type CredentialCause = (typeof credentialCauses)[number]

/** Only these can end again. */
export type SuspensionCause = Extract<CredentialCause, 'dispute' | 'person'>

/** The document that was signed: the name that it carries is kept beside the log. */
export interface Signed {
  /** The public key, as multibase. */
  keyId: string
  /** SHA-256 of the document's text, hex. */
  documentDigest: string
}

/** Everything that can happen to a credential. Moments are ISO 8601. */
export type CredentialEvent =
  | {
      type: 'CredentialAwarded'
      data: Signed & {
        orderId: string
        cohortId: string
        validFrom: string
        validUntil: string
        statusIndex: number
      }
    }
  | { type: 'CredentialSuspended'; data: { cause: SuspensionCause } }
  | { type: 'CredentialResumed'; data: { cause: SuspensionCause } }
  | { type: 'CredentialRevoked'; data: { cause: CredentialCause } }
  | { type: 'CredentialRenewed'; data: Signed & { validUntil: string } }
  /** With another name, or after it was withdrawn: the entry of the copies before stays revoked. */
  | { type: 'CredentialReissued'; data: Signed & { statusIndex: number } }

/** A credential as its events tell it. */
export interface Credential {
  id: string
  /** Null before the award. */
  award: { orderId: string; cohortId: string; validFrom: string } | null
  validUntil: string
  keyId: string
  documentDigest: string
  /** The entry in the status lists. */
  statusIndex: number
  /** Entries of copies that were replaced. */
  replaced: number[]
  suspended: SuspensionCause[]
  revoked: CredentialCause | null
}

export const newCredential = (id: string): Credential => ({
  id,
  award: null,
  validUntil: '',
  keyId: '',
  documentDigest: '',
  statusIndex: 0,
  replaced: [],
  suspended: [],
  revoked: null,
})

/** The credential after one more event. Total and silent: what was recorded has happened. */
export function evolve(credential: Credential, event: CredentialEvent): Credential {
  switch (event.type) {
    case 'CredentialAwarded': {
      const { orderId, cohortId, validFrom, ...signed } = event.data
      return { ...credential, ...signed, award: { orderId, cohortId, validFrom } }
    }
    case 'CredentialSuspended': {
      const { cause } = event.data
      return { ...credential, suspended: [...new Set([...credential.suspended, cause])] }
    }
    case 'CredentialResumed':
      return { ...credential, suspended: credential.suspended.filter((cause) => cause !== event.data.cause) }
    case 'CredentialRevoked':
      return { ...credential, revoked: event.data.cause }
    case 'CredentialRenewed':
      return { ...credential, ...event.data }
    case 'CredentialReissued': {
      const replaced = [...credential.replaced, credential.statusIndex]
      return { ...credential, ...event.data, replaced, revoked: null }
    }
    default:
      event satisfies never
      return credential
  }
}

export const fold = (id: string, events: readonly CredentialEvent[]): Credential =>
  events.reduce(evolve, newCredential(id))

export type CredentialState = 'valid' | 'expired' | 'suspended' | 'withdrawn' | 'erased'

/** What the credential is at a moment; what weighs more comes first. */
export function stateOf(
  { revoked, suspended, validUntil }: Pick<Credential, 'revoked' | 'suspended' | 'validUntil'>,
  now: Date,
): CredentialState {
  if (revoked !== null) return revoked === 'erased' ? 'erased' : 'withdrawn'
  if (suspended.length > 0) return 'suspended'
  return Date.parse(validUntil) < now.getTime() ? 'expired' : 'valid'
}
