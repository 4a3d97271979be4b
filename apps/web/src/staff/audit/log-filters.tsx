import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/field.tsx'
import { PeriodFields } from '../finance/period-fields.tsx'
import styles from './audit.module.css'
import { type LogFilter, wholeLog } from './audit-api.ts'

interface LogFiltersProps {
  filter: LogFilter
  who: { label: string; all: string; options: ReactNode }
  what: { label: string; all: string; options: ReactNode }
  onFilter: (filter: LogFilter) => void
}

/** The filters of a log; each applies at once. */
export function LogFilters({ filter, who, what, onFilter }: LogFiltersProps) {
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
      <Button size="small" variant="quiet" disabled={!isNarrowed(filter)} onClick={() => onFilter(wholeLog)}>
        Clear
      </Button>
    </search>
  )
}

export const isNarrowed = (filter: LogFilter): boolean => Object.values(filter).some((part) => part !== '')

/** Options of which each is its own label. */
export const sameOptions = (values: readonly string[]): ReactNode =>
  values.map((value) => <option key={value}>{value}</option>)
