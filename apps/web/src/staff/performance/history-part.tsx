import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { percent, wholeNumber } from '../../lib/format.ts'
import { Select } from '../../ui/field.tsx'
import { Notice, Skeleton } from '../../ui/surface.tsx'
import styles from '../admin.module.css'
import type { Column } from '../parts/column.ts'
import { dateTime } from '../parts/moments.ts'
import { Options } from '../parts/options.tsx'
import { Table } from '../parts/table.tsx'
import { duration, loadHistory, type Moment, megabytes, momentsOf, type Span } from './figures.ts'

const Chart = lazy(() => import('./history-chart.tsx').then((module) => ({ default: module.HistoryChart })))

const spans: Record<Span, string> = {
  hour: 'Last hour',
  day: 'Last day',
  month: 'Last 30 days',
}

/** Times and load over a period, for all processes together. */
export function HistoryPart({ automatic, every }: { automatic: boolean; every: number }) {
  const [span, setSpan] = useState<Span>('hour')
  const history = useQuery({
    queryKey: ['admin', 'performance', 'history', span],
    queryFn: () => loadHistory(span),
    retry: false,
    staleTime: 0,
    gcTime: 0,
    refetchInterval: automatic ? every : false,
  })
  const moments = history.data ? momentsOf(history.data) : []
  return (
    <>
      <header className={styles.pageHead}>
        <h3 className={styles.subhead}>Over time</h3>
        <Select label="Period" value={span} onChange={(event) => setSpan(event.target.value as Span)}>
          <Options of={Object.entries(spans)} />
        </Select>
      </header>
      {history.isError ? (
        <Notice tone="bad">The history could not be loaded. Refresh to try again.</Notice>
      ) : !history.data ? (
        <Skeleton shape="block" />
      ) : moments.length === 0 ? (
        <p>No figures for this period yet. Each process records its figures every ten seconds.</p>
      ) : (
        <>
          <Suspense fallback={<Skeleton shape="block" />}>
            <Chart moments={moments} minutes={history.data.step / 60} releases={history.data.releases} />
          </Suspense>
          {history.data.releases.length === 0 ? null : (
            <p className={styles.note}>
              {`Started in this period: ${history.data.releases
                .map(({ name, at }) => `release ${name}, ${dateTime(at)}`)
                .join('; ')}.`}
            </p>
          )}
          <details>
            <summary>The figures of the chart</summary>
            <Table
              caption="Calls, 95th percentiles and load by moment"
              columns={columns}
              rows={moments}
              keyOf={({ at }) => at}
              first={{ column: 'at', descending: true }}
            />
          </details>
        </>
      )}
    </>
  )
}

const time = (
  id: 'api' | 'database' | 'external' | 'other' | 'eventLoop',
  label: string,
): Column<Moment> => ({
  id,
  label,
  numeric: true,
  value: (row) => row[id] ?? -1,
  cell: (row) => (row[id] === null ? '–' : duration(row[id] / 1_000)),
})

const columns: readonly Column<Moment>[] = [
  { id: 'at', label: 'From', value: ({ at }) => at, cell: ({ at }) => dateTime(at) },
  {
    id: 'calls',
    label: 'Calls',
    numeric: true,
    value: ({ calls }) => calls,
    cell: ({ calls }) => wholeNumber(calls),
  },
  time('api', 'API'),
  time('database', 'Database'),
  time('external', 'External'),
  time('other', 'Jobs'),
  time('eventLoop', 'Event loop delay'),
  {
    id: 'cpu',
    label: 'Processor',
    numeric: true,
    value: ({ cpu }) => cpu ?? -1,
    cell: ({ cpu }) => (cpu === null ? '–' : percent(cpu)),
  },
  {
    id: 'memory',
    label: 'Memory',
    numeric: true,
    value: ({ memory }) => memory ?? -1,
    cell: ({ memory }) => (memory === null ? '–' : megabytes(memory)),
  },
]
