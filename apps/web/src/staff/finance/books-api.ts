import type {
  collectFees,
  financeBookEntries,
  financeBooks,
} from '#modules/commerce/finance/books/contract.ts'
import type { inboxBody } from '#modules/commerce/finance/inbox/contract.ts'
import type { orderEvidence, orderReadings } from '#modules/commerce/finance/search/contract-evidence.ts'
import type {
  financeIntegrity,
  integrityProgress,
  signedHeads,
  signHead,
} from '#modules/commerce/finance/verification/contract.ts'
import { type AnswerOf, addressOf, call } from '../../lib/call.ts'

export type Books = AnswerOf<typeof financeBooks>
export type BookLine = Books['lines'][number]
export type EntryPage = AnswerOf<typeof financeBookEntries>
export type BookEntry = EntryPage['entries'][number]
export type Reading = AnswerOf<typeof orderReadings>['readings'][number]
export type BookKind = BookEntry['kind']
export type Integrity = AnswerOf<typeof financeIntegrity>
export type Evidence = AnswerOf<typeof orderEvidence>

export const bookKinds: readonly BookKind[] = ['received', 'refunded', 'disputed', 'fees', 'unassigned']

export type BookDates = Books['dates']

export interface Period {
  from: string
  to: string
}

/** The query of a period; an empty day is left out. */
const queryOf = ({ from, to }: Period) => ({ ...(from === '' ? {} : { from }), ...(to === '' ? {} : { to }) })

export const loadBooks = (period: Period, by: 'day' | 'month', dates: BookDates) =>
  call<typeof financeBooks>('GET', '/api/finance/books', { query: { ...queryOf(period), by, dates } })

export interface Figure extends Period {
  kind: BookKind
  currency: string
}

export const loadEntries = ({ kind, currency, ...period }: Figure, dates: BookDates, after: number) =>
  call<typeof financeBookEntries>('GET', '/api/finance/books/entries', {
    query: { ...queryOf(period), kind, currency, dates, after },
  })

export const collectFeesNow = () => call<typeof collectFees>('POST', '/api/finance/books/fees')

/** @param head a signed line from a mail to look for; '' for none. */
export const checkIntegrity = (head: string) =>
  call<typeof financeIntegrity>('GET', '/api/finance/integrity', { query: head === '' ? {} : { head } })
export const loadIntegrityProgress = () =>
  call<typeof integrityProgress>('GET', '/api/finance/integrity/progress')
export const loadHeads = () => call<typeof signedHeads>('GET', '/api/finance/signed-heads')
export const signNow = () => call<typeof signHead>('POST', '/api/finance/signed-heads')

export const loadEvidence = (id: string) =>
  call<typeof orderEvidence>('GET', '/api/finance/orders/:id/evidence', { params: { id } })

export const loadReadings = (orderId: string) =>
  call<typeof orderReadings>('GET', '/api/finance/readings', { query: { orderId, limit: 50 } })

export const loadWebhookBody = (id: string) =>
  call<typeof inboxBody>('GET', '/api/finance/inbox/:id/body', { params: { id } })

export type ExportFile = `${'orders' | 'events' | 'books'}.${'csv' | 'jsonl'}` | 'documents.csv'

/** The URL of an export. */
export function exportAddress(file: ExportFile, { from, to }: Period, dates: BookDates): string {
  const own = file.startsWith('books') ? { dates } : {}
  return addressOf(`/api/finance/${file}`, {}, { from: from || undefined, to: to || undefined, ...own })
}

export const verifierAddress = '/api/finance/verify-log.mjs'
