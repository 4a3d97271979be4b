import type { Write } from '#platform/event-log/event-log.ts'
import { writeOf } from '#platform/event-log/writes.ts'
import type { Credential, CredentialEvent } from './domain/credential.ts'
import { credentialTables } from './tables.ts'

/** The texts of a signed document. */
export interface SignedTexts {
  name: string
  document: string
}

/** The credential's row as folded from its events. */
export const rowOf = (credential: Credential) => ({
  validUntil: new Date(credential.validUntil),
  keyId: credential.keyId,
  documentDigest: credential.documentDigest,
  statusIndex: credential.statusIndex,
  disputed: credential.suspended.includes('dispute'),
  unpaid: credential.suspended.includes('unpaid'),
  held: credential.suspended.includes('person'),
  revoked: credential.revoked,
})

/** Writes that update the tables for events of one credential. @param after the credential after the events */
export function writesOf(
  after: Credential,
  events: readonly CredentialEvent[],
  { buyerId, version, now }: { buyerId: string; version: number; now: Date },
): Write[] {
  const tables = credentialTables()
  const { id, award } = after
  if (award === null) return []
  // A withdrawn credential cannot be renewed: its request ends.
  const renewalRequest = after.revoked === null ? {} : { renewalAskedAt: null }
  const changed = { ...rowOf(after), ...renewalRequest, changedAt: now, version }
  const first = events.find((event) => event.type === 'CredentialAwarded')
  const again = events.find((event) => event.type === 'CredentialReissued')
  const row =
    first === undefined
      ? writeOf(tables.updateTable('program_credential').set(changed).where('id', '=', id))
      : writeOf(
          tables.insertInto('program_credential').values({
            id,
            orderId: award.orderId,
            cohortId: award.cohortId,
            buyerId,
            awardedAt: now,
            validFrom: new Date(award.validFrom),
            ...changed,
          }),
        )
  const entry = { statusIndex: after.statusIndex, credentialId: id, replaced: false }
  const entries =
    first === undefined && again === undefined
      ? []
      : [
          writeOf(
            tables
              .updateTable('program_credential_status')
              .set({ replaced: true })
              .where('credentialId', '=', id),
          ),
          writeOf(tables.insertInto('program_credential_status').values(entry)),
        ]
  const signed = events.some(({ data }) => 'keyId' in data)
  return [...(signed ? [keyWrite(after.keyId, now)] : []), row, ...entries]
}

/** Records the key that signed. The row is never deleted; a compromised key is marked. */
const keyWrite = (id: string, now: Date): Write =>
  writeOf(
    credentialTables()
      .insertInto('program_credential_key')
      .values({ id, firstUsedAt: now })
      .onConflict((already) => already.doNothing()),
  )

/** Stores the texts, replacing earlier ones. */
export const textsWrite = (credentialId: string, texts: SignedTexts): Write =>
  writeOf(
    credentialTables()
      .insertInto('program_credential_document')
      .values({ credentialId, ...texts })
      .onConflict((already) => already.column('credentialId').doUpdateSet({ ...texts })),
  )

/** Sets the reason that staff gave for a suspension or withdrawal; null removes it. */
export const reasonWrite = (credentialId: string, reason: string | null): Write =>
  writeOf(credentialTables().updateTable('program_credential').set({ reason }).where('id', '=', credentialId))

export const endRenewalRequest = (credentialId: string): Write =>
  writeOf(
    credentialTables()
      .updateTable('program_credential')
      .set({ renewalAskedAt: null })
      .where('id', '=', credentialId),
  )
