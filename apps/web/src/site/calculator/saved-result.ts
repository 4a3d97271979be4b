import {
  breakdownOf,
  type CostBreakdownEntry,
  costParts,
  plainTotal,
} from '#modules/leadership/calculator/domain/formula.ts'
import { keys, local, session } from '../../lib/storage.ts'
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

export function saveResult(result: Pick<SavedResult, 'formData'> & Partial<SavedResult>): void {
  local.set(keys.leadershipCost, JSON.stringify(result))
  session.remove(keys.leadershipCostDraft)
}

/** Keeps the unfinished worksheet of this tab. */
export function saveDraft(draft: Omit<SavedResult, 'calculation'>): void {
  session.set(keys.leadershipCostDraft, JSON.stringify(draft))
}

export function clearResult(): void {
  local.remove(keys.leadershipCost)
  session.remove(keys.leadershipCostDraft)
}

/** What the calculator starts with: the unfinished worksheet of this tab, else the last result. */
export const readWorksheet = (): SavedResult | undefined =>
  readResult(session.json(keys.leadershipCostDraft)) ?? readResult()

/** The result that the calculator has saved; undefined without a readable one. */
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
    selectedFactors: fieldSourcesFrom(selectedFactors),
    ...(found ? { calculation: found } : {}),
  }
}

function fieldSourcesFrom(value: unknown): FieldSources {
  if (value === null || typeof value !== 'object') return {}
  return Object.fromEntries(
    Object.entries(value).filter(([field, source]) => field in emptyCostForm && typeof source === 'string'),
  )
}

/** The saved calculation; undefined if its amounts are invalid or do not add up, so that it is not from the server. */
function calculationFrom(value: unknown): Calculation | undefined {
  if (value === null || typeof value !== 'object' || !('tilci' in value) || !('breakdown' in value))
    return undefined
  const { tilci, breakdown } = value
  if (!isAmount(tilci) || breakdown === null || typeof breakdown !== 'object') return undefined
  const entries = Object.entries(breakdown)
  let sum = 0
  for (const [, entry] of entries) {
    if (entry === null || typeof entry !== 'object') return undefined
    if (!isAmount(entry.amount) || typeof entry.description !== 'string') return undefined
    if (typeof entry.percentage !== 'number') return undefined
    sum += entry.amount
  }
  return entries.length > 0 && sum !== tilci
    ? undefined
    : { tilci, breakdown: breakdown as Calculation['breakdown'] }
}

const isAmount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0

export interface CalculatorResult extends Calculation {
  /** False for the sum that the browser calculates, which is not adjusted for overlap. */
  adjusted: boolean
}

/** The server's calculation, else the plain sum; undefined if required fields are missing. */
export function outcomeOf(saved: SavedResult): CalculatorResult | undefined {
  if (saved.calculation) return { ...saved.calculation, adjusted: true }
  const inputs = inputsFrom(saved.formData)
  if (!inputs) return undefined
  const total = plainTotal(inputs)
  return { tilci: total, breakdown: breakdownOf(costParts(inputs), total), adjusted: false }
}
