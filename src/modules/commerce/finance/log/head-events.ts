import type { AuditTip } from '#platform/audit/verify-audit.ts'

/** Signed heads are events of a stream of their own, so that removing one breaks the chain. */
export const headStream = 'signed-heads'
export const headSignedType = 'HeadSigned'

/** Schema version 1. */
export interface SignedHeadData extends Record<string, unknown> {
  position: number
  /** ISO 8601. */
  signedAt: string
  /** The whole line that is mailed. */
  line: string
  /** The public key, base64url. */
  key: string
  /** Heads that were signed before this event type existed. */
  earlier: number
  /** The head of the audit's chain at that time. */
  audit: AuditTip
}
