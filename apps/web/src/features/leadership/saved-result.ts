import {
  breakdownOf,
  type CostBreakdownEntry,
  costParts,
  plainTotal,
} from '#modules/leadership/domain/formula.ts'
import { keys, local } from '../../lib/storage.ts'
import { type FieldSources, inputsFrom } from './cost-form.ts'
import { type CostFormData, emptyCostForm } from './field-rules.ts'

export interface Calculation {
  tilci: number
  breakdown: Record<string, CostBreakdownEntry>
}

export interface SavedResult {
  formData: CostFormData
  selectedFactors: FieldSources
  calculation?: Calculation
}

export function saveResult(result: SavedResult): void {
  local.set(keys.leadershipCost, JSON.stringify(result))
}

export function clearResult(): void {
  local.remove(keys.leadershipCost)
}

/** What the calculator left behind; undefined when there is nothing, or nothing readable. */
export function readResult(value: unknown = local.json(keys.leadershipCost)): SavedResult | undefined {
  if (value === null || typeof value !== 'object' || !('formData' in value)) return undefined
  const { formData, selectedFactors, calculation } = value as Record<string, unknown>
  if (formData === null || typeof formData !== 'object') return undefined
  const given = formData as Record<string, unknown>
  const form = { ...emptyCostForm }
  for (const name of Object.keys(emptyCostForm) as (keyof CostFormData)[]) {
    const text = given[name]
    if (typeof text === 'string' || typeof text === 'number') form[name] = String(text)
  }
  const found = calculationFrom(calculation)
  return {
    formData: form,
    selectedFactors:
      selectedFactors !== null && typeof selectedFactors === 'object'
        ? (selectedFactors as FieldSources)
        : {},
    ...(found ? { calculation: found } : {}),
  }
}

function calculationFrom(value: unknown): Calculation | undefined {
  if (value === null || typeof value !== 'object' || !('tilci' in value) || !('breakdown' in value))
    return undefined
  if (typeof value.tilci !== 'number' || value.breakdown === null || typeof value.breakdown !== 'object')
    return undefined
  return { tilci: value.tilci, breakdown: value.breakdown as Calculation['breakdown'] }
}

export interface Outcome extends Calculation {
  /** False for the browser's own sum, which is not adjusted for overlap. */
  adjusted: boolean
}

/** The server's calculation, else the plain sum computed here; undefined when required fields are missing. */
export function outcomeOf(saved: SavedResult): Outcome | undefined {
  if (saved.calculation) return { ...saved.calculation, adjusted: true }
  const inputs = inputsFrom(saved.formData)
  if (!inputs) return undefined
  const total = plainTotal(inputs)
  return { tilci: total, breakdown: breakdownOf(costParts(inputs), total), adjusted: false }
}
