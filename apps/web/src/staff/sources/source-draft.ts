import { z } from 'zod'
import { SourceEntry } from '#modules/leadership/contract.ts'
import { type FactorKey, factorKeys, researchFactors } from '#modules/leadership/domain/factors.ts'
import { asTyped, typedNumber } from '../../lib/typed-number.ts'
import type { Saved, Source } from './sources-api.ts'

// Without this, zod tries to compile code, which the policy of the site refuses and reports.
z.config({ jitless: true })

export interface TypedValue {
  key: FactorKey
  value: string
  derivation: string
}

/** A source as typed in the form, before it is parsed. */
export interface TypedSource {
  name: string
  publisher: string
  year: string
  url: string
  /** Whole percent. */
  confidence: string
  /** Days. */
  freshness: string
  values: readonly TypedValue[]
  /** The revision when editing began; null for a new source. */
  revision: number | null
}

/** Unsaved input by the id of its source; a new source has `newId`. */
export type SourceDrafts = Readonly<Record<string, TypedSource>>
export const newId = '+new'

export const emptySource: TypedSource = {
  name: '',
  publisher: '',
  year: '',
  url: 'https://',
  confidence: '80',
  freshness: '30',
  values: [{ key: 'turnover_rate', value: '', derivation: '' }],
  revision: null,
}

export function typedOf(source: Source): TypedSource {
  return {
    name: source.source_name,
    publisher: source.publisher,
    year: String(source.year),
    url: source.url,
    confidence: asTyped(Math.round(source.confidence_score * 100)),
    freshness: String(source.data_freshness_days),
    // In the order of the calculator's fields.
    values: factorKeys.flatMap((key) =>
      source.factors
        .filter(({ factor_key }) => factor_key === key)
        .map(({ value, derivation }) => ({ key, value: asTyped(value), derivation })),
    ),
    revision: source.revision,
  }
}

/** True if `typed` equals its initial value. */
export function isUntouched(typed: TypedSource, began: TypedSource): boolean {
  const text = (each: TypedSource): string => JSON.stringify({ ...each, revision: 0 })
  return text(typed) === text(began)
}

/** The first factor without a value; undefined if there is none. */
export const nextFactor = ({ values }: TypedSource): FactorKey | undefined =>
  factorKeys.find((factor) => !values.some(({ key }) => key === factor))

/** The entry to save, or its problems: one sentence per field, such as "factors.0.value". */
export function readSource(typed: TypedSource): { entry: Saved } | { problems: Record<string, string> } {
  const confidence = typedNumber(typed.confidence, 'percent')
  const result = SourceEntry.safeParse({
    source_name: typed.name,
    publisher: typed.publisher,
    year: digits(typed.year),
    url: typed.url.trim(),
    confidence_score: confidence / 100,
    data_freshness_days: digits(typed.freshness),
    factors: typed.values.map(({ key, value, derivation }) => ({
      factor_key: key,
      value: typedNumber(value, researchFactors[key].unit),
      derivation,
    })),
  })
  const problems: Record<string, string> = {}
  for (const { path, message } of result.error?.issues ?? []) problems[path.join('.')] ??= message
  if (problems.confidence_score || !Number.isInteger(confidence))
    problems.confidence_score = 'Confidence must be a whole percentage from 0 to 100'
  if (!result.success || Object.keys(problems).length > 0) return { problems }
  return { entry: { ...result.data, revision: typed.revision } }
}

const digits = (text: string): number => (/^\d+$/.test(text.trim()) ? Number(text) : Number.NaN)

/** An id for a new source, made from its name: lowercase letters, digits and hyphens, and not one of `taken`. */
export function idFor(name: string, taken: readonly string[]): string {
  const words =
    name
      .normalize('NFKD')
      .toLowerCase()
      .match(/[a-z0-9]+/g)
      ?.join('-') ?? 'source'
  const base = words.slice(0, 70).replace(/-$/, '')
  for (let turn = 1; ; turn += 1) {
    const id = turn === 1 ? base : `${base}-${turn}`
    if (!taken.includes(id)) return id
  }
}
