import { type CostBreakdownEntry, reducedAmount } from '#modules/leadership/domain/formula.ts'

/** One category on the charts and on its card. */
export interface ChartItem {
  name: string
  /** US dollars a year, at the investment level chosen. */
  value: number
  /** US dollars a year, without any investment. */
  originalValue: number
  description: string
}

/** The categories at an investment level of 0 to 100; each is counted from its original amount. */
export function chartItems(breakdown: Record<string, CostBreakdownEntry>, level: number): ChartItem[] {
  return Object.entries(breakdown).map(([name, { amount, description }]) => ({
    name,
    value: reducedAmount(name, amount, level),
    originalValue: amount,
    description,
  }))
}

/** The share of the total, from 0 to 1, that the highest level saves: what "up to" may say. */
export function mostSaved(breakdown: Record<string, CostBreakdownEntry>): number {
  const items = chartItems(breakdown, 100)
  const whole = items.reduce((sum, { originalValue }) => sum + originalValue, 0)
  return whole === 0 ? 0 : 1 - items.reduce((sum, { value }) => sum + value, 0) / whole
}
