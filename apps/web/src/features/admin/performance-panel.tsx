import { useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { lazy, Suspense, useEffect } from 'react'
import type { performanceStats } from '#modules/performance/contract.ts'
import { type AnswerOf, ApiFailure, call } from '../../lib/call.ts'
import { times } from '../../lib/constants.ts'
import { dateTime, wholeNumber } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Notice, Skeleton } from '../../ui/surface.tsx'
import styles from './admin.module.css'

export type Stats = AnswerOf<typeof performanceStats>

const Charts = lazy(() =>
  import('./performance-charts.tsx').then((module) => ({ default: module.PerformanceCharts })),
)

/** The specified sentence for a failed call. */
export function statsMessage(failure: unknown): string {
  const status = failure instanceof ApiFailure ? failure.status : 0
  if (status === 404) return 'Performance statistics are only available in development environment'
  if (status === 401) return 'Authentication required. Please log in again.'
  return 'Failed to fetch performance statistics'
}

/** Timings of the server's operations: the figures first, then the charts, then the table. */
export function PerformancePanel() {
  const query = useQuery({
    queryKey: ['admin', 'performance'],
    queryFn: () => call<typeof performanceStats>('GET', '/api/performance/stats'),
    retry: false,
    gcTime: 0,
  })
  const { data, error, isFetching } = query
  useEffect(() => {
    if (data) notify.success('Performance statistics loaded', { autoClose: times.toastStats })
  }, [data])
  useEffect(() => {
    if (error) notify.error(statsMessage(error))
  }, [error])

  if (error) {
    return (
      <Notice
        tone="bad"
        title="Error"
        actions={
          <Button size="small" variant="secondary" onClick={() => void query.refetch()}>
            Try again
          </Button>
        }
      >
        {statsMessage(error)}
      </Notice>
    )
  }
  if (!data) {
    return (
      <div aria-busy="true">
        <span className="visually-hidden">Loading statistics...</span>
        <Skeleton shape="block" />
      </div>
    )
  }
  return (
    <div className={styles.stats}>
      <div className={styles.statsHead}>
        <p>
          {data.environment} · {data.accessedBy.username} ({data.accessedBy.role}) ·{' '}
          {dateTime(data.timestamp)}
        </p>
        <Button
          size="small"
          variant="secondary"
          busy={isFetching}
          icon={<RefreshCw aria-hidden="true" />}
          onClick={() => void query.refetch()}
        >
          Refresh
        </Button>
      </div>
      <Summary summary={data.summary} />
      <Suspense fallback={<Skeleton shape="block" />}>
        <Charts stats={data} />
      </Suspense>
      <Table stats={data} />
      <p className={styles.footnote}>
        {data.metadata.note} At most {data.metadata.maxSamples} samples per operation.
      </p>
    </div>
  )
}

function Summary({ summary }: { summary: Stats['summary'] }) {
  const figures: [string, string, string][] = [
    ['Operations', wholeNumber(summary.totalOperations), ''],
    ['Types of operation', wholeNumber(summary.uniqueOperationTypes), ''],
    [
      'Slowest on average',
      seconds(summary.slowestOperation?.averageTime),
      summary.slowestOperation?.name ?? 'None yet',
    ],
    [
      'Fastest on average',
      seconds(summary.fastestOperation?.averageTime),
      summary.fastestOperation?.name ?? 'None yet',
    ],
  ]
  return (
    <dl className={styles.figures}>
      {figures.map(([label, value, note]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
          {note ? <dd className={styles.figureNote}>{note}</dd> : null}
        </div>
      ))}
    </dl>
  )
}

function Table({ stats }: { stats: Stats }) {
  const rows = Object.entries(stats.categorizedStats).flatMap(([category, operations]) =>
    Object.entries(operations).map(([name, timing]) => ({ category, name, ...timing })),
  )
  if (rows.length === 0) return <p>Nothing has been measured yet. Use the site for a moment, then refresh.</p>
  return (
    <div className={styles.tableBox}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Operation</th>
            <th scope="col">Category</th>
            <th scope="col">Count</th>
            <th scope="col">Average</th>
            <th scope="col">Min</th>
            <th scope="col">Max</th>
            <th scope="col">95 %</th>
          </tr>
        </thead>
        <tbody>
          {rows
            .sort((a, b) => b.average - a.average)
            .map((row) => (
              <tr key={`${row.category} ${row.name}`}>
                <th scope="row">{row.name}</th>
                <td>{row.category}</td>
                <td>{wholeNumber(row.count)}</td>
                <td>{seconds(row.average)}</td>
                <td>{seconds(row.min)}</td>
                <td>{seconds(row.max)}</td>
                <td>{seconds(row.p95)}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  )
}

function seconds(value: number | undefined): string {
  return value === undefined ? '–' : `${value.toFixed(value < 0.1 ? 4 : 3)} s`
}
