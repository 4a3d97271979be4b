import {
  defineEntity,
  type EntitySchema,
  type InferEntity,
  type InferKyselyDB,
  p,
} from '@mikro-orm/postgresql'
import { kyselyOn } from '#platform/database/kysely-on.ts'
import type { Sql } from '#platform/database/sql.ts'
import type { StaffRole } from '#platform/kernel/actor.ts'
import type { ActivityKind } from '../domain/activity.ts'

export const CustomerRow = defineEntity({
  name: 'CustomerRow',
  tableName: 'identity_customer',
  properties: {
    id: p.uuid().primary(),
    email: p.text(),
    firstName: p.text(),
    lastName: p.text(),
    phone: p.text().nullable(),
    company: p.text().nullable(),
    /** Loaded only on request. */
    passwordHash: p.text().lazy(),
    isEmailVerified: p.boolean(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
})
export type CustomerRow = InferEntity<typeof CustomerRow>

export const StaffRow = defineEntity({
  name: 'StaffRow',
  tableName: 'identity_staff',
  properties: {
    id: p.uuid().primary(),
    username: p.text(),
    role: p.text().$type<StaffRole>(),
    passwordHash: p.text(),
    /** The hash of the password generated for the first account: while it equals the password's hash, no person has chosen one. */
    generatedHash: p.text().nullable(),
    /** The encrypted secret of the authenticator app; null without a second factor. */
    totpBox: p.blob().nullable(),
    /** The last used step of the authenticator app; earlier and repeated ones are refused. */
    totpStep: p.bigint('number').default(0).lazy(),
    createdAt: p.datetime(),
    /** From this time on the member cannot sign in. */
    disabledAt: p.datetime().nullable(),
    /** Issuer and subject at the identity provider; null before the first sign-in there. */
    providerSubject: p.text().nullable(),
  },
})
export type StaffRow = InferEntity<typeof StaffRow>

const bytes = () => p.blob().$type<Buffer>()

const Session = defineEntity({
  name: 'Session',
  tableName: 'identity_session',
  properties: {
    idHash: bytes().primary(),
    /** Identifies the session for its owner. */
    handle: p.uuid(),
    kind: p.text().$type<'customer' | 'staff'>(),
    /** The id of the customer or of the member of staff. */
    subject: p.uuid(),
    createdAt: p.datetime(),
    seenAt: p.datetime(),
    expiresAt: p.datetime(),
    address: p.text(),
    agent: p.text(),
  },
})

/** A registration whose mailed code has not been entered yet. */
const Registration = defineEntity({
  name: 'Registration',
  tableName: 'identity_registration',
  properties: {
    id: p.uuid().primary(),
    cookieHash: bytes(),
    email: p.text(),
    firstName: p.text(),
    lastName: p.text(),
    phone: p.text().nullable(),
    company: p.text().nullable(),
    passwordHash: p.text(),
    createdAt: p.datetime(),
    expiresAt: p.datetime(),
  },
})

const Code = defineEntity({
  name: 'Code',
  tableName: 'identity_code',
  properties: {
    id: p.uuid().primary(),
    registrationId: p.uuid(),
    email: p.text(),
    /** Null until the code is drawn, when its mail is sent. */
    codeHmac: bytes().nullable(),
    attempts: p.integer().default(0),
    createdAt: p.datetime(),
    expiresAt: p.datetime(),
    endedAt: p.datetime().nullable(),
    /** A keyed digest of the network that requested the code. */
    network: bytes().nullable(),
  },
})

const Reset = defineEntity({
  name: 'Reset',
  tableName: 'identity_reset',
  properties: {
    id: p.uuid().primary(),
    customerId: p.uuid(),
    createdAt: p.datetime(),
    expiresAt: p.datetime(),
    usedAt: p.datetime().nullable(),
  },
})

const ChallengePass = defineEntity({
  name: 'ChallengePass',
  tableName: 'identity_challenge_pass',
  properties: { tokenHash: bytes().primary(), expiresAt: p.datetime() },
})

/** The address of an erased person, until every part of the product has erased its data. */
const Erasure = defineEntity({
  name: 'Erasure',
  tableName: 'identity_erasure',
  properties: { userId: p.uuid().primary(), email: p.text(), requestedAt: p.datetime() },
})

/** Written by the function identity_claim_login only. */
const LoginTry = defineEntity({
  name: 'LoginTry',
  tableName: 'identity_login_try',
  properties: {
    id: p.uuid().primary(),
    account: bytes(),
    source: bytes(),
    network: bytes(),
    known: p.boolean(),
    at: p.datetime(),
  },
})

const ActivityEntry = defineEntity({
  name: 'ActivityEntry',
  tableName: 'identity_activity',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    at: p.datetime(),
    account: p.text().$type<'customer' | 'staff'>(),
    accountId: p.uuid().nullable(),
    activity: p.text().$type<ActivityKind>(),
    doneBy: p.text().nullable(),
  },
})

const ActivityAddress = defineEntity({
  name: 'ActivityAddress',
  tableName: 'identity_activity_address',
  properties: { activityId: p.bigint('number').primary(), at: p.datetime(), address: p.text() },
})

export const identityEntities: EntitySchema[] = [CustomerRow, StaffRow]
/** Used in SQL statements only: MikroORM is not started with them. */
export const identityStatementEntities = [
  ...[Session, Registration, Code, Reset, ChallengePass],
  ...[Erasure, LoginTry, ActivityEntry, ActivityAddress],
] as const
export type IdentityTables = InferKyselyDB<
  typeof CustomerRow | typeof StaffRow | (typeof identityStatementEntities)[number]
>
export const identityTables = (sql: Sql) => kyselyOn<IdentityTables>(sql)
