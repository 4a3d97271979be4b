import { useEffect, useState } from 'react'
import type { AddressForm } from '../../lib/address-state.ts'
import { Checkbox, Field, Select } from '../../ui/field.tsx'
import { type OrderFilter, type OrderSort, type Status, statuses } from './api.ts'
import { FilterButtons } from './filter-buttons.tsx'
import styles from './ledger.module.css'
import { periodProblem } from './moments.ts'
import { statusLabel } from './words.ts'

export const noFilter: OrderFilter = {
  q: '',
  status: '',
  flagged: false,
  from: '',
  to: '',
  sort: 'placed',
  direction: 'desc',
  cursors: [],
}

const sorts: readonly OrderSort[] = ['placed', 'changed', 'total', 'received', 'refunded']
const among = <T extends string>(known: readonly T[], text: string | null): T | undefined =>
  known.find((each) => each === text)

/** The filter in the address of the list. */
export const filterForm: AddressForm<OrderFilter> = {
  read: (query) => ({
    q: query.get('q') ?? '',
    status: among(statuses, query.get('status')) ?? '',
    flagged: query.get('flagged') === 'true',
    from: query.get('from') ?? '',
    to: query.get('to') ?? '',
    sort: among(sorts, query.get('sort')) ?? noFilter.sort,
    direction: query.get('direction') === 'asc' ? 'asc' : 'desc',
    cursors: query.getAll('after'),
  }),
  write: ({ q, status, flagged, from, to, sort, direction, cursors }) => ({
    q,
    status,
    flagged: flagged ? 'true' : '',
    from,
    to,
    sort: sort === noFilter.sort ? '' : sort,
    direction: direction === noFilter.direction ? '' : direction,
    after: cursors,
  }),
}

interface OrderFiltersProps {
  filter: OrderFilter
  busy: boolean
  /** Whether the member of staff may search by name and email. */
  seesPeople: boolean
  onFilter: (filter: OrderFilter) => void
}

/** The search form: the text applies with Enter, every other filter at once. */
export function OrderFilters({ filter, busy, seesPeople, onFilter }: OrderFiltersProps) {
  const [typed, setTyped] = useState(filter.q)
  // The browser's Back or a link may change the search.
  useEffect(() => setTyped(filter.q), [filter.q])
  const change = (part: Partial<OrderFilter>): void =>
    onFilter({ ...filter, q: typed.trim(), ...part, cursors: [] })
  const problem = periodProblem(filter.from, filter.to)
  const filtered =
    filter.q !== '' || filter.status !== '' || filter.flagged || filter.from !== '' || filter.to !== ''
  return (
    <search>
      <form
        className={styles.filters}
        onSubmit={(event) => {
          event.preventDefault()
          change({})
        }}
      >
        <div className={styles.wide}>
          <Field
            label="Find"
            type="search"
            value={typed}
            maxLength={254}
            autoComplete="off"
            spellCheck={false}
            placeholder={
              seesPeople
                ? 'Order, name, company, email, pi_…, INV- or CN-number'
                : 'Order, pi_…, INV- or CN-number'
            }
            onChange={(event) => setTyped(event.target.value)}
          />
        </div>
        <Select
          label="Status"
          value={filter.status}
          onChange={(event) => change({ status: event.target.value as Status | '' })}
        >
          <option value="">All</option>
          {statuses.map((status) => (
            <option key={status} value={status}>
              {statusLabel(status)}
            </option>
          ))}
        </Select>
        <Field
          label="From"
          type="date"
          value={filter.from}
          onChange={(event) => change({ from: event.target.value })}
        />
        <Field
          label="To"
          type="date"
          value={filter.to}
          error={problem}
          onChange={(event) => change({ to: event.target.value })}
        />
        <div className={styles.check}>
          <Checkbox
            label="Flagged"
            checked={filter.flagged}
            onChange={(event) => change({ flagged: event.target.checked })}
          />
        </div>
        <FilterButtons
          busy={busy}
          filtered={filtered}
          onClear={() => {
            setTyped('')
            onFilter(noFilter)
          }}
        />
      </form>
    </search>
  )
}
