import { Select } from '../../ui/field.tsx'
import { allDocuments, type DocumentFilter, type DocumentKind, documentKinds } from './documents-api.ts'
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
          <Select
            label="Kind"
            value={kind}
            onChange={({ target }) => change({ kind: target.value as DocumentKind | '' })}
          >
            <option value="">All</option>
            {Object.entries(documentKinds).map(([id, label]) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </Select>
          <PeriodFields from={from} to={to} onChange={change} />
        </>
      )}
    </SearchFilters>
  )
}
