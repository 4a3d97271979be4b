import { defineEntity, type InferKyselyDB, p } from '@mikro-orm/postgresql'
import { kyselyOn, unconnected } from '#platform/database/kysely-on.ts'
import type { Sql } from '#platform/database/sql.ts'
import type { CredentialCause } from '../domain/credential.ts'

/** A credential as its events tell it. */
const Credential = defineEntity({
  name: 'ProgramCredential',
  tableName: 'program_credential',
  properties: {
    id: p.text().primary(),
    orderId: p.uuid().unique(),
    buyerId: p.text(),
    cohortId: p.uuid(),
    awardedAt: p.datetime(),
    validFrom: p.datetime(),
    validUntil: p.datetime(),
    keyId: p.text(),
    documentDigest: p.text(),
    statusIndex: p.integer().unique(),
    /** By an open dispute, and by a member of staff: each ends by itself. */
    disputed: p.boolean(),
    held: p.boolean(),
    revoked: p.text().$type<CredentialCause>().nullable(),
    /** Of the last award, suspension, resumption, withdrawal, renewal or new issue. */
    changedAt: p.datetime(),
    version: p.integer(),
    /** The words of who suspended or withdrew it; in no event. */
    reason: p.text().nullable(),
    /** When the participant asked for a renewal; null once it is renewed. */
    renewalAskedAt: p.datetime().nullable(),
  },
})

/** The signed texts. They carry the name, and go when the person is erased. */
const CredentialDocument = defineEntity({
  name: 'ProgramCredentialDocument',
  tableName: 'program_credential_document',
  properties: {
    credentialId: p.text().primary(),
    /** The name as the document has it: what lists show. */
    name: p.text(),
    document: p.text(),
    jwt: p.text(),
  },
})

/** Which credential has which entry of the status lists. */
const CredentialStatus = defineEntity({
  name: 'ProgramCredentialStatus',
  tableName: 'program_credential_status',
  properties: {
    statusIndex: p.integer().primary(),
    credentialId: p.text(),
    /** Of copies that a new issue replaced: revoked for good. */
    replaced: p.boolean().default(false),
  },
})

/** Every public key that ever signed. */
const CredentialKey = defineEntity({
  name: 'ProgramCredentialKey',
  tableName: 'program_credential_key',
  properties: {
    /** Multibase. */
    id: p.text().primary(),
    firstUsedAt: p.datetime(),
    /** Since when nothing that it signed is trusted: somebody else knows the private half. Null else. */
    compromisedAt: p.datetime().nullable(),
  },
})

/** What a participant has settled for the own credential. No row: nothing yet. */
const CredentialChoice = defineEntity({
  name: 'ProgramCredentialChoice',
  tableName: 'program_credential_choice',
  properties: {
    orderId: p.uuid().primary(),
    /** The name on paper; null for that of the account. */
    name: p.text().nullable(),
    /** In the directory, and found by search engines. */
    isPublic: p.boolean().default(false),
  },
})

export const credentialEntities = [
  Credential,
  CredentialDocument,
  CredentialStatus,
  CredentialKey,
  CredentialChoice,
]

type Entity =
  | typeof Credential
  | typeof CredentialDocument
  | typeof CredentialStatus
  | typeof CredentialKey
  | typeof CredentialChoice

/** Statements by column names; without `sql` they are built here and commit with events. */
export const credentialTables = (sql: Sql = unconnected) => kyselyOn<InferKyselyDB<Entity>>(sql)
