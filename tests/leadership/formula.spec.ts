import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  adjustedTotal,
  type CostInputs,
  calculateCost,
  categoryOf,
  costCategories,
  plainTotal,
  reducedAmount,
} from '../../src/modules/leadership/domain/formula.ts'

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

const company: CostInputs = {
  employees: 250,
  averageSalary: 80_000,
  turnoverRate: 20,
  disengagementRate: 30,
  productivityLossPercent: 10,
  rdBudget: 1_000_000,
  hiringDelayWeeks: 6,
  revenueLostPerUnfilledRole: 100_000,
}

describe('the leadership cost formula', () => {
  it('given a company of 250, then every part follows the stated formulas to the dollar (M-386 to M-392)', () => {
    // By hand: payroll 20,000,000. Turnover .2×1.5 = 6,000,000. Productivity .1 = 2,000,000.
    // Disengagement .3×.34 = 2,040,000. Hiring .2×6/52 = 461,538.46. Innovation 50,000. Revenue 100,000.
    expect(plainTotal(company)).toBe(10_651_538)
    expect(adjustedTotal(company)).toBe(6_603_954)
    const { tilci, breakdown } = calculateCost(company)
    expect(tilci).toBe(6_603_954)
    expect(breakdown['Turnover Cost']?.amount).toBe(3_720_000)
    expect(breakdown['Hiring Delay Cost']?.amount).toBe(286_154)
    expect(Object.keys(breakdown)).toHaveLength(6)
  })

  it('given any inputs, then the whole dollars of the parts add up to the total (M-393)', () => {
    fc.assert(
      fc.property(inputs, (given) => {
        const { tilci, breakdown } = calculateCost(given)
        const amounts = Object.values(breakdown).map(({ amount }) => amount)
        expect(Number.isSafeInteger(tilci)).toBe(true)
        expect(amounts.every((amount) => Number.isSafeInteger(amount) && amount >= 0)).toBe(true)
        if (amounts.length > 0) expect(amounts.reduce((a, b) => a + b, 0)).toBe(tilci)
      }),
      { numRuns: 2000 },
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

  it('given the savings slider, then each category falls by its factor and never below 0 (M-413)', () => {
    expect(reducedAmount('Turnover Cost', 1000, 100)).toBe(200)
    expect(reducedAmount('Disengagement Cost', 1000, 100)).toBe(300)
    expect(reducedAmount('Productivity Loss Cost', 1000, 100)).toBe(500)
    expect(reducedAmount('R&D Innovation Loss', 1000, 50)).toBe(800)
    expect(reducedAmount('Hiring Delay Cost', 1000, 100)).toBe(400)
    expect(reducedAmount('Revenue Lost', 1000, 100)).toBe(800)
    expect(reducedAmount('Something else', 1000, 100)).toBe(800)
    for (const name of costCategories) expect(reducedAmount(name, 1000, 0)).toBe(1000)
  })

  it('given either of two names of a category, then they mean the same (M-408, M-409)', () => {
    expect(categoryOf('Productivity Loss')).toBe(categoryOf('Productivity Loss Cost'))
    expect(categoryOf('Innovation Gap')).toBe(categoryOf('R&D Innovation Loss'))
    expect(categoryOf('Weather')).toBeNull()
  })
})
