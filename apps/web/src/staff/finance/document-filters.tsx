import type { financeDocuments } from '#modules/commerce/finance/register/contract.ts'
import { type AddressForm, pageIn, pageText } from '../../lib/address-state.ts'
import { useAnswer } from '../../lib/answers.ts'
import { type AnswerOf, addressOf } from '../../lib/call.ts'
import { ChoiceFilter } from '../parts/choice-filter.tsx'
import { PeriodFields } from './period-fields.tsx'
import { SearchFilters } from './search-filters.tsx'

export type DocumentPage = AnswerOf<typeof financeDocuments>
export type IssuedDocument = DocumentPage['documents'][number]
type DocumentKind = IssuedDocument['kind']

export const documentKinds: Record<DocumentKind, string> = {
  invoice: 'Invoice',
  'credit-note': 'Credit note',
  'debit-note': 'Debit note',
}
const kindsOfDocuments = Object.keys(documentKinds) as DocumentKind[]

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

/** The filter as a query, without the page. */
const queryOf = ({ q, kind, from, to }: DocumentFilter) => ({
  q: q.trim() || undefined,
  kind: kind || undefined,
  from: from || undefined,
  to: to || undefined,
})

/** The documents that match the filter. */
export const useDocuments = (filter: DocumentFilter, possible: boolean) =>
  useAnswer<typeof financeDocuments>(
    '/api/finance/documents',
    { query: { page: filter.page, ...queryOf(filter) } },
    { keep: true, enabled: possible },
  )

/** The URL of the register as a file, without the search for one number. */
export const documentsFile = (filter: DocumentFilter): string =>
  addressOf('/api/finance/documents.csv', {}, queryOf({ ...filter, q: '' }))

interface DocumentFiltersProps {
  filter: DocumentFilter
  onFilter: (filter: DocumentFilter, how?: 'later') => void
}

/** The filters of the register. */
export function DocumentFilters({ filter, onFilter }: DocumentFiltersProps) {
  const { kind, from, to } = filter
  return (
    <SearchFilters
      filter={filter}
      everything={allDocuments}
      firstPage={{ page: 1 }}
      search={{ label: 'Number', maxLength: 40, placeholder: 'INV-000001, CN-… or DN-…' }}
      onFilter={onFilter}
    >
      {(change) => (
        <>
          <ChoiceFilter
            label="Kind"
            value={kind}
            values={kindsOfDocuments}
            wordOf={(each) => documentKinds[each]}
            onChange={(chosen) => change({ kind: chosen })}
          />
          <PeriodFields from={from} to={to} onChange={change} />
        </>
      )}
    </SearchFilters>
  )
}
