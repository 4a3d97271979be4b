import { ownedByMe, ownedByNobody } from '#modules/leads/rules.ts'
import { Field, Select } from '../../ui/field.tsx'
import { PeriodFields } from '../finance/period-fields.tsx'
import { useMayEdit, useStaffMember } from '../frame/staff-member.ts'
import { Options } from '../parts/options.tsx'
import inboxStyles from './inbox.module.css'
import { isQuarantine, type LeadFilter, type LeadList, leadTypes, statuses } from './inbox-view.ts'

interface LeadFiltersProps {
  filter: LeadFilter
  /** The sources of the existing leads. */
  sources: readonly string[]
  staff: LeadList['staff']
  onChange: (filter: LeadFilter) => void
}

/** The filters of the inbox; each change applies at once. */
export function LeadFilters({ filter, sources, staff, onChange }: LeadFiltersProps) {
  const { username: me } = useStaffMember()
  // Viewers do not see addresses, and find nothing by them.
  const mayEdit = useMayEdit()
  const quarantine = isQuarantine(filter)
  const set = (name: keyof LeadFilter) => (event: { target: { value: string } }) =>
    onChange({ ...filter, [name]: event.target.value })
  return (
    <search className={inboxStyles.filters}>
      <Field
        label={mayEdit ? 'Search name, email, company, message' : 'Search name, company, message'}
        type="search"
        maxLength={200}
        value={filter.search}
        onChange={set('search')}
      />
      <Select label="Kind" value={filter.type} onChange={set('type')}>
        <option value="">all kinds</option>
        <Options of={Object.entries(leadTypes)} />
      </Select>
      {quarantine ? null : (
        <Select label="Status" value={filter.status} onChange={set('status')}>
          <option value="">all statuses</option>
          <Options of={Object.entries(statuses).filter(([status]) => status !== 'quarantined')} />
        </Select>
      )}
      <Select label="Owner" value={filter.owner} onChange={set('owner')}>
        <option value="">all owners</option>
        <option value={ownedByMe}>mine</option>
        <option value={ownedByNobody}>no owner</option>
        <Options
          of={[...new Set([...staff.map(({ username }) => username), filter.owner])]
            .filter((name) => name !== me && name !== '' && !name.startsWith('~'))
            .map((name) => [name, name])}
        />
      </Select>
      <Select label="Source" value={filter.source} onChange={set('source')}>
        <option value="">all sources</option>
        {sources.map((source) => (
          <option key={source}>{source}</option>
        ))}
      </Select>
      <div className={inboxStyles.dates}>
        <PeriodFields
          from={filter.from}
          to={filter.to}
          onChange={(part) => onChange({ ...filter, ...part })}
        />
      </div>
    </search>
  )
}
