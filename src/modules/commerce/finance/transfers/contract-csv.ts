import { z } from 'zod'
import { endpoint } from '#platform/contract/endpoint.ts'
import { Statement, statementLimit } from './contract.ts'

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

const finance = { staff: ['finance'] } as const

const Look = z.object({
  success: z.literal(true),
  /** How the file is read: as it was asked for, as the last file of the account, or by a guess. */
  mapping: CsvMapping,
  /** Whether it is how the last file of the account was read. */
  remembered: z.boolean(),
  /** The days fit day.month.year and month/day/year alike: only the bank knows which it is. */
  ambiguousDays: z.boolean(),
  columns: z.array(z.string()),
  /** The first lines behind the header, each with its number in the file. */
  sample: z.array(z.object({ line: z.number().int(), cells: z.array(z.string()) })),
})

export const lookAtCsv = endpoint({
  method: 'POST',
  path: '/api/finance/bank-statements/csv/look',
  summary: 'The columns of a bank’s CSV file, and how it is probably read; stores nothing',
  access: finance,
  bodyType: 'file',
  bodyLimit: statementLimit,
  response: Look,
})

export const lookAtCsvAs = endpoint({
  method: 'POST',
  path: '/api/finance/bank-statements/csv/look-as',
  summary: 'The columns of a bank’s CSV file, read as the query says; stores nothing',
  access: finance,
  query: CsvMapping,
  bodyType: 'file',
  bodyLimit: statementLimit,
  response: Look,
})

export const previewCsv = endpoint({
  method: 'POST',
  path: '/api/finance/bank-statements/csv/preview',
  summary: 'What a bank’s CSV file would record, read as the query says; stores nothing',
  access: finance,
  query: CsvMapping,
  bodyType: 'file',
  bodyLimit: statementLimit,
  response: Statement,
})

export const recordCsv = endpoint({
  method: 'POST',
  path: '/api/finance/bank-statements/csv',
  summary: 'Record a bank’s CSV file, read as the query says, which is kept for the next one: each line once',
  access: finance,
  query: CsvMapping,
  bodyType: 'file',
  bodyLimit: statementLimit,
  response: Statement,
})
