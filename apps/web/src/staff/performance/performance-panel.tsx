import { useQuery, useQueryClient } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { type AddressForm, useAddressState } from '../../lib/address-state.ts'
import { wholeNumber } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/field.tsx'
import { Notice, Skeleton } from '../../ui/surface.tsx'
import styles from '../admin.module.css'
import type { Column } from '../parts/column.ts'
import { Figure } from '../parts/figure.tsx'
import figureStyles from '../parts/figures.module.css'
import { dateTime } from '../parts/moments.ts'
import { Table } from '../parts/table.tsx'
import { duration, loadStats, type Operation, operationsOf, type Stats, statsMessage } from './figures.ts'
import { HistoryPart } from './history-part.tsx'
import { ProblemsPart } from './problems-part.tsx'
import { ProcessPanel } from './process-panel.tsx'
import { RequestLookUp } from './request-look-up.tsx'
import { StatementsPart } from './statements-part.tsx'

const Chart = lazy(() =>
  import('./operations-chart.tsx').then((module) => ({ default: module.OperationsChart })),
)

/** The prefix of the panel's query keys. */
const panelKey = ['admin', 'performance']
const refreshEvery = 10_000

/** The request whose statements are shown; alerts link to it. */
const shownRequest: AddressForm<string> = {
  read: (query) => query.get('request') ?? '',
  write: (request) => ({ request }),
}

/** The durations of the server's operations as figures, chart and table; problems, statements and requests below. */
export function PerformancePanel() {
  const [automatic, setAutomatic] = useState(false)
  const [detailed, setDetailed] = useState(false)
  const [request, showRequest] = useAddressState(shownRequest)
  const show = (requestId: string): void => showRequest(requestId, 'push')
  const stats = useQuery({
    queryKey: [...panelKey, 'statistics'],
    queryFn: loadStats,
    retry: false,
    staleTime: 0,
    gcTime: 0,
    refetchInterval: automatic ? refreshEvery : false,
  })
  const client = useQueryClient()
  const { data, error, isFetching } = stats
  useToasts(data, error, automatic)
  return (
    <div className={styles.stack}>
      <header className={styles.pageHead}>
        <h2>Performance</h2>
        <Checkbox
          label="Refresh every 10 seconds"
          checked={automatic}
          onChange={(event) => setAutomatic(event.target.checked)}
        />
        <Button
          size="small"
          variant="secondary"
          busy={isFetching && !automatic}
          icon={<RefreshCw aria-hidden="true" />}
          onClick={() => void client.refetchQueries({ queryKey: panelKey, type: 'active' })}
        >
          Refresh
        </Button>
      </header>
      {error ? (
        <Notice tone="bad" title="Error">
          {statsMessage(error)}
        </Notice>
      ) : data ? (
        <Statistics stats={data} />
      ) : (
        <div aria-busy="true">
          <span className="visually-hidden">Loading statistics...</span>
          <Skeleton shape="block" />
        </div>
      )}
      {error ? null : (
        <>
          <HistoryPart automatic={automatic} every={refreshEvery} />
          <ProcessPanel automatic={automatic} every={refreshEvery} />
        </>
      )}
      <details open={detailed || request !== ''} onToggle={(event) => setDetailed(event.currentTarget.open)}>
        <summary>Details: problems, slow statements and single requests</summary>
        <div className={styles.stack}>
          <ProblemsPart automatic={automatic} every={refreshEvery} onShow={show} />
          <RequestLookUp shown={request} onShow={show} />
          {error ? null : <StatementsPart automatic={automatic} every={refreshEvery} onShow={show} />}
        </div>
      </details>
    </div>
  )
}

/** Notifies about a manual refresh; an automatic one notifies only on failure. */
function useToasts(data: Stats | undefined, error: Error | null, automatic: boolean): void {
  const quiet = useRef(automatic)
  useEffect(() => {
    quiet.current = automatic
  })
  useEffect(() => {
    if (data && !quiet.current)
      notify.success('Performance statistics loaded', { autoClose: 3_000, toastId: 'stats' })
  }, [data])
  useEffect(() => {
    if (error) notify.error(statsMessage(error), { toastId: statsMessage(error) })
  }, [error])
}

function Statistics({ stats }: { stats: Stats }) {
  const operations = operationsOf(stats)
  const { summary, accessedBy, metadata } = stats
  return (
    <>
      <p className={styles.note}>
        Environment {stats.environment}. Read by {accessedBy.username} ({accessedBy.role}),{' '}
        {dateTime(stats.timestamp)}.
      </p>
      <dl className={figureStyles.figures}>
        <Figure name="Operations" value={wholeNumber(summary.totalOperations)} />
        <Figure name="Types of operation" value={wholeNumber(summary.uniqueOperationTypes)} />
        <Figure name="Slowest" {...named(summary.slowestOperation)} />
        <Figure name="Fastest" {...named(summary.fastestOperation)} />
      </dl>
      <dl className={figureStyles.figures}>
        {Object.entries(summary.categories).map(([category, count]) => (
          <Figure key={category} name={categories[category] ?? category} value={wholeNumber(count)} />
        ))}
      </dl>
      {operations.length === 0 ? (
        <p>Nothing has been measured yet. Open a few pages of the site, then refresh.</p>
      ) : (
        <>
          <Suspense fallback={<Skeleton shape="block" />}>
            <Chart operations={operations} />
          </Suspense>
          <Table
            caption="Every operation, times over its last samples"
            columns={columns}
            rows={operations}
            keyOf={({ category, name }) => `${category} ${name}`}
            first={{ column: 'average', descending: true }}
          />
        </>
      )}
      <p className={styles.note}>
        Over the last {metadata.maxSamples} samples of each operation in this process.
      </p>
    </>
  )
}

const categories: Record<string, string> = {
  api: 'API calls',
  database: 'Database statements',
  external: 'External services',
  other: 'Other work',
}

function named(operation: { name: string; averageTime: number } | null): { value: string; note: string } {
  return operation
    ? { value: duration(operation.averageTime), note: operation.name }
    : { value: '–', note: 'none yet' }
}

const time = (id: 'average' | 'min' | 'max' | 'p50' | 'p95' | 'p99', label: string): Column<Operation> => ({
  id,
  label,
  numeric: true,
  value: (row) => row[id],
  cell: (row) => duration(row[id]),
})

const columns: readonly Column<Operation>[] = [
  { id: 'name', label: 'Operation', value: ({ name }) => name },
  {
    id: 'category',
    label: 'Category',
    value: ({ category }) => categories[category] ?? category,
  },
  {
    id: 'count',
    label: 'Count',
    numeric: true,
    value: ({ count }) => count,
    cell: ({ count }) => wholeNumber(count),
  },
  time('average', 'Average'),
  time('min', 'Min'),
  time('max', 'Max'),
  time('p50', 'p50'),
  time('p95', 'p95'),
  time('p99', 'p99'),
]
