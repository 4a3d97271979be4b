import { z } from 'zod'
import { endpoint } from '#platform/contract/endpoint.ts'
import { CsvMapping } from '../../transfers/contract-csv-mapping.ts'
import { Statement, statementLimit } from './contract.ts'

const finance = { staff: ['finance'] } as const

const Look = z.object({
  success: z.literal(true),
  /** The mapping of the columns: the requested one, else that of the last file of the account, else a guess. */
  mapping: CsvMapping,
  /** Whether it is the mapping of the last file of the account. */
  remembered: z.boolean(),
  /** Whether the dates can be read both as day/month/year and as month/day/year, so that a person must choose. */
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
