import type { Done } from './credential-document.ts'
import type { CredentialCause, CredentialState } from './domain/credential.ts'

/** A credential for page, certificate and badge, with its state at the time of the request. */
export interface CredentialView {
  /** 22 characters that cannot be guessed. */
  id: string
  /** The public address of the page, which is the credential's `id`. */
  address: string
  state: CredentialState
  /** Why the credential is suspended, withdrawn or erased; otherwise null. */
  cause: CredentialCause | null
  /** The reason that staff gave, if the cause is `person`; '' for none. */
  reason: string
  /** The time of the last change of `state`; the end for an expired credential. */
  changedAt: Date
  awardedAt: Date
  validUntil: Date
  /** Whether the credential is in the directory and indexed by search engines. */
  isPublic: boolean
  /** Null after the person was erased. */
  document: CredentialContent | null
}

export interface CredentialContent {
  /** The name on the certificate. */
  name: string
  /** `Authentic Leader Certification`. */
  program: string
  /** The issuer's name and `did:web`. */
  issuer: { name: string; did: string }
  /** The cohort's first and last day: `2027-03-01`. */
  startsOn: string
  endsOn: string
  done: Done
  /** The signed credential: the same bytes every time. */
  json: string
}

/** An entry of the directory: a valid credential whose holder agreed. */
export interface DirectoryEntry {
  id: string
  name: string
  awardedAt: Date
  validUntil: Date
}
