import { z } from 'zod'
import { Id, plain } from './primitives.ts'

const oneLine = /^[^\n\r\u2028\u2029]*$/

/** A value of a source for one field of the calculator, within the bounds of that field. */
const value = (title: string, max: number) =>
  z
    .strictObject({
      value: z.number().min(0).max(max).meta({ title: 'Value' }),
      derivation: plain(500)
        .trim()
        .min(10, 'must be at least 10 characters')
        .meta({ title: 'How the value is derived', control: 'area' }),
    })
    .meta({ title })
    .optional()

const Source = z.strictObject({
  id: Id,
  name: plain(120)
    .trim()
    .min(3, 'must be at least 3 characters')
    .regex(oneLine, 'must be one line')
    .meta({ title: 'Name' }),
  publisher: plain(120).trim().min(2, 'must be at least 2 characters').meta({ title: 'Publisher' }),
  year: z.number().int().min(1900).max(2100).meta({ title: 'Year' }),
  url: z
    .url({ protocol: /^https$/, error: 'must be a whole https address' })
    .max(500)
    .meta({ title: 'Address' }),
  /** 80 if absent. */
  confidence: z.number().int().min(0).max(100).meta({ title: 'Confidence, in percent' }).optional(),
  /** 30 if absent. */
  freshnessDays: z.number().int().min(1).max(3_650).meta({ title: 'Freshness, in days' }).optional(),
  /** By the factor of the leadership module. */
  values: z
    .strictObject({
      turnover_rate: value('Turnover rate, in percent', 100),
      disengagement_rate: value('Disengagement rate, in percent', 100),
      productivity_loss: value('Productivity loss, in percent', 100),
      rd_budget: value('Research budget, in dollars', 1e12),
      hiring_delay_weeks: value('Hiring delay, in weeks', 104),
      revenue_lost_usd: value('Revenue lost, in dollars', 1e12),
    })
    .refine((values) => Object.keys(values).length > 0, 'must have at least one')
    .meta({ title: 'Values' }),
})

const differ = (of: (source: z.output<typeof Source>) => string, what: string) =>
  [
    (sources: z.output<typeof Source>[]) => new Set(sources.map(of)).size === sources.length,
    `must have sources with different ${what}`,
  ] as const

/** Public research that the calculator cites and whose values can fill its fields. The calls of the calculator answer it. */
export const ResearchSources = z.strictObject({
  sources: z
    .array(Source)
    .max(40)
    .refine(...differ(({ id }) => id, 'ids'))
    .refine(...differ(({ name }) => name, 'names'))
    .meta({
      title: 'Sources',
      entry: 'source',
      description:
        'Each field of the calculator offers the sources with a value for it, the most trusted first.',
    }),
})
