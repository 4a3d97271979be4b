import { calculateCost } from '#modules/leadership/calculator/domain/formula.ts'
import { type FieldSources, inputsFrom } from './cost-form.ts'
import { type CostField, emptyCostForm, fieldRules } from './field-rules.ts'
import { type CalculatorResult, outcomeOf, readResult, type SavedResult } from './saved-result.ts'

const longest = 40
const longestSource = 200

/** The inputs as a fragment of an address ("#…"), which browsers do not send to servers. */
export function fragmentOf({ formData, selectedFactors }: SavedResult): string {
  const parts = new URLSearchParams({ v: '1' })
  for (const { name } of fieldRules) if (formData[name].trim() !== '') parts.set(name, formData[name].trim())
  for (const [field, source] of Object.entries(selectedFactors)) parts.set(`${field}.source`, source)
  return `#${parts}`
}

/** Whether a fragment is one of a result, readable or not. */
export const isResultFragment = (hash: string): boolean => /^#v=/.test(hash)

/** The result of a fragment's inputs, calculated by the server's formula; undefined if the fragment is unreadable. */
export function resultFromFragment(hash: string): SavedResult | undefined {
  if (!isResultFragment(hash) || hash.length > 4_000) return undefined
  const parts = new URLSearchParams(hash.slice(1))
  if (parts.get('v') !== '1') return undefined
  const formData = { ...emptyCostForm }
  const selectedFactors: FieldSources = {}
  for (const { name } of fieldRules) {
    const value = parts.get(name)
    if (value !== null && value.length <= longest) formData[name as CostField] = value
    const source = parts.get(`${name}.source`)
    if (source !== null && source.length <= longestSource) selectedFactors[name] = source
  }
  const inputs = inputsFrom(formData)
  return inputs ? { formData, selectedFactors, calculation: calculateCost(inputs) } : undefined
}

/** The result in the address's fragment, else the one saved in this browser; undefined without either. */
export function resultAt(hash: string): { saved: SavedResult; outcome: CalculatorResult } | undefined {
  const saved = isResultFragment(hash) ? resultFromFragment(hash) : readResult()
  const outcome = saved && outcomeOf(saved)
  return saved && outcome && { saved, outcome }
}
