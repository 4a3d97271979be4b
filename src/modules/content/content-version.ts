import { LockMode } from '@mikro-orm/core'
import { defineEntity, type InferEntity, type InferKyselyDB, p } from '@mikro-orm/postgresql'
import type { Tx } from '#platform/database/database.ts'
import { kyselyOn } from '#platform/database/kysely-on.ts'
import type { Sql } from '#platform/database/sql.ts'
import type { ChangedPage } from './changed-pages.ts'
import type { Tree } from './sections/tree.ts'

export type Channel = 'development' | 'production'

export const ContentVersion = defineEntity({
  name: 'ContentVersion',
  tableName: 'content_version',
  properties: {
    version: p.integer().primary().autoincrement(),
    channel: p.text().$type<Channel>(),
    /** save, reset, publish, restore or receive. */
    kind: p.text(),
    tree: p.json<Tree>(),
    savedBy: p.text(),
    savedAt: p.datetime(),
    note: p.text().nullable(),
    /** The changes; null for the first version of a channel. */
    changed: p.json<ChangedPage[]>().nullable(),
    /** The uploaded pictures that the tree names. */
    uploads: p.array().$type<string[]>(),
  },
})
export type ContentVersion = InferEntity<typeof ContentVersion>

export const ContentChannel = defineEntity({
  name: 'ContentChannel',
  tableName: 'content_channel',
  properties: { channel: p.text().$type<Channel>().primary(), version: p.integer() },
})
export type ContentChannel = InferEntity<typeof ContentChannel>

/** The current versions of both channels, locked: until the transaction ends, no other stores a version. */
export function lockHeads({ em }: Tx): Promise<ContentChannel[]> {
  const lockMode = LockMode.PESSIMISTIC_WRITE
  return em.find(ContentChannel, {}, { lockMode, orderBy: { channel: 'asc' } })
}

/** A publish at a chosen moment. */
const ContentSchedule = defineEntity({
  name: 'ContentSchedule',
  tableName: 'content_schedule',
  properties: {
    id: p.integer().primary().autoincrement(),
    publishAt: p.datetime(),
    createdBy: p.text(),
    createdAt: p.datetime(),
    state: p.text().$type<'waiting' | 'done' | 'cancelled'>().default('waiting'),
    /** The production version that the publish made. */
    version: p.integer().nullable(),
    /** Whether the target deployment has received it. */
    sent: p.boolean().default(false),
  },
})

/** A picture that an editor uploaded. */
const ContentUpload = defineEntity({
  name: 'ContentUpload',
  tableName: 'content_upload',
  properties: {
    name: p.text().primary(),
    alt: p.text(),
    contentType: p.text(),
    width: p.integer(),
    height: p.integer(),
    bytes: p.integer(),
    originalName: p.text(),
    uploadedBy: p.text(),
    uploadedAt: p.datetime(),
  },
})

/** The signature of a publish that another deployment sent. */
const ContentReceived = defineEntity({
  name: 'ContentReceived',
  tableName: 'content_received',
  properties: { signature: p.blob().primary(), signedAt: p.datetime() },
})

export const contentEntities = [ContentVersion, ContentChannel]
/** Used in SQL statements only: MikroORM is not started with them. */
export const contentStatementEntities = [ContentSchedule, ContentUpload, ContentReceived]
export const contentTables = (sql: Sql) =>
  kyselyOn<InferKyselyDB<typeof ContentSchedule | typeof ContentUpload | typeof ContentReceived>>(sql)
