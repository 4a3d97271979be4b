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
