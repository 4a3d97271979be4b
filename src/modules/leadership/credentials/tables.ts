import { defineEntity, type InferKyselyDB, p } from '@mikro-orm/postgresql'
import { propertiesOn, unconnected } from '#platform/database/kysely-on.ts'
import type { Sql } from '#platform/database/sql.ts'
import type { CredentialCause } from './domain/credential.ts'

/** A credential as folded from its events. */
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
    /** Suspended by an open dispute, because the payment was taken back, and by staff; each ends independently. */
    disputed: p.boolean(),
    unpaid: p.boolean().default(false),
    held: p.boolean(),
    revoked: p.text().$type<CredentialCause>().nullable(),
    /** The time of the last award, suspension, resumption, withdrawal, renewal or reissue. */
    changedAt: p.datetime(),
    version: p.integer(),
    /** The reason that staff gave for a suspension or withdrawal; not in the events. */
    reason: p.text().nullable(),
    /** When the participant requested a renewal; null after the renewal. */
    renewalAskedAt: p.datetime().nullable(),
  },
})

/** The signed texts. They contain the name and are deleted when the person is erased. */
const CredentialDocument = defineEntity({
  name: 'ProgramCredentialDocument',
  tableName: 'program_credential_document',
  properties: {
    credentialId: p.text().primary(),
    /** The name in the document, for lists. */
    name: p.text(),
    document: p.text(),
    /** Made by the database, for searches. */
    searchForm: p.text().nullable().default(null),
  },
})

/** The entries of the status lists with their credentials. */
const CredentialStatus = defineEntity({
  name: 'ProgramCredentialStatus',
  tableName: 'program_credential_status',
  properties: {
    statusIndex: p.integer().primary(),
    credentialId: p.text(),
    /** The entry of a copy that a reissue replaced; it stays revoked. */
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
    /** When somebody else learned the private key; from then on no signature of it is trusted. Otherwise null. */
    compromisedAt: p.datetime().nullable(),
  },
})

/** A participant's choices for the own credential. No row: the defaults. */
const CredentialChoice = defineEntity({
  name: 'ProgramCredentialChoice',
  tableName: 'program_credential_choice',
  properties: {
    orderId: p.uuid().primary(),
    /** The name on the certificate; null for the account's name. */
    name: p.text().nullable(),
    /** Whether the credential is in the directory and indexed by search engines. */
    isPublic: p.boolean().default(false),
  },
})

export const credentialEntities = [
  Credential,
  CredentialDocument,
  CredentialStatus,
  CredentialKey,
  CredentialChoice,
] as const

/** Kysely by property. Without `sql` it only builds statements, which commit with events. */
export const credentialTables = (sql: Sql = unconnected) =>
  propertiesOn<InferKyselyDB<(typeof credentialEntities)[number], { columnNamingStrategy: 'property' }>>(sql)
