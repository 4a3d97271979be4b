import { Search } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Checkbox, Field, Select } from '../../ui/field.tsx'
import { type OrderFilter, type Status, statuses } from './api.ts'
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

interface OrderFiltersProps {
  filter: OrderFilter
  busy: boolean
  /** Who may search by e-mail address. */
  seesPeople: boolean
  onFilter: (filter: OrderFilter) => void
}

/** The search form: what is typed applies with Enter, what is chosen applies at once. */
export function OrderFilters({ filter, busy, seesPeople, onFilter }: OrderFiltersProps) {
  const [typed, setTyped] = useState(filter.q)
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
              seesPeople ? 'Order, email, pi_…, INV- or CN-number' : 'Order, pi_…, INV- or CN-number'
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
        <div className={styles.filterButtons}>
          <Button type="submit" size="small" icon={<Search aria-hidden="true" />} busy={busy}>
            Search
          </Button>
          {filtered ? (
            <Button
              size="small"
              variant="quiet"
              onClick={() => {
                setTyped('')
                onFilter(noFilter)
              }}
            >
              Clear
            </Button>
          ) : null}
        </div>
      </form>
    </search>
  )
}
