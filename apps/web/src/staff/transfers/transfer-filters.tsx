import { useEffect, useState } from 'react'
import type { AddressForm } from '../../lib/address-state.ts'
import { Field, Select } from '../../ui/field.tsx'
import { FilterButtons } from '../finance/filter-buttons.tsx'
import ledger from '../finance/ledger.module.css'
import { periodProblem } from '../finance/moments.ts'
import { allTransfers, type TransferFilter, type TransferState, transferStates } from './transfers-api.ts'

export const transferForm: AddressForm<TransferFilter> = {
  read: (query) => ({
    q: query.get('q') ?? '',
    state: transferStates.find((each) => each === query.get('state')) ?? '',
    from: query.get('from') ?? '',
    to: query.get('to') ?? '',
    page: Math.max(1, Number.parseInt(query.get('page') ?? '1', 10) || 1),
  }),
  write: ({ page, ...filter }) => ({ ...filter, page: page === 1 ? '' : String(page) }),
}

const stateWords: Record<TransferState, string> = {
  unassigned: 'With an unassigned part',
  applied: 'Applied to orders',
  returned: 'Returned',
}

interface TransferFiltersProps {
  filter: TransferFilter
  busy: boolean
  /** Whether the member of staff may search by sender and text. */
  seesPeople: boolean
  onFilter: (filter: TransferFilter) => void
}

/** The filters of the transfers: the text applies with Enter, every other filter at once. */
export function TransferFilters({ filter, busy, seesPeople, onFilter }: TransferFiltersProps) {
  const [typed, setTyped] = useState(filter.q)
  // The browser's Back or a link may change the search.
  useEffect(() => setTyped(filter.q), [filter.q])
  const change = (part: Partial<TransferFilter>): void =>
    onFilter({ ...filter, q: typed.trim(), ...part, page: 1 })
  const { state, from, to } = filter
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
          label="Find"
          type="search"
          value={typed}
          maxLength={254}
          autoComplete="off"
          spellCheck={false}
          placeholder={seesPeople ? 'Sender, text, amount, order, INV-…' : 'Amount, order, INV-…'}
          onChange={({ target }) => setTyped(target.value)}
        />
        <Select
          label="Show"
          value={state}
          onChange={({ target }) => change({ state: target.value as TransferState | '' })}
        >
          <option value="">All</option>
          {transferStates.map((each) => (
            <option key={each} value={each}>
              {stateWords[each]}
            </option>
          ))}
        </Select>
        <Field
          label="Booked from"
          type="date"
          value={from}
          onChange={({ target }) => change({ from: target.value })}
        />
        <Field
          label="Booked to"
          type="date"
          value={to}
          error={periodProblem(from, to)}
          onChange={({ target }) => change({ to: target.value })}
        />
        <FilterButtons
          busy={busy}
          filtered={isFiltered(filter)}
          onClear={() => {
            setTyped('')
            onFilter(allTransfers)
          }}
        />
      </form>
    </search>
  )
}

export const isFiltered = ({ page: _, ...filter }: TransferFilter): boolean =>
  Object.values(filter).some((part) => part !== '')
