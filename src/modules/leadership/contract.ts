import { z } from 'zod'
import { endpoint } from '#platform/contract/endpoint.ts'
import { answer } from '#platform/contract/wire.ts'
import { factorKeys } from './calculator/domain/factors.ts'

const FactorKey = z.enum(factorKeys)

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

/** The inputs of a report, which is downloaded or mailed. */
export const ReportRequested = z.object({
  inputs: UserInputs,
  /** The name of the research source that filled an input. */
  sources: z.partialRecord(UserInputs.keyof(), z.string().max(200)).default({}),
  /** False for the plain sum, which a browser shows when it could not reach the server. */
  adjusted: z.boolean().default(true),
})

export const ResearchSource = z.object({
  source_id: z.string(),
  source_name: z.string(),
  publisher: z.string(),
  year: z.number().int(),
  url: z.string(),
  confidence_score: z.number(),
  data_freshness_days: z.number().int(),
  /** The source's values, each with its derivation from the publication. */
  factors: z.array(z.object({ factor_key: FactorKey, value: z.number(), derivation: z.string() })),
})

const Sources = answer({ sources: z.array(ResearchSource) })

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
  response: answer({
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
  response: answer({
    tilci: z.number().int(),
    breakdown: z.record(
      z.string(),
      z.object({ amount: z.number().int(), description: z.string(), percentage: z.number() }),
    ),
  }),
})

export const downloadReport = endpoint({
  method: 'POST',
  path: '/api/leadership/report',
  summary: 'The report of a calculation as PDF; nothing is stored',
  access: 'public',
  limit: { points: 30, seconds: 60 },
  body: ReportRequested,
  response: 'stream',
})
