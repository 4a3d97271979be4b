import { z } from 'zod'

export const csvEncodings = ['utf-8', 'windows-1252'] as const
export const csvDelimiters = [';', ',', '\t', '|'] as const
/** Day, month and year as the bank writes them. */
export const csvDates = ['d.m.y', 'y-m-d', 'm/d/y'] as const

const column = z.coerce.number().int().min(0).max(99)

/** How the lines of a bank's CSV file are read. Columns are counted from 0; absent ones are not read. */
export const CsvMapping = z.object({
  encoding: z.enum(csvEncodings),
  delimiter: z.enum(csvDelimiters),
  /** The line with the names of the columns, counted from 1; payments begin behind it. 0 for none. */
  header: z.coerce.number().int().min(0).max(100),
  date: column,
  amount: column,
  /** Whether the money came or went, in words of the bank such as H and S; without it the sign of the amount says so. */
  direction: column.optional(),
  payer: column.optional(),
  purpose: column.optional(),
  currency: column.optional(),
  /** What the bank calls each payment. */
  id: column.optional(),
  dates: z.enum(csvDates),
  decimal: z.enum([',', '.']),
  /** Of a file without a column for it, in lower case. */
  defaultCurrency: z
    .string()
    .regex(/^[a-z]{3}$/, 'must be three letters such as eur')
    .default('eur'),
})
export type CsvMapping = z.infer<typeof CsvMapping>
