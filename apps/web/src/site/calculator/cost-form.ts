import { type FactorKey, factorKeys } from '#modules/leadership/domain/factors.ts'
import type { CostInputs } from '#modules/leadership/domain/formula.ts'
import { asTyped, numberProblem, typedNumber } from '../../lib/typed-number.ts'
import {
  type CostField,
  type CostFormData,
  type FieldRule,
  fieldOfFactor,
  fieldRules,
} from './field-rules.ts'

/** What is wrong with a field's text, in one sentence; null when nothing is, or when it is still empty. */
export function problemOf(rule: FieldRule, text: string): string | null {
  if (text.trim() === '') return null
  const value = typedNumber(text, rule.kind)
  if (!Number.isFinite(value))
    return `${rule.label} ${numberProblem(text) ?? `must be a number, such as ${rule.placeholder}`}`
  if (rule.whole && !Number.isInteger(value)) return `${rule.label} must be a whole number`
  if (value < rule.min || value > rule.max) {
    return `${rule.label} must be from ${rule.min.toLocaleString('en-US')} to ${rule.max.toLocaleString('en-US')}`
  }
  return null
}

/** What was meant by a percentage below 1, such as 18 for 0.18; undefined for every other text. */
export function likelyPercent(rule: FieldRule, text: string): string | undefined {
  if (rule.kind !== 'percent') return undefined
  const value = typedNumber(text, 'percent')
  return value > 0 && value < 1 ? asTyped(value * 100) : undefined
}

/** The inputs of the formula once the six required fields hold valid numbers; optional ones default to 0. */
export function inputsFrom(form: CostFormData): CostInputs | undefined {
  for (const rule of fieldRules) {
    const text = form[rule.name]
    if (rule.required && text.trim() === '') return undefined
    if (problemOf(rule, text) !== null) return undefined
  }
  const numbers = new Map(
    fieldRules.map(({ name, kind }) => [name, form[name].trim() === '' ? 0 : typedNumber(form[name], kind)]),
  )
  const number = (name: CostField): number => numbers.get(name) ?? 0
  return {
    employees: number('companySize'),
    averageSalary: number('avgCompensation'),
    turnoverRate: number('turnoverRate'),
    disengagementRate: number('disengagementPercent'),
    productivityLossPercent: number('productivityLoss'),
    rdBudget: number('rndBudget'),
    hiringDelayWeeks: number('hiringDelay'),
    revenueLostPerUnfilledRole: number('revenueLost'),
  }
}

export type Factors = Partial<Record<FactorKey, number>>
/** The source behind each field that a source has filled. */
export type FieldSources = Partial<Record<CostField, string>>

/**
 * The form with a source's values: into empty fields and into those another source had filled. What the visitor
 * typed stays, unless `replace` says otherwise.
 */
export function withSource(
  form: CostFormData,
  sources: FieldSources,
  source: string,
  factors: Factors,
  replace = false,
): { form: CostFormData; sources: FieldSources; kept: CostField[]; filled: CostField[] } {
  const next = { ...form }
  const from = { ...sources }
  const kept: CostField[] = []
  const filled: CostField[] = []
  for (const key of factorKeys) {
    const value = factors[key]
    if (value === undefined) continue
    const field = fieldOfFactor[key]
    if (form[field].trim() !== '' && sources[field] === undefined && !replace) {
      kept.push(field)
      continue
    }
    next[field] = asTyped(value)
    from[field] = source
    filled.push(field)
  }
  return { form: next, sources: from, kept, filled }
}

/** The formula's name of each field; sources are remembered by field on screen and by input in the report. */
const inputOfField: Record<CostField, keyof CostInputs> = {
  companySize: 'employees',
  avgCompensation: 'averageSalary',
  turnoverRate: 'turnoverRate',
  disengagementPercent: 'disengagementRate',
  productivityLoss: 'productivityLossPercent',
  hiringDelay: 'hiringDelayWeeks',
  rndBudget: 'rdBudget',
  revenueLost: 'revenueLostPerUnfilledRole',
}

/** The sources of the filled fields, by the formula's names. */
export function sourcesByInput(sources: FieldSources): Partial<Record<keyof CostInputs, string>> {
  return Object.fromEntries(
    Object.entries(sources).map(([field, source]) => [inputOfField[field as CostField], source]),
  )
}
