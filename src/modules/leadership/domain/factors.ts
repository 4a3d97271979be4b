/** The factors for which a research source can give a value; each fills one field of the calculator. */
export const factorKeys = [
  'turnover_rate',
  'disengagement_rate',
  'productivity_loss',
  'rd_budget',
  'hiring_delay_weeks',
  'revenue_lost_usd',
] as const
export type FactorKey = (typeof factorKeys)[number]

/** Label and unit of each factor, and the largest value that its field accepts. */
export const researchFactors: Record<
  FactorKey,
  { label: string; unit: 'percent' | 'dollars' | 'weeks'; max: number }
> = {
  turnover_rate: { label: 'Turnover rate', unit: 'percent', max: 100 },
  disengagement_rate: { label: 'Disengagement rate', unit: 'percent', max: 100 },
  productivity_loss: { label: 'Productivity loss', unit: 'percent', max: 100 },
  rd_budget: { label: 'R&D budget', unit: 'dollars', max: 1e12 },
  hiring_delay_weeks: { label: 'Hiring delay', unit: 'weeks', max: 104 },
  revenue_lost_usd: { label: 'Revenue lost', unit: 'dollars', max: 1e12 },
}
