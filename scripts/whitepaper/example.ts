import { cautiousReplacement, departureCost } from '#modules/leadership/calculator/domain/explanation.ts'
import {
  adjustedTotal,
  type CostCategory,
  type CostInputs,
  calculateCost,
  categoryNames,
  costParts,
  overlapAdjustment,
  turnoverMultiple,
} from '#modules/leadership/calculator/domain/formula.ts'

/** The company of the worked example. Rates in percent, money in US dollars a year. */
export const company: CostInputs = {
  employees: 120,
  averageSalary: 78_000,
  turnoverRate: 18,
  disengagementRate: 17,
  productivityLossPercent: 5,
  rdBudget: 600_000,
  hiringDelayWeeks: 6,
  revenueLostPerUnfilledRole: 0,
}

/** The cost of sending that company's leaders through the twelve weeks. Money in US dollars. */
export const cohort = { leaders: 10, seatPrice: 2_500, hoursEach: 36, hourlyCost: 60 }

export interface Scenario {
  name: string
  note: string
  total: number
}

function payroll(): number {
  return company.employees * company.averageSalary
}

/** The same formula with the turnover part taken at another replacement cost. */
function totalAt(replacement: number): number {
  const parts = costParts(company)
  const sum = Object.values(parts).reduce((whole, part) => whole + part, 0)
  return Math.round(
    overlapAdjustment * (sum - parts.turnover + (parts.turnover / turnoverMultiple) * replacement),
  )
}

/** All figures of the example in the whitepaper, computed with the formula of the product. */
export function exampleFigures() {
  const parts = costParts(company)
  const { tilci, breakdown } = calculateCost(company)
  const leavers = company.employees * (company.turnoverRate / 100)
  const perLeaver = departureCost(company)
  const perLeaverCautious = departureCost(company, cautiousReplacement)
  const seats = cohort.leaders * cohort.seatPrice
  const time = cohort.leaders * cohort.hoursEach * cohort.hourlyCost
  const onePointLess = adjustedTotal({ ...company, turnoverRate: company.turnoverRate - 1 })
  const rows = (Object.keys(parts) as CostCategory[])
    .filter((key) => parts[key] > 0)
    .map((key) => ({
      name: categoryNames[key],
      before: Math.round(parts[key]),
      after: breakdown[categoryNames[key]]?.amount ?? 0,
      share: breakdown[categoryNames[key]]?.percentage ?? 0,
    }))
    .sort((a, b) => b.after - a.after)
  const scenarios: Scenario[] = [
    { name: 'Cautious', note: 'A leaver costs 21% of a year’s pay', total: totalAt(cautiousReplacement) },
    { name: 'Middle', note: 'A leaver costs 33% of a year’s pay', total: totalAt(0.33) },
    { name: 'Formula', note: 'A leaver costs 150% of a year’s pay', total: tilci },
  ]
  return {
    payroll: payroll(),
    leavers,
    rows,
    sum: Math.round(Object.values(parts).reduce((whole, part) => whole + part, 0)),
    tilci,
    shareOfPayroll: (tilci / payroll()) * 100,
    scenarios,
    perLeaver: Math.round(perLeaver),
    perLeaverCautious: Math.round(perLeaverCautious),
    seats,
    time,
    investment: seats + time,
    breakEven: (seats + time) / perLeaver,
    breakEvenCautious: (seats + time) / perLeaverCautious,
    onePoint: tilci - onePointLess,
  }
}
export type ExampleFigures = ReturnType<typeof exampleFigures>

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })
export const dollars = (amount: number): string => `$${whole.format(amount)}`
export const oneDecimal = (value: number): string => value.toFixed(1)
/** Millions with two decimals, for running text. */
export const millions = (amount: number): string => `$${(amount / 1e6).toFixed(2)} million`
