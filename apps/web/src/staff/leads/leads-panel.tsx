import { Download } from 'lucide-react'
import { lazy, Suspense, useDeferredValue } from 'react'
import { Route, Routes, useLocation, useParams } from 'react-router-dom'
import { useAddressState } from '../../lib/address-state.ts'
import { dateTime, wholeNumber } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/surface.tsx'
import styles from '../admin.module.css'
import { leadAddress } from '../frame/addresses.ts'
import { useMayEdit } from '../frame/staff-member.ts'
import type { Column } from '../parts/column.ts'
import detailsStyles from '../parts/details.module.css'
import { SkeletonLines, Trouble } from '../parts/loading-states.tsx'
import { Pager } from '../parts/pager.tsx'
import { Table } from '../parts/table.tsx'
import inboxStyles from './inbox.module.css'
import { LeadBadge } from './lead-badge.tsx'
import { LeadDetails } from './lead-details.tsx'
import { LeadFilters } from './lead-filters.tsx'
import { exportAddress, inboxForm, type Lead, leadTypes, noFilter, pageSize, useLeads } from './leads-api.ts'

const Counts = lazy(() => import('./lead-counts.tsx').then((module) => ({ default: module.LeadCounts })))

/** The tab "Leads": the inbox, with one lead beside it when the address names one. */
export function LeadsPanel() {
  return (
    <Routes>
      <Route path=":id?" element={<Inbox />} />
    </Routes>
  )
}

/** The lead inbox: filter, list, one lead beside it, and where leads come from. */
function Inbox() {
  const mayEdit = useMayEdit()
  const [{ filter, page }, setView] = useAddressState(inboxForm)
  const { id: chosen } = useParams()
  const { search } = useLocation()
  const asked = useDeferredValue(filter)
  const query = useLeads(asked, page)
  const { data } = query
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
        onChange={(next) => setView({ filter: next, page: 1 }, 'later')}
      />
      {query.isError ? (
        <Trouble what="The leads" failure={query.error} onRetry={() => void query.refetch()} />
      ) : !data ? (
        <SkeletonLines what="the leads" />
      ) : (
        <div className={chosen ? inboxStyles.split : undefined}>
          {data.leads.length === 0 ? (
            <NoLeads
              filtered={JSON.stringify(asked) !== JSON.stringify(noFilter)}
              onClear={() => setView({ filter: noFilter, page: 1 })}
            />
          ) : (
            <div className={styles.stack}>
              <Table
                caption="Leads, newest first"
                columns={columns}
                rows={data.leads}
                keyOf={({ id }) => id}
                to={({ id }) => leadAddress(id) + search}
                chosen={chosen}
                busy={query.isPlaceholderData}
              />
              <Pager
                page={page}
                pageSize={pageSize}
                total={data.total}
                what={data.total === 1 ? 'lead' : 'leads'}
                onPage={(next) => setView({ filter, page: next }, 'push')}
              />
            </div>
          )}
          {chosen ? <LeadDetails key={chosen} id={chosen} list={data} /> : null}
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

function NoLeads({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
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

const columns: readonly Column<Lead>[] = [
  { id: 'name', label: 'Name', cell: ({ name }) => name },
  { id: 'company', label: 'Company', cell: ({ company }) => company },
  { id: 'kind', label: 'Kind', cell: ({ leadType }) => leadTypes[leadType] },
  { id: 'status', label: 'Status', cell: ({ status }) => <LeadBadge status={status} /> },
  { id: 'source', label: 'Source', cell: ({ source }) => source ?? 'direct' },
  { id: 'received', label: 'Received', nowrap: true, cell: ({ createdAt }) => dateTime(createdAt) },
]
