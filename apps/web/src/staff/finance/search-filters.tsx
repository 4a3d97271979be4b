import { type ReactNode, useEffect, useState } from 'react'
import { Field, type FieldProps } from '../../ui/field.tsx'
import { FilterButtons } from './filter-buttons.tsx'
import ledger from './ledger.module.css'

interface SearchFiltersProps<Filter> {
  filter: Filter
  /** The filter that leaves nothing out. */
  everything: Filter
  /** The part that shows the first page; every change goes back to it. */
  firstPage: Partial<Filter>
  search: Pick<FieldProps, 'label' | 'placeholder' | 'maxLength' | 'error'>
  /** Whether there is anything to clear. */
  filtered: boolean
  busy: boolean
  className?: string | undefined
  onFilter: (filter: Filter) => void
  /** The other filters; each change of them applies at once. */
  children: (change: (part: Partial<Filter>) => void) => ReactNode
}

/** The filters of a list of finance: the text applies with Enter, or together with another filter. */
export function SearchFilters<Filter extends { q: string }>({
  filter,
  everything,
  firstPage,
  search,
  filtered,
  busy,
  className = '',
  onFilter,
  children,
}: SearchFiltersProps<Filter>) {
  const [typed, setTyped] = useState(filter.q)
  // The browser's Back or a link may change the search.
  useEffect(() => setTyped(filter.q), [filter.q])
  const change = (part: Partial<Filter>): void =>
    onFilter({ ...filter, q: typed.trim(), ...part, ...firstPage })
  return (
    <search>
      <form
        className={`${ledger.filters} ${className}`}
        onSubmit={(event) => {
          event.preventDefault()
          change({})
        }}
      >
        <Field
          type="search"
          value={typed}
          autoComplete="off"
          spellCheck={false}
          {...search}
          onChange={({ target }) => setTyped(target.value)}
        />
        {children(change)}
        <FilterButtons
          busy={busy}
          filtered={filtered}
          onClear={() => {
            setTyped('')
            onFilter(everything)
          }}
        />
      </form>
    </search>
  )
}
