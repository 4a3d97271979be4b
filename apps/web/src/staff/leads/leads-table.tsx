import type { Column } from '../parts/column.ts'
import { dateTime } from '../parts/moments.ts'
import type { Opened } from '../parts/record-list.tsx'
import type { SortOrder } from '../parts/sorted.ts'
import { Table } from '../parts/table.tsx'
import styles from './inbox.module.css'
import { isNewestFirst, type Lead, leadTypes } from './inbox-view.ts'
import { LeadBadge } from './lead-badge.tsx'
import { reasonOf } from './quarantine-reason.ts'

interface LeadsTableProps {
  leads: readonly Lead[]
  opened: Opened
  quarantine: boolean
  sort: SortOrder
  onSort: (order: SortOrder) => void
  busy: boolean
  /** Ids of the selected leads; undefined for staff who may not change leads. */
  chosen: ReadonlySet<string> | undefined
  onChoose: (chosen: ReadonlySet<string>) => void
}

/** One page of the inbox. */
export function LeadsTable(props: LeadsTableProps) {
  const { leads, opened, quarantine, sort, onSort, busy, chosen, onChoose } = props
  const shown = columns.map((column) => (quarantine && column.id === 'status' ? reason : column))
  const by = columns.find(({ id }) => id === sort.column)?.label.toLowerCase()
  const order = isNewestFirst(sort) ? 'newest first' : `by ${by}${sort.descending ? ', descending' : ''}`
  return (
    <Table
      caption={`${quarantine ? 'Leads in quarantine' : 'Leads'}, ${order}`}
      columns={chosen ? [choosing(leads, chosen, onChoose), ...shown] : shown}
      rows={leads}
      keyOf={({ id }) => id}
      to={({ id }) => opened.addressOf(id)}
      chosen={opened.id}
      busy={busy}
      sort={{ order: sort, onSort }}
    />
  )
}

/** The id of the checkbox that selects all leads of the page. */
export const chooseAllId = 'choose-all-leads'

/** The column of checkboxes; the one in its heading selects the whole page. */
function choosing(
  leads: readonly Lead[],
  chosen: ReadonlySet<string>,
  onChoose: (chosen: ReadonlySet<string>) => void,
): Column<Lead> {
  const all = leads.every(({ id }) => chosen.has(id))
  return {
    id: 'choose',
    label: 'Select',
    className: styles.choose,
    head: (
      <label className={styles.tick}>
        <input
          id={chooseAllId}
          type="checkbox"
          className={styles.box}
          aria-label="Select all leads of this page"
          checked={all}
          ref={(box) => {
            if (box) box.indeterminate = !all && chosen.size > 0
          }}
          onChange={() => onChoose(new Set(all ? [] : leads.map(({ id }) => id)))}
        />
      </label>
    ),
    cell: ({ id, name }) => (
      <label className={styles.tick}>
        <input
          type="checkbox"
          className={styles.box}
          aria-label={`Select ${name}`}
          checked={chosen.has(id)}
          onChange={() => {
            const next = new Set(chosen)
            if (!next.delete(id)) next.add(id)
            onChoose(next)
          }}
        />
      </label>
    ),
  }
}

/** Replaces the status in quarantine, where every status is the same. */
const reason: Column<Lead> = { id: 'reason', label: 'Reason', folds: true, cell: reasonOf }

const columns: readonly Column<Lead>[] = [
  { id: 'name', label: 'Name', sortable: 'ascending', namesRow: true, cell: ({ name }) => <bdi>{name}</bdi> },
  { id: 'company', label: 'Company', sortable: 'ascending', folds: true, cell: ({ company }) => company },
  {
    id: 'type',
    label: 'Kind',
    sortable: 'ascending',
    folds: true,
    cell: ({ leadType }) => leadTypes[leadType],
  },
  {
    id: 'status',
    label: 'Status',
    sortable: 'ascending',
    nowrap: true,
    cell: ({ status }) => <LeadBadge status={status} />,
  },
  { id: 'owner', label: 'Owner', sortable: 'ascending', cell: ({ owner }) => owner ?? '–' },
  { id: 'source', label: 'Source', folds: true, cell: ({ source }) => source ?? 'direct' },
  {
    id: 'received',
    label: 'Received',
    sortable: 'descending',
    className: styles.received,
    // Wraps only between the day and the time.
    cell: ({ createdAt }) => dateTime(createdAt).replace(/ (?!\d+:)/g, '\u00a0'),
  },
]
