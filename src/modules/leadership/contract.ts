import { z } from 'zod'
import { endpoint } from '#platform/contract/endpoint.ts'
import { answer, Done, Moment } from '#platform/contract/wire.ts'
import { factorKeys, researchFactors } from './domain/factors.ts'

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

const sentence = (name: string, min: number, max: number) =>
  z
    .string()
    .trim()
    .min(min, `${name} must have at least ${min} characters`)
    .max(max, `${name} must have at most ${max} characters`)

/** A value of a source as an editor enters it; its bounds are those of the calculator's field. */
export const FactorEntry = z
  .object({
    factor_key: FactorKey,
    value: z.number('Value must be a number').min(0, 'Value must be 0 or more'),
    derivation: sentence('How the value is derived', 10, 500),
  })
  .superRefine(({ factor_key, value }, context) => {
    const { max, unit, label } = researchFactors[factor_key]
    if (value > max)
      context.addIssue({
        code: 'custom',
        path: ['value'],
        message: `Value of ${label} must be at most ${max.toLocaleString('en-US')} ${unit}`,
      })
  })

/** A source as an editor enters it; the editor's screen and the server use the same rules. */
export const SourceEntry = z.object({
  source_name: sentence('Name', 3, 120),
  publisher: sentence('Publisher', 2, 120),
  year: z
    .number('Year must be a number')
    .int('Year must be a whole number')
    .min(1900, 'Year must be 1900 or later')
    .max(2100, 'Year must be 2100 or earlier'),
  url: z
    .url({ protocol: /^https$/, error: 'Address must be a whole https address' })
    .max(500, 'Address must have at most 500 characters'),
  confidence_score: z
    .number('Confidence must be a number')
    .min(0, 'Confidence must be from 0 to 1')
    .max(1, 'Confidence must be from 0 to 1'),
  data_freshness_days: z
    .number('Freshness must be a number')
    .int('Freshness must be whole days')
    .min(1, 'Freshness must be at least one day')
    .max(3_650, 'Freshness must be at most ten years'),
  factors: z
    .array(FactorEntry)
    .min(1, 'A source needs at least one value')
    .superRefine((factors, context) => {
      const seen = new Set<string>()
      for (const [index, { factor_key }] of factors.entries()) {
        if (seen.has(factor_key))
          context.addIssue({
            code: 'custom',
            path: [index, 'factor_key'],
            message: `A source has one value of ${researchFactors[factor_key].label} at most`,
          })
        seen.add(factor_key)
      }
    }),
})

const SourceId = z.object({
  sourceId: z
    .string()
    .max(80)
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Id may hold small letters, digits and single hyphens'),
})

export const editableSources = endpoint({
  method: 'GET',
  path: '/api/admin/leadership/sources',
  summary: 'The sources with every value, and the log of changes',
  access: { staff: ['editor', 'viewer'] },
  response: answer({
    /** `revision` is the id of the newest change of the source; 0 for an unchanged source. */
    sources: z.array(ResearchSource.extend({ revision: z.number().int() })),
    changes: z.array(
      z.object({
        id: z.number().int(),
        source_id: z.string(),
        at: Moment,
        by: z.string(),
        /** Null if the source did not exist. */
        before: ResearchSource.nullable(),
        after: ResearchSource.nullable(),
      }),
    ),
  }),
})

export const saveSource = endpoint({
  method: 'PUT',
  path: '/api/admin/leadership/sources/:sourceId',
  summary: 'Adds a research source, or replaces it with its values',
  access: { staff: ['editor'] },
  params: SourceId,
  body: SourceEntry.extend({
    /** The revision that the editor saw, null for a new source. Refused (409) if it is not the current one. */
    revision: z.number().int().min(0).max(2_000_000_000).nullable().optional(),
  }),
  response: answer({ source: ResearchSource }),
})

export const removeSource = endpoint({
  method: 'DELETE',
  path: '/api/admin/leadership/sources/:sourceId',
  summary: 'Removes a research source; the change log keeps its values',
  access: { staff: ['editor'] },
  params: SourceId,
  response: Done,
})
