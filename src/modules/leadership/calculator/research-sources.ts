import type { z } from 'zod'
import type { PublishedSources } from '#modules/content/index.ts'
import { AppError } from '#platform/kernel/error.ts'
import type { ResearchSource } from '../contract.ts'
import { type FactorKey, factorKeys } from './domain/factors.ts'

type Source = z.output<typeof ResearchSource>

/** Public research whose values can fill the calculator's fields, as the content has it. */
export class ResearchSources {
  readonly #published: PublishedSources

  constructor(published: PublishedSources) {
    this.#published = published
  }

  /** All sources, or those that have a value for `factor`, the highest confidence first. */
  list(factor?: FactorKey): Source[] {
    return this.#published
      .list()
      .filter(({ values }) => factor === undefined || values[factor] !== undefined)
      .map(({ id, name, publisher, year, url, confidence = 80, freshnessDays = 30, values }) => ({
        source_id: id,
        source_name: name,
        publisher,
        year,
        url,
        confidence_score: confidence / 100,
        data_freshness_days: freshnessDays,
        factors: factorKeys.toSorted().flatMap((key) => {
          const found = values[key]
          return found ? [{ factor_key: key, ...found }] : []
        }),
      }))
      .toSorted(
        (a, b) => b.confidence_score - a.confidence_score || a.source_name.localeCompare(b.source_name, 'en'),
      )
  }

  /** The values of the source named `name`, each with its derivation. @throws AppError not-found `SOURCE_NOT_FOUND` */
  factors(name: string): {
    factors: Partial<Record<FactorKey, number>>
    derivations: Partial<Record<FactorKey, string>>
  } {
    const source = this.list().find(({ source_name }) => source_name === name)
    if (source === undefined)
      throw new AppError('not-found', 'SOURCE_NOT_FOUND', 'There is no research source of that name.')
    return {
      factors: Object.fromEntries(source.factors.map((each) => [each.factor_key, each.value])),
      derivations: Object.fromEntries(source.factors.map((each) => [each.factor_key, each.derivation])),
    }
  }
}
