/**
 * Why a credential is suspended or withdrawn. `unpaid`: the payment of its order was taken back. `person`: a member of staff, whose
 * reason is in a table, not in the log.
 */
export const credentialCauses = ['refunded', 'dispute', 'unpaid', 'person', 'erased'] as const
export type CredentialCause = (typeof credentialCauses)[number]

/** The causes of a suspension, which can end again. */
export type SuspensionCause = Extract<CredentialCause, 'dispute' | 'unpaid' | 'person'>

/** A signed document as the log has it: without the holder's name. */
export interface DocumentSignature {
  /** The public key, as multibase. */
  keyId: string
  /** SHA-256 of the document's text, hex. */
  documentDigest: string
}

/** The events of a credential. Times are ISO 8601. */
export type CredentialEvent =
  | {
      type: 'CredentialAwarded'
      data: DocumentSignature & {
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
  | { type: 'CredentialRenewed'; data: DocumentSignature & { validUntil: string } }
  /** Issued with another name, or after a withdrawal: the status list entry of earlier copies stays revoked. */
  | { type: 'CredentialReissued'; data: DocumentSignature & { statusIndex: number } }

/** A credential as folded from its events. */
export interface Credential {
  id: string
  /** Null before the award. */
  award: { orderId: string; cohortId: string; validFrom: string } | null
  validUntil: string
  keyId: string
  documentDigest: string
  /** The entry in the status lists. */
  statusIndex: number
  /** Status list entries of replaced copies. */
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

/** The credential after an event. Never throws: a recorded event is a fact. */
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

/** The state of a credential at `now`. Withdrawal takes precedence over suspension, suspension over expiry. */
export function stateOf(
  { revoked, suspended, validUntil }: Pick<Credential, 'revoked' | 'suspended' | 'validUntil'>,
  now: Date,
): CredentialState {
  if (revoked !== null) return revoked === 'erased' ? 'erased' : 'withdrawn'
  if (suspended.length > 0) return 'suspended'
  return Date.parse(validUntil) < now.getTime() ? 'expired' : 'valid'
}
