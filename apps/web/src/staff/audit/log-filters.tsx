import type { ReactNode } from 'react'
import type { AddressForm } from '../../lib/address-state.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox, Select } from '../../ui/field.tsx'
import { PeriodFields } from '../finance/period-fields.tsx'
import styles from './audit.module.css'

/** Which entries of a log are shown; '' does not narrow it. The days are those of the reader's time zone, as the shown times are. */
export interface LogFilter {
  /** A username in the log of changes; in the log of accounts `staff`, `customer` or `staff:` and a username. */
  who: string
  what: string
  from: string
  to: string
  /** `shown` for the log of changes with the entries that record a read. */
  reads: string
}

const wholeLog: LogFilter = { who: '', what: '', from: '', to: '', reads: '' }

export const logFilterForm: AddressForm<LogFilter> = {
  read: (query) => ({
    who: query.get('who') ?? '',
    what: query.get('what') ?? '',
    from: query.get('from') ?? '',
    to: query.get('to') ?? '',
    reads: query.get('reads') ?? '',
  }),
  write: (filter) => ({ ...filter }),
}

/** The first moment of a day; with 1, of the day after it. */
function startOf(day: string, later = 0): string | undefined {
  const moment = new Date(`${day}T00:00:00`)
  moment.setDate(moment.getDate() + later)
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString()
}

/** The period and the page of a filter, as both logs take them. */
export const spanOf = ({ from, to }: LogFilter, before: number | undefined) => ({
  ...(startOf(from) !== undefined && { from: startOf(from) }),
  ...(startOf(to) !== undefined && { until: startOf(to, 1) }),
  ...(before !== undefined && { before }),
})

interface LogFiltersProps {
  filter: LogFilter
  who: { label: string; all: string; options: ReactNode }
  what: { label: string; all: string; options: ReactNode }
  /** Whether reads are among the entries, and hidden unless asked for. */
  withReads?: boolean
  onFilter: (filter: LogFilter) => void
}

/** The filters of a log; each applies at once. */
export function LogFilters({ filter, who, what, withReads = false, onFilter }: LogFiltersProps) {
  const set = (name: keyof LogFilter) => (event: { target: { value: string } }) =>
    onFilter({ ...filter, [name]: event.target.value })
  return (
    <search className={styles.filters}>
      <Select label={who.label} value={filter.who} onChange={set('who')}>
        <option value="">{who.all}</option>
        {who.options}
      </Select>
      <Select label={what.label} value={filter.what} onChange={set('what')}>
        <option value="">{what.all}</option>
        {what.options}
      </Select>
      <PeriodFields from={filter.from} to={filter.to} onChange={(part) => onFilter({ ...filter, ...part })} />
      <div className={styles.ends}>
        {withReads ? (
          <Checkbox
            label="Show reads"
            checked={filter.reads !== ''}
            onChange={({ target }) => onFilter({ ...filter, reads: target.checked ? 'shown' : '' })}
          />
        ) : null}
        <Button
          size="small"
          variant="quiet"
          disabled={!isNarrowed(filter)}
          onClick={() => onFilter({ ...wholeLog, reads: filter.reads })}
        >
          Clear
        </Button>
      </div>
    </search>
  )
}

export const isNarrowed = ({ reads: _, ...filter }: LogFilter): boolean =>
  Object.values(filter).some((part) => part !== '')

/** Options of which each is its own label. */
export const sameOptions = (values: readonly string[]): ReactNode =>
  values.map((value) => <option key={value}>{value}</option>)
