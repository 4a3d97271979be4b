/**
 * What inauthentic leadership costs a year. One formula for server and browser; amounts in US dollars, rates as
 * fractions of 1. Sources of the constants: replacing a person costs about one and a half salaries; a disengaged
 * person costs about 34 % of salary; the parts overlap, so their sum is adjusted by 0.62.
 */
export interface CostInputs {
  employees: number
  /** Average total compensation per employee and year, US dollars. */
  averageSalary: number
  /** Percent, 0 to 100. */
  turnoverRate: number
  /** Percent, 0 to 100. */
  disengagementRate: number
  /** Percent, 0 to 100. */
  productivityLossPercent: number
  /** US dollars a year. */
  rdBudget: number
  hiringDelayWeeks: number
  /** US dollars a year, added as entered. */
  revenueLostPerUnfilledRole: number
}

export const costCategories = [
  'turnover',
  'disengagement',
  'productivity',
  'innovation',
  'hiringDelay',
  'revenueLost',
] as const
export type CostCategory = (typeof costCategories)[number]

/** The label of each category on screens and in the API. */
export const categoryNames: Record<CostCategory, string> = {
  turnover: 'Turnover Cost',
  disengagement: 'Disengagement Cost',
  productivity: 'Productivity Loss',
  innovation: 'Innovation Gap',
  hiringDelay: 'Hiring Delay Cost',
  revenueLost: 'Revenue Lost',
}

export const categoryDescriptions: Record<CostCategory, string> = {
  turnover:
    'Replacing the people who leave: hiring, onboarding and lost knowledge, at 1.5 salaries a leaver.',
  disengagement: 'Work that disengaged people do not do, at 34% of their compensation.',
  productivity: 'Output lost across the whole team at the productivity loss you entered.',
  innovation: 'The share of the R&D budget that yields nothing when ideas are not heard, 5%.',
  hiringDelay: 'Roles that stand empty while leavers are replaced, week by week.',
  revenueLost: 'Revenue you told us is lost while roles stay unfilled.',
}

export const turnoverMultiple = 1.5
export const disengagementShare = 0.34
export const weeksPerYear = 52
export const innovationShare = 0.05
/** Adjustment for effects that two factors both count. */
export const overlapAdjustment = 0.62

export type CostParts = Record<CostCategory, number>

/** The unadjusted, unrounded yearly cost of each category. */
export function costParts(inputs: CostInputs): CostParts {
  const payroll = inputs.employees * inputs.averageSalary
  const turnover = inputs.turnoverRate / 100
  return {
    turnover: payroll * turnover * turnoverMultiple,
    disengagement: payroll * (inputs.disengagementRate / 100) * disengagementShare,
    productivity: payroll * (inputs.productivityLossPercent / 100),
    innovation: inputs.rdBudget * innovationShare,
    hiringDelay: (payroll * turnover * inputs.hiringDelayWeeks) / weeksPerYear,
    revenueLost: inputs.revenueLostPerUnfilledRole,
  }
}

const sum = (parts: CostParts): number => costCategories.reduce((total, key) => total + parts[key], 0)

/** The live estimate and the server's `tilci`: 0.62 of the sum, whole US dollars. */
export function adjustedTotal(inputs: CostInputs): number {
  return Math.round(overlapAdjustment * sum(costParts(inputs)))
}

/** The browser's fallback total without overlap adjustment, whole US dollars. */
export function plainTotal(inputs: CostInputs): number {
  return Math.round(sum(costParts(inputs)))
}

/**
 * Whole dollars per category that add up to `total` exactly: each share is floored and the dollars left over go to
 * the largest remainders.
 */
export function apportion(parts: CostParts, total: number): CostParts {
  const whole = sum(parts)
  const result = Object.fromEntries(costCategories.map((key) => [key, 0])) as CostParts
  if (whole <= 0) return result
  const shares = costCategories.map((key) => ({ key, exact: (parts[key] / whole) * total }))
  for (const { key, exact } of shares) result[key] = Math.floor(exact)
  let left = total - sum(result)
  for (const { key } of shares.sort((a, b) => (b.exact % 1) - (a.exact % 1))) {
    if (left <= 0) break
    result[key] += 1
    left -= 1
  }
  return result
}

export interface CostBreakdownEntry {
  amount: number
  description: string
  /** Share of the total in percent, one decimal. */
  percentage: number
}

/** `tilci` (total inauthentic-leadership cost impact) and its parts by category name; the parts add up to it. */
export function calculateCost(inputs: CostInputs): {
  tilci: number
  breakdown: Record<string, CostBreakdownEntry>
} {
  const tilci = adjustedTotal(inputs)
  return { tilci, breakdown: breakdownOf(costParts(inputs), tilci) }
}

/** The unadjusted amount of each category by its name, whole US dollars. */
export function plainAmounts(inputs: CostInputs): Record<string, number> {
  const parts = costParts(inputs)
  return Object.fromEntries(costCategories.map((key) => [categoryNames[key], Math.round(parts[key])]))
}

/** The breakdown of `total` by category name. Categories that cost nothing are left out. */
export function breakdownOf(parts: CostParts, total: number): Record<string, CostBreakdownEntry> {
  const amounts = apportion(parts, total)
  return Object.fromEntries(
    costCategories
      .filter((key) => parts[key] > 0)
      .map((key) => [
        categoryNames[key],
        {
          amount: amounts[key],
          description: categoryDescriptions[key],
          percentage: total === 0 ? 0 : Math.round((amounts[key] / total) * 1000) / 10,
        },
      ]),
  )
}

const savingsFactors: Record<CostCategory, number> = {
  turnover: 4,
  disengagement: 3.5,
  productivity: 2.5,
  innovation: 2,
  hiringDelay: 3,
  revenueLost: 1,
}

/** Older names of categories, which saved results may contain. */
const aliases: Record<string, CostCategory> = {
  'Productivity Loss Cost': 'productivity',
  'R&D Innovation Loss': 'innovation',
}

/** The key of a category's name; null for an unknown name. */
export function categoryOf(name: string): CostCategory | null {
  return aliases[name] ?? costCategories.find((key) => categoryNames[key] === name) ?? null
}

/** The rest of `amount` at an investment level of 0 to 100; never below 0. */
export function reducedAmount(name: string, amount: number, level: number): number {
  const category = categoryOf(name)
  const factor = category === null ? 1 : savingsFactors[category]
  return Math.max(0, Math.round(amount * (1 - (level / 500) * factor)))
}
