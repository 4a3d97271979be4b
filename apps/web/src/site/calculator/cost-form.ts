import { type FactorKey, factorKeys } from '#modules/leadership/calculator/domain/factors.ts'
import type { CostInputs } from '#modules/leadership/calculator/domain/formula.ts'
import { asTyped, numberProblem, typedNumber } from '../../lib/typed-number.ts'
import {
  type CostField,
  type CostFormData,
  type FieldRule,
  fieldOfFactor,
  fieldRules,
} from './field-rules.ts'

/** The error message for a field's text; null if it is valid or empty. */
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

/** The percentage that was probably meant by a value below 1, such as 18 for 0.18; undefined for other texts. */
export function likelyPercent(rule: FieldRule, text: string): string | undefined {
  if (rule.kind !== 'percent') return undefined
  const value = typedNumber(text, 'percent')
  return value > 0 && value < 1 ? asTyped(value * 100) : undefined
}

/** The inputs of the formula; optional ones default to 0. Undefined until the six required fields are valid. */
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
/** The source of each field that was filled in from a source. */
export type FieldSources = Partial<Record<CostField, string>>

/**
 * The form with a source's values in empty fields and in fields that another source had filled in. Values that the
 * visitor typed are replaced only if `replace` is true.
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

/** The formula's input for each field; the form stores sources by field, the report by input. */
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

/** The sources by the formula's inputs. */
export function sourcesByInput(sources: FieldSources): Partial<Record<keyof CostInputs, string>> {
  return Object.fromEntries(
    Object.entries(sources).map(([field, source]) => [inputOfField[field as CostField], source]),
  )
}
