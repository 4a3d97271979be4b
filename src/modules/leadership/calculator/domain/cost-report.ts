import { costRange, formulaLines, overlapReason, rangeReasons } from './explanation.ts'
import {
  breakdownOf,
  type CostInputs,
  calculateCost,
  costParts,
  overlapAdjustment,
  plainAmounts,
  plainTotal,
} from './formula.ts'

/** Field of the formula, label of its line in the report, and format of its value. */
const inputLines = [
  ['employees', 'Employees', 'count'],
  ['averageSalary', 'Average total compensation', 'dollars'],
  ['turnoverRate', 'Turnover rate', 'percent'],
  ['disengagementRate', 'Disengagement rate', 'percent'],
  ['productivityLossPercent', 'Productivity loss', 'percent'],
  ['hiringDelayWeeks', 'Hiring delay', 'weeks'],
  ['rdBudget', 'R&D budget', 'dollars'],
  ['revenueLostPerUnfilledRole', 'Revenue lost', 'dollars'],
] as const satisfies readonly (readonly [keyof CostInputs, string, string])[]

/** Inputs that may be left empty; they count as 0. */
const optional: ReadonlySet<keyof CostInputs> = new Set(['rdBudget', 'revenueLostPerUnfilledRole'])

/** A citation as the report prints it. */
export interface CitedSource {
  source_name: string
  publisher: string
  year: number
  url: string
  factors: readonly { factor_key: string; value: number; derivation: string }[]
}

export interface CostReport {
  brand: string
  title: string
  /** The page that made the report, such as "example.com/leadership-cost-calculator". */
  address: string
  /** "November 21, 2026" */
  date: string
  total: string
  note: string
  parts: { name: string; dollars: number; amount: string; share: string; description: string }[]
  /** `source` is the name of the research source of a value, or says that it is not listed, `entered`, or `none given`. */
  inputs: { name: string; value: string; source: string }[]
  formula: string[]
  /** The low and the high estimate in words, and the reasons for the range. */
  range: { words: string; reasons: string[] }
  sources: CitedSource[]
}

export interface ReportRequest {
  inputs: CostInputs
  /** The name of the research source that filled an input. */
  sources: Partial<Record<keyof CostInputs, string>>
  /** False for the plain sum, which a browser shows when it could not reach the server. */
  adjusted: boolean
}

export interface ReportFrame {
  brand: string
  title: string
  address: string
  made: Date
  /** All sources; the report cites those that the request names. */
  known: readonly CitedSource[]
}

const count = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 })
const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
})
/** Inputs are printed as entered, with cents if there are any. */
const exact = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', minimumFractionDigits: 0 })
const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

const formats = {
  count: (value: number) => count.format(value),
  dollars: (value: number) => exact.format(value),
  percent: (value: number) => `${count.format(value)}%`,
  weeks: (value: number) => `${count.format(value)} ${value === 1 ? 'week' : 'weeks'}`,
}

/** Computes the report from the inputs alone, so that browser and server print the same figures. */
export function costReport({ inputs, sources, adjusted }: ReportRequest, frame: ReportFrame): CostReport {
  const { tilci, breakdown } = adjusted
    ? calculateCost(inputs)
    : { tilci: plainTotal(inputs), breakdown: breakdownOf(costParts(inputs), plainTotal(inputs)) }
  const plain = plainAmounts(inputs)
  const range = costRange(inputs)
  const cited = new Set(Object.values(sources))
  // Only names that the site knows: what a stranger typed is not printed with its brand.
  const known = new Set(frame.known.map(({ source_name }) => source_name))
  const sourceOf = (key: keyof CostInputs): string => {
    const name = sources[key]
    if (name !== undefined) return known.has(name) ? name : 'a source that is no longer listed'
    return optional.has(key) && inputs[key] === 0 ? 'none given' : 'entered'
  }
  return {
    brand: frame.brand,
    title: frame.title,
    address: frame.address,
    date: day.format(frame.made),
    total: dollars.format(tilci),
    note: adjusted
      ? 'per year, adjusted for effects that two factors both count'
      : 'per year, without overlap adjustment',
    parts: Object.entries(breakdown).map(([name, { amount, percentage, description }]) => ({
      name,
      dollars: amount,
      amount: dollars.format(amount),
      share: `${percentage}%`,
      description: adjusted
        ? `${description} ${dollars.format(plain[name] ?? 0)} × ${overlapAdjustment}.`
        : description,
    })),
    inputs: inputLines.map(([key, name, kind]) => ({
      name,
      value: formats[kind](inputs[key]),
      source: sourceOf(key),
    })),
    formula: [...formulaLines(adjusted), ...(adjusted ? [overlapReason] : [])],
    range: {
      words: `From ${dollars.format(range.low)} to ${dollars.format(range.high)} per year.`,
      reasons: [...rangeReasons],
    },
    sources: frame.known.filter(({ source_name }) => cited.has(source_name)),
  }
}
