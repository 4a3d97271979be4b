import type { AuditTip } from '#platform/audit/verify-audit.ts'

/** Heads that were signed are events of a stream of their own, so that none of them can be removed unseen. */
export const headStream = 'signed-heads'
export const headSignedType = 'HeadSigned'

/** Schema version 1. */
export interface SignedHeadData extends Record<string, unknown> {
  position: number
  /** ISO 8601. */
  signedAt: string
  /** The whole line as it is mailed. */
  line: string
  /** The public key, base64url. */
  key: string
  /** Heads that were signed before the log knew of any. */
  earlier: number
  /** The audit's chain as of then. */
  audit: AuditTip
}
