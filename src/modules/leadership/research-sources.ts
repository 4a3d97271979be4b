import type { Database } from '#platform/database/database.ts'
import { AppError } from '#platform/kernel/error.ts'
import { type FactorKey, factorKeys } from './domain/factors.ts'
import { ResearchFactor, ResearchSourceRow, type Source } from './research-source.ts'

/** Public research whose values can fill the calculator's fields. */
export class ResearchSources {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /** All sources, or those that have a value for `factor`, the highest confidence first. */
  async list(factor?: FactorKey): Promise<Source[]> {
    const em = this.#database.em()
    const values = await em.find(ResearchFactor, {}, { orderBy: { factorKey: 'asc' } })
    const rows = await em.find(ResearchSourceRow, {}, { orderBy: { confidenceScore: 'desc', name: 'asc' } })
    const all = rows.map((row) => view(row, values))
    return factor === undefined
      ? all
      : all.filter(({ factors }) => factors.some(({ factor_key }) => factor_key === factor))
  }

  /** The values of the source named `name`, each with its derivation. @throws AppError not-found `SOURCE_NOT_FOUND` */
  async factors(name: string): Promise<{
    factors: Partial<Record<FactorKey, number>>
    derivations: Partial<Record<FactorKey, string>>
  }> {
    const source = (await this.list()).find(({ source_name }) => source_name === name)
    if (source === undefined)
      throw new AppError('not-found', 'SOURCE_NOT_FOUND', 'There is no research source of that name.')
    return {
      factors: Object.fromEntries(source.factors.map((each) => [each.factor_key, each.value])),
      derivations: Object.fromEntries(source.factors.map((each) => [each.factor_key, each.derivation])),
    }
  }
}

const isKnown = (key: string): key is FactorKey => (factorKeys as readonly string[]).includes(key)

/** A source as the API shows it. */
export function view(row: ResearchSourceRow, values: readonly ResearchFactor[]): Source {
  return {
    source_id: row.id,
    source_name: row.name,
    publisher: row.publisher,
    year: row.year,
    url: row.url,
    confidence_score: Number(row.confidenceScore),
    data_freshness_days: row.freshnessDays,
    factors: values.flatMap(({ sourceId, factorKey, value, derivation }) =>
      sourceId === row.id && isKnown(factorKey)
        ? [{ factor_key: factorKey, value: Number(value), derivation }]
        : [],
    ),
  }
}
