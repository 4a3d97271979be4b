import { ChoiceFilter } from '../parts/choice-filter.tsx'
import { allDocuments, type DocumentFilter, documentKinds, kindsOfDocuments } from './documents-api.ts'
import { PeriodFields } from './period-fields.tsx'
import { SearchFilters } from './search-filters.tsx'

interface DocumentFiltersProps {
  filter: DocumentFilter
  /** The server's error for the number. */
  problem: string | undefined
  busy: boolean
  onFilter: (filter: DocumentFilter) => void
}

/** The filters of the register: a number applies with Enter, every other filter at once. */
export function DocumentFilters({ filter, problem, busy, onFilter }: DocumentFiltersProps) {
  const { q, kind, from, to } = filter
  return (
    <SearchFilters
      filter={filter}
      everything={allDocuments}
      firstPage={{ page: 1 }}
      search={{
        label: 'Number',
        maxLength: 40,
        placeholder: 'INV-000001, CN-… or DN-…',
        error: problem === undefined ? undefined : `Number: ${problem}.`,
      }}
      filtered={q !== '' || kind !== '' || from !== '' || to !== ''}
      busy={busy}
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
