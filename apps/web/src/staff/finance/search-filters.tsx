import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field, type FieldProps } from '../../ui/field.tsx'
import ledger from './ledger.module.css'

interface SearchFiltersProps<Filter> {
  filter: Filter
  /** The filter that leaves nothing out. */
  everything: Filter
  /** The part that shows the first page; every change goes back to it. */
  firstPage: Partial<Filter>
  search: Pick<FieldProps, 'label' | 'placeholder' | 'maxLength'>
  className?: string | undefined
  /** `later` while text is typed. */
  onFilter: (filter: Filter, how?: 'later') => void
  /** The other filters; each change of them applies at once. */
  children: (change: (part: Partial<Filter>) => void) => ReactNode
  /** A filter that shares the last cell with the button that clears all of them. */
  last?: (change: (part: Partial<Filter>) => void) => ReactNode
}

/** The filters of a list of finance: the text applies when typing pauses, or at once with Enter. */
export function SearchFilters<Filter extends { q: string }>(props: SearchFiltersProps<Filter>) {
  const { filter, everything, firstPage, search, className = '', onFilter, children, last } = props
  const change = (part: Partial<Filter>): void => onFilter({ ...filter, ...part, ...firstPage })
  return (
    <search className={`${ledger.filters} ${className}`}>
      <Field
        type="search"
        value={filter.q}
        autoComplete="off"
        spellCheck={false}
        {...search}
        onChange={({ target }) => onFilter({ ...filter, q: target.value, ...firstPage }, 'later')}
        onKeyDown={({ key }) => key === 'Enter' && change({})}
      />
      {children(change)}
      <div className={ledger.lastFilter}>
        {last?.(change)}
        {isNarrowed(filter, everything) ? (
          <Button size="small" variant="quiet" onClick={() => onFilter(everything)}>
            Clear
          </Button>
        ) : null}
      </div>
    </search>
  )
}

const ofOrder = ['page', 'cursors', 'sort', 'direction']

/** Whether a filter leaves something out, whatever its page and order. */
export const isNarrowed = <Filter extends object>(filter: Filter, everything: Filter): boolean =>
  Object.entries(everything).some(
    ([name, value]) => !ofOrder.includes(name) && filter[name as keyof Filter] !== value,
  )
