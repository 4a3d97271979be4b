import type { FactorKey } from '#modules/leadership/calculator/domain/factors.ts'
import type { NumberKind } from '../../lib/typed-number.ts'

export interface CostFormData {
  companySize: string
  avgCompensation: string
  turnoverRate: string
  disengagementPercent: string
  productivityLoss: string
  hiringDelay: string
  rndBudget: string
  revenueLost: string
}

export type CostField = keyof CostFormData

export const emptyCostForm: CostFormData = {
  companySize: '',
  avgCompensation: '',
  turnoverRate: '',
  disengagementPercent: '',
  productivityLoss: '',
  hiringDelay: '',
  rndBudget: '',
  revenueLost: '',
}

/** The field that a factor of a research source fills. */
export const fieldOfFactor: Record<FactorKey, CostField> = {
  turnover_rate: 'turnoverRate',
  disengagement_rate: 'disengagementPercent',
  productivity_loss: 'productivityLoss',
  rd_budget: 'rndBudget',
  hiring_delay_weeks: 'hiringDelay',
  revenue_lost_usd: 'revenueLost',
}

export interface FieldRule {
  name: CostField
  label: string
  kind: NumberKind
  min: number
  max: number
  whole: boolean
  required: boolean
  placeholder: string
  factor?: FactorKey
}

/** The eight fields in the order of the form. */
export const fieldRules: readonly FieldRule[] = [
  {
    name: 'companySize',
    label: 'Company Size (number of employees)',
    kind: 'count',
    min: 1,
    max: 5_000_000,
    whole: true,
    required: true,
    placeholder: '250',
  },
  {
    name: 'avgCompensation',
    label: 'Average total compensation per employee (USD)',
    kind: 'dollars',
    min: 0,
    max: 1e12,
    whole: false,
    required: true,
    placeholder: '85,000',
  },
  {
    name: 'turnoverRate',
    label: 'Turnover Rate (%)',
    kind: 'percent',
    min: 0,
    max: 100,
    whole: false,
    required: true,
    placeholder: '18',
    factor: 'turnover_rate',
  },
  {
    name: 'disengagementPercent',
    label: 'Disengagement Rate (%)',
    kind: 'percent',
    min: 0,
    max: 100,
    whole: false,
    required: true,
    placeholder: '17',
    factor: 'disengagement_rate',
  },
  {
    name: 'productivityLoss',
    label: 'Productivity Loss (%)',
    kind: 'percent',
    min: 0,
    max: 100,
    whole: false,
    required: true,
    placeholder: '10',
    factor: 'productivity_loss',
  },
  {
    name: 'hiringDelay',
    label: 'Hiring Delay (Weeks)',
    kind: 'weeks',
    min: 0,
    max: 104,
    whole: false,
    required: true,
    placeholder: '6',
    factor: 'hiring_delay_weeks',
  },
  {
    name: 'rndBudget',
    label: 'R&D Budget (Optional)',
    kind: 'dollars',
    min: 0,
    max: 1e12,
    whole: false,
    required: false,
    placeholder: '500,000',
    factor: 'rd_budget',
  },
  {
    name: 'revenueLost',
    label: 'Revenue Lost (Optional) (USD)',
    kind: 'dollars',
    min: 0,
    max: 1e12,
    whole: false,
    required: false,
    placeholder: '0',
    factor: 'revenue_lost_usd',
  },
]
