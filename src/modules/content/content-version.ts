import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
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
  },
})
export type ContentVersion = InferEntity<typeof ContentVersion>

export const ContentChannel = defineEntity({
  name: 'ContentChannel',
  tableName: 'content_channel',
  properties: { channel: p.text().$type<Channel>().primary(), version: p.integer() },
})
export type ContentChannel = InferEntity<typeof ContentChannel>
