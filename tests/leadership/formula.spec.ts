import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { costRange, investmentReturn } from '../../src/modules/leadership/calculator/domain/explanation.ts'
import {
  adjustedTotal,
  type CostInputs,
  calculateCost,
  categoryNames,
  categoryOf,
  costCategories,
  plainAmounts,
  plainTotal,
  reducedAmount,
} from '../../src/modules/leadership/calculator/domain/formula.ts'
import { companies } from './companies.ts'

const inputs: fc.Arbitrary<CostInputs> = fc.record({
  employees: fc.integer({ min: 1, max: 5_000_000 }),
  averageSalary: fc.double({ min: 0, max: 1e6, noNaN: true }),
  turnoverRate: fc.double({ min: 0, max: 100, noNaN: true }),
  disengagementRate: fc.double({ min: 0, max: 100, noNaN: true }),
  productivityLossPercent: fc.double({ min: 0, max: 100, noNaN: true }),
  rdBudget: fc.double({ min: 0, max: 1e10, noNaN: true }),
  hiringDelayWeeks: fc.double({ min: 0, max: 104, noNaN: true }),
  revenueLostPerUnfilledRole: fc.double({ min: 0, max: 1e10, noNaN: true }),
})

const company = companies[0]!.inputs

describe('the leadership cost formula', () => {
  it.each(companies)(
    'given $name, then every part and both totals are those counted by hand (M-386 to M-394, M-408)',
    ({ inputs: given, total, plain, parts }) => {
      expect(adjustedTotal(given)).toBe(total)
      expect(plainTotal(given)).toBe(plain)
      const { tilci, breakdown } = calculateCost(given)
      expect(tilci).toBe(total)
      expect(
        Object.fromEntries(Object.entries(breakdown).map(([name, { amount }]) => [name, amount])),
      ).toEqual(parts)
      for (const [name, { percentage }] of Object.entries(breakdown))
        expect(percentage).toBe(Math.round(((parts[name] ?? 0) / total) * 1_000) / 10)
    },
  )

  it('given the constants, then they are the specified ones (M-466)', () => {
    const nothing = {
      ...company,
      turnoverRate: 0,
      disengagementRate: 0,
      productivityLossPercent: 0,
      hiringDelayWeeks: 0,
      rdBudget: 0,
      revenueLostPerUnfilledRole: 0,
      employees: 1,
      averageSalary: 5_200,
    }
    expect(plainTotal({ ...nothing, turnoverRate: 100 })).toBe(7_800)
    expect(plainTotal({ ...nothing, disengagementRate: 100 })).toBe(1_768)
    expect(plainTotal({ ...nothing, turnoverRate: 100, hiringDelayWeeks: 1 })).toBe(5_200 * 1.5 + 5_200 / 52)
    expect(plainTotal({ ...nothing, rdBudget: 1_000 })).toBe(50)
    expect(adjustedTotal({ ...nothing, revenueLostPerUnfilledRole: 100 })).toBe(62)
  })

  it('given 10,000 inputs, then local and server totals agree, finite and whole, and the parts add up (M-385, M-393)', () => {
    fc.assert(
      fc.property(inputs, (given) => {
        const { tilci, breakdown } = calculateCost(given)
        const amounts = Object.values(breakdown).map(({ amount }) => amount)
        expect(Number.isSafeInteger(tilci)).toBe(true)
        expect(tilci).toBe(adjustedTotal(given))
        expect(amounts.every((amount) => Number.isSafeInteger(amount) && amount >= 0)).toBe(true)
        if (amounts.length > 0) expect(amounts.reduce((a, b) => a + b, 0)).toBe(tilci)
      }),
      { numRuns: 10_000 },
    )
  })

  it('given a company of 250, then the range and the return of an investment are those counted by hand', () => {
    // Others 4,651,538.46; a leaver at .5: 2,000,000; at 2: 8,000,000. Low (2,000,000 + others) × .62.
    expect(costRange(company)).toEqual({ low: 4_123_954, high: 12_651_538 })
    // Level 50 is 5% of a payroll of 20,000,000.
    expect(investmentReturn(company, 50, 2_000_000)).toEqual({
      invested: 1_000_000,
      saved: 2_000_000,
      net: 1_000_000,
      paybackMonths: 6,
    })
    expect(investmentReturn(company, 50, 0).paybackMonths).toBeNull()
    expect(plainAmounts(company)['Revenue Lost']).toBe(100_000)
  })

  it('given 10,000 inputs, then both totals lie within the range', () => {
    fc.assert(
      fc.property(inputs, (given) => {
        const { low, high } = costRange(given)
        for (const total of [adjustedTotal(given), plainTotal(given)]) {
          expect(total).toBeGreaterThanOrEqual(low)
          expect(total).toBeLessThanOrEqual(high)
        }
      }),
      { numRuns: 10_000 },
    )
  })

  it('given any input grows, then the total never falls', () => {
    fc.assert(
      fc.property(
        inputs,
        fc.constantFrom(...(Object.keys(company) as (keyof CostInputs)[])),
        (given, key) => {
          expect(adjustedTotal({ ...given, [key]: given[key] + 1 })).toBeGreaterThanOrEqual(
            adjustedTotal(given),
          )
        },
      ),
      { numRuns: 2000 },
    )
  })

  it('given the savings slider, then each category falls by its factor and never below 0 (M-409, M-413, M-466)', () => {
    expect(reducedAmount('Turnover Cost', 1000, 100)).toBe(200)
    expect(reducedAmount('Disengagement Cost', 1000, 100)).toBe(300)
    expect(reducedAmount('Productivity Loss Cost', 1000, 100)).toBe(500)
    expect(reducedAmount('R&D Innovation Loss', 1000, 50)).toBe(800)
    expect(reducedAmount('Hiring Delay Cost', 1000, 100)).toBe(400)
    expect(reducedAmount('Revenue Lost', 1000, 100)).toBe(800)
    expect(reducedAmount('Something else', 1000, 100)).toBe(800)
    for (const name of costCategories) expect(reducedAmount(categoryNames[name], 1000, 0)).toBe(1000)
    // The two names of a category, at one factor (M-409).
    expect(reducedAmount('Productivity Loss', 1000, 100)).toBe(500)
    expect(reducedAmount('Innovation Gap', 1000, 50)).toBe(800)
    // Four times what the slider can ask for would leave less than nothing.
    expect(reducedAmount('Turnover Cost', 1000, 400)).toBe(0)
  })

  it('given either of two names of a category, then they mean the same (M-408, M-409)', () => {
    expect(categoryOf('Productivity Loss')).toBe(categoryOf('Productivity Loss Cost'))
    expect(categoryOf('Innovation Gap')).toBe(categoryOf('R&D Innovation Loss'))
    expect(categoryOf('Weather')).toBeNull()
  })
})
