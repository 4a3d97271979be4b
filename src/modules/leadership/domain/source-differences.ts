import { type FactorKey, factorKeys, researchFactors } from './factors.ts'

/** The compared fields of a source, named as in the API. */
export interface SourceState {
  source_name: string
  publisher: string
  year: number
  url: string
  confidence_score: number
  data_freshness_days: number
  factors: readonly { factor_key: FactorKey; value: number; derivation: string }[]
}

export interface SourceDifference {
  /** The field's label on the editor's screen, such as "Turnover rate". */
  path: string
  before?: string | number | undefined
  after?: string | number | undefined
  /** The factor of the value; its unit gives the format. */
  factor?: FactorKey
}

const labels = {
  source_name: 'Name',
  publisher: 'Publisher',
  year: 'Year',
  url: 'Address',
  confidence_score: 'Confidence',
  data_freshness_days: 'Freshness in days',
} as const satisfies Partial<Record<keyof SourceState, string>>

/** The differences between two states of a source, field by field. */
export function differences(before: SourceState | null, after: SourceState | null): SourceDifference[] {
  const changes: SourceDifference[] = []
  type Value = string | number | undefined
  const compare = (path: string, old: Value, now: Value, factor?: FactorKey): void => {
    if (old !== now) changes.push({ path, before: old, after: now, ...(factor && { factor }) })
  }
  for (const key of Object.keys(labels) as (keyof typeof labels)[])
    compare(labels[key], before?.[key], after?.[key])
  for (const key of factorKeys) {
    const [old, now] = [before, after].map((source) =>
      source?.factors.find(({ factor_key }) => factor_key === key),
    )
    compare(researchFactors[key].label, old?.value, now?.value, key)
    compare(`${researchFactors[key].label} › how it follows`, old?.derivation, now?.derivation)
  }
  return changes
}
