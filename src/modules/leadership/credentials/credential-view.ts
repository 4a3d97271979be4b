import type { CredentialCause, CredentialState } from '../domain/credential.ts'
import type { Done } from './credential-document.ts'

/** What page, certificate and badge show of a credential, at the moment at which it is asked for. */
export interface CredentialView {
  /** 22 characters that nobody guesses. */
  id: string
  /** The public address of the page, which is the credential's `id`. */
  address: string
  state: CredentialState
  /** Why it is suspended, withdrawn or erased; else null. */
  cause: CredentialCause | null
  /** Of staff, in words, where the cause is `person`; '' for none. */
  reason: string
  /** Since when `state` holds, as far as something happened to it. */
  changedAt: Date
  awardedAt: Date
  validUntil: Date
  /** In the directory, and found by search engines. */
  isPublic: boolean
  /** Null once the person is erased. */
  document: CredentialContent | null
}

export interface CredentialContent {
  /** On paper. */
  name: string
  /** `Authentic Leader Certification`. */
  program: string
  /** The name of who issued it, and its `did:web`. */
  issuer: { name: string; did: string }
  /** The cohort's first and last day: `2027-03-01`. */
  startsOn: string
  endsOn: string
  done: Done
  /** The signed credential: the same bytes every time. */
  json: string
  /** The same as a VC-JWT. */
  jwt: string
}

/** A line of the directory: of a valid credential whose holder agreed. */
export interface DirectoryEntry {
  id: string
  name: string
  awardedAt: Date
  validUntil: Date
}
