import type { CostField, FactorKey } from './cost-form.ts'

export interface FieldRule {
  name: CostField
  label: string
  unit: string
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
    unit: 'employees',
    min: 1,
    max: 5_000_000,
    whole: true,
    required: true,
    placeholder: '250',
  },
  {
    name: 'avgCompensation',
    label: 'Average total compensation per employee (USD)',
    unit: 'US dollars',
    min: 0,
    max: 1e12,
    whole: false,
    required: true,
    placeholder: '85000',
  },
  {
    name: 'turnoverRate',
    label: 'Turnover Rate (%)',
    unit: 'percent',
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
    unit: 'percent',
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
    unit: 'percent',
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
    unit: 'weeks',
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
    unit: 'US dollars',
    min: 0,
    max: 1e12,
    whole: false,
    required: false,
    placeholder: '500000',
    factor: 'rd_budget',
  },
  {
    name: 'revenueLost',
    label: 'Revenue Lost (Optional) (USD)',
    unit: 'US dollars',
    min: 0,
    max: 1e12,
    whole: false,
    required: false,
    placeholder: '0',
    factor: 'revenue_lost_usd',
  },
]
