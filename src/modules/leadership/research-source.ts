import { defineEntity, type InferEntity, p } from '@mikro-orm/core'

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
