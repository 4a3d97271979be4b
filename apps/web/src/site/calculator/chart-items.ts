import { type CostBreakdownEntry, reducedAmount } from '#modules/leadership/calculator/domain/formula.ts'

/** One category of the charts and cards. */
export interface ChartItem {
  name: string
  /** US dollars per year, at the chosen investment level. */
  value: number
  /** US dollars per year, without an investment. */
  originalValue: number
  description: string
}

/** The categories at an investment level of 0 to 100, each reduced from its original amount. */
export function chartItems(breakdown: Record<string, CostBreakdownEntry>, level: number): ChartItem[] {
  return Object.entries(breakdown).map(([name, { amount, description }]) => ({
    name,
    value: reducedAmount(name, amount, level),
    originalValue: amount,
    description,
  }))
}

/** The share of the total, from 0 to 1, that the highest level saves. */
export function mostSaved(breakdown: Record<string, CostBreakdownEntry>): number {
  const items = chartItems(breakdown, 100)
  const whole = items.reduce((sum, { originalValue }) => sum + originalValue, 0)
  return whole === 0 ? 0 : 1 - items.reduce((sum, { value }) => sum + value, 0) / whole
}
