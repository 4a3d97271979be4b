import { z } from 'zod'

export const csvEncodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const
export const csvDelimiters = [';', ',', '\t', '|'] as const
/** The order of day, month and year. */
export const csvDates = ['dmy', 'mdy', 'ymd'] as const

/** The meaning of a column; '' for one that is not read. `in` and `out`: amounts of money that came, and that went. */
const Meaning = z.enum([
  '',
  'date',
  'amount',
  'in',
  'out',
  'direction',
  'state',
  'purpose',
  'payer',
  'account',
  'id',
  'currency',
])
export type CsvMeaning = z.infer<typeof Meaning>

const Words = z.array(z.string().max(60)).max(30).default([])

/** What a person has chosen so far about how the lines of a bank's CSV file are read. */
export const CsvChoice = z.strictObject({
  /** Detected. */
  encoding: z.enum(csvEncodings).optional(),
  /** Detected. */
  delimiter: z.enum(csvDelimiters).optional(),
  /** The line with the names of the columns, counted from 1; payments begin below it. 0 for none. */
  header: z.number().int().min(0).max(100).optional(),
  /** One meaning for each column. Several columns may be parts of the purpose; every other meaning is used once. */
  columns: z
    .array(Meaning)
    .max(100)
    .refine((all) => all.every((one, at) => one === '' || one === 'purpose' || all.indexOf(one) === at), {
      error: 'a meaning is used for two columns',
    })
    .default([]),
  dates: z.enum(csvDates).optional(),
  decimal: z.enum([',', '.']).optional(),
  /** Of every line, for files without a column for it; in lower case. */
  currency: z
    .string()
    .regex(/^[a-z]{3}$/, 'must be three letters such as eur')
    .optional(),
  /** What the bank writes for money that came and that went, and for what is booked and what is not yet. */
  words: z
    .strictObject({ in: Words, out: Words, booked: Words, pending: Words })
    .default({ in: [], out: [], booked: [], pending: [] }),
})
export type CsvChoice = z.infer<typeof CsvChoice>

/** A choice with which lines can be read. */
export type CsvMapping = {
  [Part in Exclude<keyof CsvChoice, 'currency'>]-?: NonNullable<CsvChoice[Part]>
} & Pick<CsvChoice, 'currency'>

/** The choice as it is sent in a query. */
export const CsvChoiceParameter = z
  .string()
  .max(8_000)
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown
    } catch {
      context.addIssue('must be JSON')
      return z.NEVER
    }
  })
  .pipe(CsvChoice)
