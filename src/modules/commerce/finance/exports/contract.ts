import { z } from 'zod'
import { DayOrMoment } from '#platform/contract/dates.ts'
import { endpoint } from '#platform/contract/endpoint.ts'
import { BookDates } from '../books/contract.ts'
import { RegisterFilter } from '../register/contract.ts'

const lists = { staff: ['finance', 'viewer'] } as const
const finance = { staff: ['finance'] } as const

const range = z.object({ from: DayOrMoment.optional(), to: DayOrMoment.optional() })

export const eventsCsv = endpoint({
  method: 'GET',
  path: '/api/finance/events.csv',
  summary: 'All events of a period for a spreadsheet',
  access: finance,
  query: range,
  response: 'stream',
})

export const ordersCsv = endpoint({
  method: 'GET',
  path: '/api/finance/orders.csv',
  summary: 'All orders of a period for a spreadsheet',
  access: finance,
  query: range,
  response: 'stream',
})

const file = z.object({ ...range.shape, by: z.enum(['day', 'month']).default('day') })
const fileOf = <const P extends string, Q extends z.ZodType>(path: P, summary: string, query: Q) =>
  endpoint({ method: 'GET', path, summary, access: finance, query, response: 'stream' })
const bookFile = file.extend({ dates: BookDates.default('stripe') })

export const eventsJsonl = fileOf(
  '/api/finance/events.jsonl',
  'The log of a period with everything that its hashes cover, for the offline verifier',
  file,
)
export const ordersJsonl = fileOf('/api/finance/orders.jsonl', 'All orders of a period as JSON Lines', file)
export const booksCsv = fileOf('/api/finance/books.csv', 'The books of a period for a spreadsheet', bookFile)
export const booksJsonl = fileOf('/api/finance/books.jsonl', 'The books of a period as JSON Lines', bookFile)

export const payoutsCsv = fileOf(
  '/api/finance/payouts.csv',
  'What each payout of a period is made of, with its orders, for a spreadsheet',
  file,
)

export const documentsCsv = fileOf(
  '/api/finance/documents.csv',
  'The register of documents of a period for a spreadsheet, with names and companies',
  RegisterFilter,
)

export const journalCsv = fileOf(
  '/api/finance/journal.csv',
  'Each movement of a period once, in double entry',
  bookFile,
)
export const scheduleCsv = fileOf('/api/finance/schedule.csv', 'Deferred income of whole months', range)

export const taxCsv = fileOf(
  '/api/finance/tax.csv',
  'Net, tax and gross of documents by month, country, buyers and rate for a spreadsheet',
  range,
)

export const offlineVerifier = endpoint({
  method: 'GET',
  path: '/api/finance/verify-log.mjs',
  summary: 'The single-file verifier: proves an exported log with nothing but Node',
  access: lists,
  response: 'stream',
})
