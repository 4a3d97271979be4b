import type { AuditEntry } from '#platform/audit/audit-log.ts'
import type { CredentialEvent } from '../domain/credential.ts'

const actions: Record<CredentialEvent['type'], string> = {
  CredentialAwarded: 'Awarded a credential',
  CredentialSuspended: 'Suspended a credential',
  CredentialResumed: 'Resumed a credential',
  CredentialRevoked: 'Withdrew a credential',
  CredentialRenewed: 'Renewed a credential',
  CredentialReissued: 'Issued a credential again',
}

/** The audit entry of a change by staff. It has ids, but no names and no text about people. */
export function auditOf(credentialId: string, { type, data }: CredentialEvent, by: string): AuditEntry {
  const changes =
    'orderId' in data
      ? [{ path: 'order', after: data.orderId }]
      : 'validUntil' in data
        ? [{ path: 'valid until', after: data.validUntil }]
        : []
  return { by, action: actions[type], subject: `Credential ${credentialId}`, changes }
}
