import type { CostInputs } from '../../src/modules/leadership/calculator/domain/formula.ts'

export interface HandCounted {
  name: string
  inputs: CostInputs
  /** 0.62 of the sum, whole dollars. */
  total: number
  /** The sum without overlap adjustment, whole dollars. */
  plain: number
  parts: Record<string, number>
}

/** Five companies, counted by hand; the workings are beside them. */
export const companies: readonly HandCounted[] = [
  {
    // Payroll 20,000,000. Turnover × .2 × 1.5 = 6,000,000. Disengagement × .3 × .34 = 2,040,000.
    // Productivity × .1 = 2,000,000. Hiring × .2 × 6 / 52 = 461,538.46. Innovation 50,000. Revenue 100,000.
    // Sum 10,651,538.46; × .62 = 6,603,953.85.
    name: 'a company of 250',
    inputs: inputs(250, 80_000, 20, 30, 10, 6, 1_000_000, 100_000),
    total: 6_603_954,
    plain: 10_651_538,
    parts: {
      'Turnover Cost': 3_720_000,
      'Disengagement Cost': 1_264_800,
      'Productivity Loss': 1_240_000,
      'Innovation Gap': 31_000,
      'Hiring Delay Cost': 286_154,
      'Revenue Lost': 62_000,
    },
  },
  {
    // Payroll 2,400,000. 900,000 + 163,200 + 120,000 + 2,400,000 × .25 × 8 / 52 = 92,307.69.
    // Sum 1,275,507.69; × .62 = 790,814.77.
    name: 'a workshop of 40 without research',
    inputs: inputs(40, 60_000, 25, 20, 5, 8, 0, 0),
    total: 790_815,
    plain: 1_275_508,
    parts: {
      'Turnover Cost': 558_000,
      'Disengagement Cost': 101_184,
      'Productivity Loss': 74_400,
      'Hiring Delay Cost': 57_231,
    },
  },
  {
    // Payroll 1,140,000,000. 205,200,000 + 65,892,000 + 102,600,000 + 17,100,000 + 2,500,000 + 800,000
    // = 394,092,000; × .62 = 244,337,040.
    name: 'a group of 12,000',
    inputs: inputs(12_000, 95_000, 12, 17, 9, 6.5, 50_000_000, 800_000),
    total: 244_337_040,
    plain: 394_092_000,
    parts: {
      'Turnover Cost': 127_224_000,
      'Disengagement Cost': 40_853_040,
      'Productivity Loss': 63_612_000,
      'Innovation Gap': 1_550_000,
      'Hiring Delay Cost': 10_602_000,
      'Revenue Lost': 496_000,
    },
  },
  {
    // Nobody leaves: 30,000 × .1 × .34 = 1,020 and 30,000 × .025 = 750. Sum 1,770; × .62 = 1,097.40.
    name: 'one person whom nobody leaves',
    inputs: inputs(1, 30_000, 0, 10, 2.5, 0, 0, 0),
    total: 1_097,
    plain: 1_770,
    parts: { 'Disengagement Cost': 632, 'Productivity Loss': 465 },
  },
  {
    // Payroll 233,333.31. 50,049.99 + 16,977.33 + 17,966.66 + 2,245.83 + 617.28 + 999.99 = 88,857.10;
    // × .62 = 55,091.40. Four dollars of the floors are left; they go to the four largest remainders.
    name: 'seven people with crooked figures',
    inputs: inputs(7, 33_333.33, 14.3, 21.4, 7.7, 3.5, 12_345.67, 999.99),
    total: 55_091,
    plain: 88_857,
    parts: {
      'Turnover Cost': 31_031,
      'Disengagement Cost': 10_526,
      'Productivity Loss': 11_139,
      'Innovation Gap': 383,
      'Hiring Delay Cost': 1_392,
      'Revenue Lost': 620,
    },
  },
]

function inputs(
  employees: number,
  averageSalary: number,
  turnoverRate: number,
  disengagementRate: number,
  productivityLossPercent: number,
  hiringDelayWeeks: number,
  rdBudget: number,
  revenueLostPerUnfilledRole: number,
): CostInputs {
  return {
    employees,
    averageSalary,
    turnoverRate,
    disengagementRate,
    productivityLossPercent,
    hiringDelayWeeks,
    rdBudget,
    revenueLostPerUnfilledRole,
  }
}
