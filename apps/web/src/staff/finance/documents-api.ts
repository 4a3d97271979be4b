import type { financeDocuments } from '#modules/commerce/finance/register/contract.ts'
import { type AddressForm, pageIn, pageText } from '../../lib/address-state.ts'
import { type AnswerOf, addressOf, call } from '../../lib/call.ts'

export type DocumentPage = AnswerOf<typeof financeDocuments>
export type IssuedDocument = DocumentPage['documents'][number]
export type DocumentKind = IssuedDocument['kind']

export const documentKinds: Record<DocumentKind, string> = {
  invoice: 'Invoice',
  'credit-note': 'Credit note',
  'debit-note': 'Debit note',
}
export const kindsOfDocuments = Object.keys(documentKinds) as DocumentKind[]

/** The filters of the register; empty ones are not sent. Days are UTC, `2026-11-21`. */
export interface DocumentFilter {
  q: string
  kind: DocumentKind | ''
  from: string
  to: string
  page: number
}

export const allDocuments: DocumentFilter = { q: '', kind: '', from: '', to: '', page: 1 }

export const documentForm: AddressForm<DocumentFilter> = {
  read: (query) => ({
    q: query.get('q') ?? '',
    kind: kindsOfDocuments.find((each) => each === query.get('kind')) ?? '',
    from: query.get('from') ?? '',
    to: query.get('to') ?? '',
    page: pageIn(query),
  }),
  write: ({ page, ...filter }) => ({ ...filter, page: pageText(page) }),
}

export const loadDocuments = ({ q, kind, from, to, page }: DocumentFilter) =>
  call<typeof financeDocuments>('GET', '/api/finance/documents', {
    query: {
      page,
      ...(q === '' ? {} : { q }),
      ...(kind === '' ? {} : { kind }),
      ...(from === '' ? {} : { from }),
      ...(to === '' ? {} : { to }),
    },
  })

/** The URL of the register as a file, without the search for one number. */
export const documentsFile = ({ kind, from, to }: DocumentFilter): string =>
  addressOf(
    '/api/finance/documents.csv',
    {},
    { kind: kind || undefined, from: from || undefined, to: to || undefined },
  )
