import { type AddressForm, pageIn, pageText } from '../../lib/address-state.ts'
import { PeriodFields } from '../finance/period-fields.tsx'
import { SearchFilters } from '../finance/search-filters.tsx'
import { ChoiceFilter } from '../parts/choice-filter.tsx'

const transferStates = ['unassigned', 'applied', 'returned', 'mistaken'] as const
type TransferState = (typeof transferStates)[number]

/** The filters of the list; '' does not narrow it. Days of booking, `2026-11-21`. */
interface TransferFilter {
  q: string
  state: TransferState | ''
  from: string
  to: string
  page: number
}

export const allTransfers: TransferFilter = { q: '', state: '', from: '', to: '', page: 1 }

export const transferForm: AddressForm<TransferFilter> = {
  read: (query) => ({
    q: query.get('q') ?? '',
    state: transferStates.find((each) => each === query.get('state')) ?? '',
    from: query.get('from') ?? '',
    to: query.get('to') ?? '',
    page: pageIn(query),
  }),
  write: ({ page, ...filter }) => ({ ...filter, page: pageText(page) }),
}

const stateWords: Record<TransferState, string> = {
  unassigned: 'With an unassigned part',
  applied: 'Applied to orders',
  returned: 'Returned',
  mistaken: 'Recorded by mistake',
}

interface TransferFiltersProps {
  filter: TransferFilter
  /** Whether the member of staff may search by sender and text. */
  seesPeople: boolean
  onFilter: (filter: TransferFilter, how?: 'later') => void
}

/** The filters of the transfers. */
export function TransferFilters({ filter, seesPeople, onFilter }: TransferFiltersProps) {
  const { state, from, to } = filter
  return (
    <SearchFilters
      filter={filter}
      everything={allTransfers}
      firstPage={{ page: 1 }}
      search={{
        label: 'Find',
        maxLength: 254,
        placeholder: seesPeople ? 'Sender, text, amount, order, INV-…' : 'Amount, order, INV-…',
      }}
      onFilter={onFilter}
    >
      {(change) => (
        <>
          <ChoiceFilter
            label="Show"
            value={state}
            values={transferStates}
            wordOf={(each) => stateWords[each]}
            onChange={(chosen) => change({ state: chosen })}
          />
          <PeriodFields from={from} to={to} labels={['Booked from', 'Booked to']} onChange={change} />
        </>
      )}
    </SearchFilters>
  )
}
