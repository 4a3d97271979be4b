import { Download } from 'lucide-react'
import { lazy, Suspense, useDeferredValue, useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { useAddressState } from '../../lib/address-state.ts'
import { wholeNumber } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/surface.tsx'
import styles from '../admin.module.css'
import { isNarrowed } from '../finance/search-filters.tsx'
import { useMayEdit } from '../frame/staff-member.ts'
import detailsStyles from '../parts/details.module.css'
import { SkeletonLines, Trouble } from '../parts/loading-states.tsx'
import { Pager } from '../parts/pager.tsx'
import { Addressed, Beside, useOpened } from '../parts/record-list.tsx'
import views from '../parts/views.module.css'
import { BulkBar } from './bulk-bar.tsx'
import {
  clearedOf,
  exportAddress,
  type InboxView,
  inboxForm,
  isQuarantine,
  pageSize,
  queryOf,
  useLeads,
} from './inbox-view.ts'
import { LeadDetails } from './lead-details.tsx'
import { LeadFilters } from './lead-filters.tsx'
import { LeadsTable } from './leads-table.tsx'
import { SavedFilters } from './saved-filters.tsx'

const Counts = lazy(() => import('./lead-counts.tsx').then((module) => ({ default: module.LeadCounts })))

/** The tab "Leads": the inbox, with one lead beside it when the address names one. */
export const LeadsPanel = () => <Addressed view={Inbox} />

/** The lead inbox: filters, list, one lead beside it, and the counts by source. */
function Inbox() {
  const mayEdit = useMayEdit()
  const [view, setView] = useAddressState(inboxForm)
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const { filter } = view
  const opened = useOpened('/admin/leads')
  const deferredView = useDeferredValue(view)
  const query = useLeads(deferredView)
  const { data } = query
  const quarantine = isQuarantine(deferredView.filter)
  // The last lead of the last page was released or deleted, or the address has too high a page.
  const isBeyondEnd = data !== undefined && data.leads.length === 0 && data.total > 0
  const lastPage = isBeyondEnd && !query.isPlaceholderData ? Math.ceil(data.total / pageSize) : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page that is empty
  useEffect(() => {
    if (lastPage !== undefined) setView({ ...view, page: lastPage })
  }, [lastPage])
  const clear = (): void => setView({ ...view, filter: clearedOf(filter), page: 1 })
  // Only leads on the shown page are changed.
  const chosen = (data?.leads ?? []).flatMap(({ id }) => (ticked.has(id) ? id : []))
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
      <InboxViews view={view} quarantined={data?.quarantined} />
      <LeadFilters
        filter={filter}
        sources={[...new Set((data?.counts ?? []).flatMap(({ source }) => source ?? []))]}
        staff={data?.staff ?? []}
        onChange={(next) => setView({ ...view, filter: next, page: 1 }, 'later')}
      />
      <SavedFilters view={view} onClear={isNarrowed(filter, clearedOf(filter)) ? clear : undefined} />
      {query.isError ? (
        <Trouble what="The leads" failure={query.error} onRetry={() => void query.refetch()} />
      ) : !data || isBeyondEnd ? (
        <SkeletonLines what="the leads" />
      ) : (
        <Beside
          aside={
            opened.id ? <LeadDetails key={opened.id} id={opened.id} opened={opened} list={data} /> : null
          }
        >
          {data.leads.length === 0 ? (
            <NoLeads
              quarantine={quarantine}
              isFiltered={isNarrowed(deferredView.filter, clearedOf(deferredView.filter))}
              onClear={clear}
            />
          ) : (
            <>
              {mayEdit && chosen.length > 0 ? (
                <BulkBar
                  ids={chosen}
                  quarantine={quarantine}
                  staff={data.staff}
                  onDone={() => setTicked(new Set())}
                />
              ) : null}
              <LeadsTable
                leads={data.leads}
                opened={opened}
                quarantine={quarantine}
                sort={deferredView.sort}
                onSort={(sort) => setView({ ...view, sort, page: 1 })}
                busy={query.isPlaceholderData}
                chosen={mayEdit ? new Set(chosen) : undefined}
                onChoose={setTicked}
              />
              <Pager
                page={view.page}
                pageSize={pageSize}
                total={data.total}
                what={data.total === 1 ? 'lead' : 'leads'}
                onPage={(page) => setView({ ...view, page }, 'push')}
              />
            </>
          )}
        </Beside>
      )}
      {/* They leave the quarantine out. */}
      {data && data.counts.length > 0 && !quarantine ? (
        <Suspense fallback={<Skeleton shape="block" />}>
          <Counts counts={data.counts} />
        </Suspense>
      ) : null}
    </div>
  )
}

interface NoLeadsProps {
  quarantine: boolean
  isFiltered: boolean
  onClear: () => void
}

function NoLeads({ quarantine, isFiltered, onClear }: NoLeadsProps) {
  return (
    <div className={detailsStyles.empty}>
      {isFiltered ? (
        <>
          <p>No leads match this filter.</p>
          <Button size="small" variant="secondary" onClick={onClear}>
            Clear the filter
          </Button>
        </>
      ) : quarantine ? (
        <p>The quarantine is empty. Leads that look like spam are kept here until someone releases them.</p>
      ) : (
        <p>No leads yet. They appear here when a visitor submits a form of the site.</p>
      )}
    </div>
  )
}

/** The two views of leads, inbox and quarantine. Switching keeps the other filters. */
function InboxViews({ view, quarantined }: { view: InboxView; quarantined: number | undefined }) {
  const quarantine = isQuarantine(view.filter)
  const address = (status: string): string =>
    `/admin/leads?${new URLSearchParams(queryOf({ ...view, filter: { ...view.filter, status } }))}`
  const current = (shown: boolean) => (shown ? ('page' as const) : undefined)
  return (
    <nav className={views.views} aria-label="Views of leads">
      <Link className={views.view} to={address('')} aria-current={current(!quarantine)}>
        Inbox
      </Link>
      <Link className={views.view} to={address('quarantined')} aria-current={current(quarantine)}>
        Quarantine{quarantined ? ` (${wholeNumber(quarantined)})` : ''}
      </Link>
    </nav>
  )
}
