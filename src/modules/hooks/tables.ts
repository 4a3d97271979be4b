import { defineEntity, type InferKyselyDB, p } from '@mikro-orm/postgresql'
import { propertiesOn } from '#platform/database/kysely-on.ts'
import type { Sql } from '#platform/database/sql.ts'

const bytes = () => p.blob().$type<Buffer>()

const HookEndpoint = defineEntity({
  name: 'HookEndpoint',
  tableName: 'hooks_endpoint',
  properties: {
    id: p.uuid().primary(),
    url: p.text(),
    events: p.array(),
    secret: bytes(),
    oldSecret: bytes().nullable(),
    oldUntil: p.datetime().nullable(),
    pausedAt: p.datetime().nullable(),
    pausedBecause: p.text().nullable(),
    createdAt: p.datetime(),
  },
})

const HookDelivery = defineEntity({
  name: 'HookDelivery',
  tableName: 'hooks_delivery',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    endpointId: p.uuid(),
    /** The same for all endpoints. */
    eventId: p.uuid(),
    type: p.text(),
    objectId: p.text(),
    at: p.datetime(),
    state: p.text().$type<'waiting' | 'delivered' | 'failed'>().default('waiting'),
    attempts: p.integer().default(0),
    waitsSince: p.datetime().nullable(),
    callingUntil: p.datetime().nullable(),
    triedAt: p.datetime().nullable(),
    nextTry: p.datetime().nullable(),
    status: p.integer().nullable(),
    answer: p.text().nullable(),
  },
})

/** Reached by statements only. */
export const hooksEntities = [HookEndpoint, HookDelivery]
type HookTables = InferKyselyDB<
  typeof HookEndpoint | typeof HookDelivery,
  { columnNamingStrategy: 'property' }
>
export const hookTables = (sql: Sql) => propertiesOn<HookTables>(sql)
