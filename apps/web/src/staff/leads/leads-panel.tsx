import { Download } from 'lucide-react'
import { lazy, Suspense, useDeferredValue, useState } from 'react'
import { dateTime, wholeNumber } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Notice, Skeleton } from '../../ui/surface.tsx'
import styles from '../admin.module.css'
import detailsStyles from '../parts/details.module.css'
import { ScrollBox } from '../parts/scroll-box.tsx'
import tableStyles from '../parts/table.module.css'
import inboxStyles from './inbox.module.css'
import { LeadBadge } from './lead-badge.tsx'
import { LeadDetails } from './lead-details.tsx'
import { LeadFilters } from './lead-filters.tsx'
import {
  exportAddress,
  type Lead,
  type LeadFilter,
  leadTypes,
  noFilter,
  pageSize,
  useLeads,
} from './leads-api.ts'

const Counts = lazy(() => import('./lead-counts.tsx').then((module) => ({ default: module.LeadCounts })))

/** The lead inbox: filter, list, one lead beside it, and where leads come from. */
export function LeadsPanel({ mayEdit }: { mayEdit: boolean }) {
  const [filter, setFilter] = useState<LeadFilter>(noFilter)
  const [page, setPage] = useState(1)
  const [chosen, setChosen] = useState<string>()
  const asked = useDeferredValue(filter)
  const query = useLeads(asked, page)
  const { data } = query
  const lead = data?.leads.find(({ id }) => id === chosen)
  /** Another lead of the same person may be on another page, or outside the filter. */
  function choose(id: string): void {
    setChosen(id)
    if (!lead || data?.leads.some((other) => other.id === id)) return
    setFilter({ ...noFilter, search: lead.email ?? lead.name })
    setPage(1)
  }
  return (
    <div className={styles.stack}>
      <header className={styles.pageHead}>
        <h2>Leads</h2>
        <p className={styles.faint} aria-live="polite">
          {data ? (data.total === 1 ? '1 lead' : `${wholeNumber(data.total)} leads`) : ''}
        </p>
        {mayEdit ? (
          <a className={styles.view} href={exportAddress(filter)} download>
            <Download aria-hidden="true" strokeWidth={1.5} />
            Export as CSV
          </a>
        ) : null}
      </header>
      <LeadFilters
        filter={filter}
        sources={[...new Set((data?.counts ?? []).flatMap(({ source }) => source ?? []))]}
        onChange={(next) => {
          setFilter(next)
          setPage(1)
        }}
      />
      {query.isError ? (
        <Notice
          tone="bad"
          title="The leads could not be loaded."
          actions={
            <Button size="small" variant="secondary" onClick={() => void query.refetch()}>
              Try again
            </Button>
          }
        />
      ) : !data ? (
        <Skeleton shape="block" />
      ) : data.leads.length === 0 ? (
        <Empty
          filtered={JSON.stringify(asked) !== JSON.stringify(noFilter)}
          onClear={() => setFilter(noFilter)}
        />
      ) : (
        <div className={lead ? inboxStyles.split : undefined}>
          <div>
            <LeadTable leads={data.leads} chosen={chosen} onChoose={setChosen} />
            <Pages page={page} total={data.total} onPage={setPage} />
          </div>
          {lead ? (
            <LeadDetails
              key={lead.id}
              lead={lead}
              mayEdit={mayEdit}
              onClose={() => setChosen(undefined)}
              onChoose={choose}
            />
          ) : null}
        </div>
      )}
      {data && data.counts.length > 0 ? (
        <Suspense fallback={<Skeleton shape="block" />}>
          <Counts counts={data.counts} />
        </Suspense>
      ) : null}
    </div>
  )
}

function Empty({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  return filtered ? (
    <div className={detailsStyles.empty}>
      <p>No lead matches this filter.</p>
      <Button size="small" variant="secondary" onClick={onClear}>
        Clear the filter
      </Button>
    </div>
  ) : (
    <div className={detailsStyles.empty}>
      <p>No leads yet. They appear here as soon as somebody sends one of the forms of the site.</p>
    </div>
  )
}

function LeadTable({
  leads,
  chosen,
  onChoose,
}: {
  leads: readonly Lead[]
  chosen: string | undefined
  onChoose: (id: string) => void
}) {
  return (
    <ScrollBox label="Leads">
      <table className={tableStyles.table}>
        <caption className="visually-hidden">Leads, newest first</caption>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Company</th>
            <th scope="col">Kind</th>
            <th scope="col">Status</th>
            <th scope="col">Source</th>
            <th scope="col">Received</th>
          </tr>
        </thead>
        <tbody>
          {leads.map((lead) => (
            <tr key={lead.id} data-chosen={lead.id === chosen || undefined}>
              <th scope="row">
                <button
                  type="button"
                  className={tableStyles.rowButton}
                  aria-pressed={lead.id === chosen}
                  onClick={() => onChoose(lead.id)}
                >
                  {lead.name}
                </button>
              </th>
              <td>{lead.company}</td>
              <td>{leadTypes[lead.leadType]}</td>
              <td>
                <LeadBadge status={lead.status} />
              </td>
              <td>{lead.source ?? 'direct'}</td>
              <td className={tableStyles.nowrap}>{dateTime(lead.createdAt)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  )
}

function Pages({ page, total, onPage }: { page: number; total: number; onPage: (page: number) => void }) {
  const last = Math.max(Math.ceil(total / pageSize), 1)
  if (last === 1) return null
  return (
    <nav className={inboxStyles.pages} aria-label="Pages of leads">
      <Button size="small" variant="secondary" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        Newer
      </Button>
      <span>
        Page {page} of {last}
      </span>
      <Button size="small" variant="secondary" disabled={page >= last} onClick={() => onPage(page + 1)}>
        Older
      </Button>
    </nav>
  )
}
