import type { AuditChange } from '#platform/audit/audit-log.ts'
import { factorKeys, researchFactors } from './domain/factors.ts'
import type { Source } from './research-sources.ts'

const words = {
  source_name: 'Name',
  publisher: 'Publisher',
  year: 'Year',
  url: 'Address',
  confidence_score: 'Confidence',
  data_freshness_days: 'Freshness in days',
} as const satisfies Partial<Record<keyof Source, string>>

/** What differs between two states of a source, field by field, in the words of the editor's screen. */
export function differences(before: Source | null, after: Source | null): AuditChange[] {
  const found: AuditChange[] = []
  const compare = (path: string, old: unknown, now: unknown): void => {
    if (old !== now) found.push({ path, before: old, after: now })
  }
  for (const key of Object.keys(words) as (keyof typeof words)[])
    compare(words[key], before?.[key], after?.[key])
  for (const key of factorKeys) {
    const [old, now] = [before, after].map((source) =>
      source?.factors.find(({ factor_key }) => factor_key === key),
    )
    compare(researchFactors[key].label, old?.value, now?.value)
    compare(`${researchFactors[key].label} › how it follows`, old?.derivation, now?.derivation)
  }
  return found
}
