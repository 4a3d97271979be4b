import { defineEntity, type InferEntity, type InferKyselyDB, p } from '@mikro-orm/postgresql'
import type { z } from 'zod'
import { kyselyOn } from '#platform/database/kysely-on.ts'
import type { Sql } from '#platform/database/sql.ts'
import type { ResearchSource } from './contract.ts'

export type Source = z.output<typeof ResearchSource>

export const ResearchSourceRow = defineEntity({
  name: 'ResearchSource',
  tableName: 'leadership_source',
  properties: {
    id: p.text().primary(),
    name: p.text(),
    publisher: p.text(),
    year: p.integer(),
    url: p.text(),
    confidenceScore: p.decimal(),
    freshnessDays: p.integer(),
  },
})
export type ResearchSourceRow = InferEntity<typeof ResearchSourceRow>

export const ResearchFactor = defineEntity({
  name: 'ResearchFactor',
  tableName: 'leadership_factor',
  properties: {
    sourceId: p.text().primary(),
    factorKey: p.text().primary(),
    value: p.decimal(),
    derivation: p.text(),
  },
})
export type ResearchFactor = InferEntity<typeof ResearchFactor>

/** An editor's change of a source. `before` is null for an added source, `after` for a removed one. */
export const ResearchChange = defineEntity({
  name: 'ResearchChange',
  tableName: 'leadership_change',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    sourceId: p.text(),
    at: p.datetime(),
    byUsername: p.text(),
    before: p.json<Source>().nullable(),
    after: p.json<Source>().nullable(),
  },
})

export const researchTables = (sql: Sql) =>
  kyselyOn<InferKyselyDB<typeof ResearchSourceRow | typeof ResearchFactor | typeof ResearchChange>>(sql)
