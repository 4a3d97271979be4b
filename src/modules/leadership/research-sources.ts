import type { z } from 'zod'
import type { Database } from '#platform/database/database.ts'
import { AppError } from '#platform/kernel/error.ts'
import { factorKeys, type ResearchSource } from './contract.ts'
import { ResearchFactor, ResearchSourceRow } from './research-source.ts'

type FactorName = (typeof factorKeys)[number]

/** Public research that the calculator can fill its fields from. */
export class ResearchSources {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /** All sources, or those that have a value for `factor`, the most trusted first. */
  async list(factor?: FactorName): Promise<z.input<typeof ResearchSource>[]> {
    const em = this.#database.em()
    const having = factor === undefined ? null : await em.find(ResearchFactor, { factorKey: factor })
    const rows = await em.find(
      ResearchSourceRow,
      having === null ? {} : { id: { $in: having.map(({ sourceId }) => sourceId) } },
      { orderBy: { confidenceScore: 'desc', name: 'asc' } },
    )
    return rows.map((row) => ({
      source_id: row.id,
      source_name: row.name,
      publisher: row.publisher,
      year: row.year,
      url: row.url,
      confidence_score: Number(row.confidenceScore),
      data_freshness_days: row.freshnessDays,
    }))
  }

  /** The values of the source named `name`, with how each follows from the publication. Throws not-found. */
  async factors(name: string): Promise<{
    factors: Partial<Record<FactorName, number>>
    derivations: Partial<Record<FactorName, string>>
  }> {
    const em = this.#database.em()
    const source = await em.findOne(ResearchSourceRow, { name })
    if (source === null)
      throw new AppError('not-found', 'SOURCE_NOT_FOUND', 'There is no research source of that name.')
    const rows = await em.find(ResearchFactor, { sourceId: source.id })
    const known = rows.filter((row): row is typeof row & { factorKey: FactorName } =>
      (factorKeys as readonly string[]).includes(row.factorKey),
    )
    return {
      factors: Object.fromEntries(known.map((row) => [row.factorKey, Number(row.value)])),
      derivations: Object.fromEntries(known.map((row) => [row.factorKey, row.derivation])),
    }
  }
}
