import { useEffect, useState } from 'react'
import { Field, Select } from '../../ui/field.tsx'
import { allDocuments, type DocumentFilter, type DocumentKind, documentKinds } from './documents-api.ts'
import { FilterButtons } from './filter-buttons.tsx'
import ledger from './ledger.module.css'
import { periodProblem } from './moments.ts'

interface DocumentFiltersProps {
  filter: DocumentFilter
  /** The server's error for the number. */
  problem: string | undefined
  busy: boolean
  onFilter: (filter: DocumentFilter) => void
}

/** The filters of the register: a number applies with Enter, every other filter at once. */
export function DocumentFilters({ filter, problem, busy, onFilter }: DocumentFiltersProps) {
  const [typed, setTyped] = useState(filter.q)
  // The browser's Back or a link may change the search.
  useEffect(() => setTyped(filter.q), [filter.q])
  const change = (part: Partial<DocumentFilter>): void =>
    onFilter({ ...filter, q: typed.trim(), ...part, page: 1 })
  const { kind, from, to } = filter
  return (
    <search>
      <form
        className={ledger.filters}
        onSubmit={(event) => {
          event.preventDefault()
          change({})
        }}
      >
        <Field
          label="Number"
          type="search"
          value={typed}
          maxLength={40}
          autoComplete="off"
          spellCheck={false}
          placeholder="INV-000001, CN-… or DN-…"
          error={problem === undefined ? undefined : `Number: ${problem}.`}
          onChange={({ target }) => setTyped(target.value)}
        />
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
        <Field
          label="From"
          type="date"
          value={from}
          onChange={({ target }) => change({ from: target.value })}
        />
        <Field
          label="To"
          type="date"
          value={to}
          error={periodProblem(from, to)}
          onChange={({ target }) => change({ to: target.value })}
        />
        <FilterButtons
          busy={busy}
          filtered={filter.q !== '' || kind !== '' || from !== '' || to !== ''}
          onClear={() => {
            setTyped('')
            onFilter(allDocuments)
          }}
        />
      </form>
    </search>
  )
}
