import {
  type CostInputs,
  costParts,
  disengagementShare,
  innovationShare,
  overlapAdjustment,
  turnoverMultiple,
  weeksPerYear,
} from './formula.ts'

/** The formula in words, line by line, for the screens and the report. */
export function formulaLines(adjusted: boolean): string[] {
  return [
    `Turnover cost = employees × turnover rate × average compensation × ${turnoverMultiple}`,
    `Disengagement cost = employees × average compensation × disengagement rate × ${disengagementShare}`,
    'Productivity loss = employees × average compensation × productivity loss',
    'Hiring delay cost = employees × turnover rate × weeks × average compensation ÷ 52',
    `Innovation gap = ${innovationShare * 100}% of the R&D budget. Revenue lost is added to the sum as entered.`,
    adjusted
      ? `Total = the sum × ${overlapAdjustment}, because the parts overlap; each part is scaled alike.`
      : 'Total = the sum of the parts.',
  ]
}

/** Why the sum is not the total. */
export const overlapReason = `The parts overlap: somebody who leaves was often disengaged before, and leaves a role empty that then stands in the hiring delay. Added up, such a person is counted more than once, so ${overlapAdjustment * 100}% of the sum is counted. That share is our own estimate, not a published one.`

/** Salaries that replacing one leaver costs, at the low and at the high end. */
const replacement = { low: 0.5, high: 2 } as const

/** Why the cost has a range. */
export const rangeReasons = [
  `Replacing a leaver costs ${replacement.low * 100} to ${replacement.high * 100}% of a salary, depending on the role. The estimate counts ${turnoverMultiple} salaries, the low end ${replacement.low} and the high end ${replacement.high}.`,
  `The high end counts no overlap at all: the whole sum instead of ${overlapAdjustment * 100}% of it.`,
] as const

export interface CostRange {
  low: number
  high: number
}

/** The low and high estimate of the yearly cost, whole US dollars; the estimate for these inputs lies between them. */
export function costRange(inputs: CostInputs): CostRange {
  const parts = costParts(inputs)
  const others = Object.values(parts).reduce((sum, part) => sum + part, 0) - parts.turnover
  const turnover = (salaries: number): number => (parts.turnover / turnoverMultiple) * salaries
  return {
    low: Math.round(overlapAdjustment * (turnover(replacement.low) + others)),
    high: Math.round(turnover(replacement.high) + others),
  }
}

/** The cautious price of replacing a leaver, in years of pay: the median of published case studies. */
export const cautiousReplacement = 0.21

/** US dollars that one departure costs after overlap: replacing the person, at so many years of pay, and the empty seat. */
export const departureCost = (inputs: CostInputs, replacement: number = turnoverMultiple): number =>
  overlapAdjustment * inputs.averageSalary * (replacement + inputs.hiringDelayWeeks / weeksPerYear)

export interface InvestmentReturn {
  /** US dollars a year, as are `saved` and `net`. */
  invested: number
  saved: number
  net: number
  /** Months after which the savings have covered the investment of the year; null when they never do. */
  paybackMonths: number | null
}

/** The return of an investment of `level` / 10 percent of payroll; `level` is 0 to 100, `saved` US dollars a year. */
export function investmentReturn(inputs: CostInputs, level: number, saved: number): InvestmentReturn {
  const invested = Math.round((inputs.employees * inputs.averageSalary * level) / 1000)
  return {
    invested,
    saved,
    net: saved - invested,
    paybackMonths: saved > 0 ? Math.round((invested / saved) * 120) / 10 : null,
  }
}
