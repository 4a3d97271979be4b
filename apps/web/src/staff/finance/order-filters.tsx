import type { AddressForm } from '../../lib/address-state.ts'
import { Checkbox } from '../../ui/field.tsx'
import { ChoiceFilter } from '../parts/choice-filter.tsx'
import styles from './ledger.module.css'
import { PeriodFields } from './period-fields.tsx'
import { SearchFilters } from './search-filters.tsx'
import { type Status, statuses, statusLabel } from './words.ts'

export type OrderSort = 'placed' | 'changed' | 'total' | 'received' | 'refunded'

/** The fields of the search form; '' leaves nothing out. Days are UTC, `2026-11-21`. */
export interface OrderFilter {
  q: string
  status: Status | ''
  flagged: boolean
  /** Only orders whose buyers have requested a refund. */
  refund: boolean
  from: string
  to: string
  sort: OrderSort
  direction: 'asc' | 'desc'
  /** The end cursor of each page before this one. */
  cursors: readonly string[]
}

export const noFilter: OrderFilter = {
  q: '',
  status: '',
  flagged: false,
  refund: false,
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
    refund: query.get('refund') === 'requested',
    from: query.get('from') ?? '',
    to: query.get('to') ?? '',
    sort: among(sorts, query.get('sort')) ?? noFilter.sort,
    direction: query.get('direction') === 'asc' ? 'asc' : 'desc',
    cursors: query.getAll('after'),
  }),
  write: ({ q, status, flagged, refund, from, to, sort, direction, cursors }) => ({
    q,
    status,
    flagged: flagged ? 'true' : '',
    refund: refund ? 'requested' : '',
    from,
    to,
    sort: sort === noFilter.sort ? '' : sort,
    direction: direction === noFilter.direction ? '' : direction,
    after: cursors,
  }),
}

/** The filter as the query of a search. */
export const queryOf = ({ q, status, flagged, refund, from, to, sort, direction, cursors }: OrderFilter) => ({
  q: q.trim() || undefined,
  status: status || undefined,
  flagged: flagged ? ('true' as const) : undefined,
  refund: refund ? ('requested' as const) : undefined,
  from: from || undefined,
  to: to || undefined,
  sort,
  direction,
  after: cursors.at(-1),
})

interface OrderFiltersProps {
  filter: OrderFilter
  /** Whether the member of staff may search by name and email. */
  seesPeople: boolean
  onFilter: (filter: OrderFilter, how?: 'later') => void
}

/** The filters of the orders. */
export function OrderFilters({ filter, seesPeople, onFilter }: OrderFiltersProps) {
  const { status, flagged, refund, from, to } = filter
  return (
    <SearchFilters
      filter={filter}
      everything={noFilter}
      firstPage={{ cursors: [] }}
      search={{
        label: 'Find',
        maxLength: 254,
        placeholder: seesPeople
          ? 'Name, company, email, amount, card, PO, pi_…, INV- or Q-number'
          : 'Order, amount, card, pi_…, INV- or Q-number',
      }}
      className={styles.lastBelow}
      onFilter={onFilter}
      last={(change) => (
        <>
          <Checkbox
            label="Flagged"
            checked={flagged}
            onChange={({ target }) => change({ flagged: target.checked })}
          />
          <Checkbox
            label="Refund requested"
            checked={refund}
            onChange={({ target }) => change({ refund: target.checked })}
          />
        </>
      )}
    >
      {(change) => (
        <>
          <ChoiceFilter
            label="Status"
            value={status}
            values={statuses}
            wordOf={statusLabel}
            onChange={(chosen) => change({ status: chosen })}
          />
          <PeriodFields from={from} to={to} onChange={change} />
        </>
      )}
    </SearchFilters>
  )
}
