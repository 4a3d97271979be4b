import { z } from 'zod'
import { endpoint } from '#platform/contract/endpoint.ts'

export const factorKeys = [
  'turnover_rate',
  'disengagement_rate',
  'productivity_loss',
  'rd_budget',
  'hiring_delay_weeks',
  'revenue_lost_usd',
] as const
export const FactorKey = z.enum(factorKeys)

const percent = z.number().min(0).max(100)
const dollars = z.number().min(0).max(1e12)

export const UserInputs = z.object({
  employees: z.number().int().min(1).max(5_000_000),
  averageSalary: dollars,
  turnoverRate: percent,
  disengagementRate: percent,
  productivityLossPercent: percent,
  rdBudget: dollars.default(0),
  hiringDelayWeeks: z.number().min(0).max(104),
  revenueLostPerUnfilledRole: dollars.default(0),
})

export const ResearchSource = z.object({
  source_id: z.string(),
  source_name: z.string(),
  publisher: z.string(),
  year: z.number().int(),
  url: z.string(),
  confidence_score: z.number(),
  data_freshness_days: z.number().int(),
})

const Sources = z.object({ success: z.literal(true), sources: z.array(ResearchSource) })

export const listSources = endpoint({
  method: 'GET',
  path: '/api/leadership/sources',
  summary: 'Research sources with confidence and freshness',
  access: 'public',
  limit: { points: 120, seconds: 60 },
  response: Sources,
})

export const listFactorSources = endpoint({
  method: 'GET',
  path: '/api/leadership/factors/:factorKey/sources',
  summary: 'Sources that have a value for one factor',
  access: 'public',
  limit: { points: 240, seconds: 60 },
  params: z.object({ factorKey: FactorKey }),
  response: Sources,
})

export const sourceFactors = endpoint({
  method: 'GET',
  path: '/api/leadership/factors/source/:sourceName',
  summary: 'The factor values of one source',
  access: 'public',
  limit: { points: 240, seconds: 60 },
  params: z.object({ sourceName: z.string().min(1).max(200) }),
  response: z.object({
    success: z.literal(true),
    factors: z.partialRecord(FactorKey, z.number()),
    derivations: z.partialRecord(FactorKey, z.string()),
  }),
})

export const calculate = endpoint({
  method: 'POST',
  path: '/api/leadership/calculate',
  summary: 'The yearly cost of inauthentic leadership and its breakdown',
  access: 'public',
  limit: { points: 120, seconds: 60 },
  body: z.object({
    userInputs: UserInputs,
    selectedFactors: z.record(z.string().max(60), z.unknown()).default({}),
  }),
  response: z.object({
    success: z.literal(true),
    tilci: z.number().int(),
    breakdown: z.record(
      z.string(),
      z.object({ amount: z.number().int(), description: z.string(), percentage: z.number() }),
    ),
  }),
})
