import { useQuery } from '@tanstack/react-query'
import { percent, wholeNumber } from '../../lib/format.ts'
import { Notice, Skeleton } from '../../ui/surface.tsx'
import styles from '../admin.module.css'
import { Figure } from '../parts/figure.tsx'
import figureStyles from '../parts/figures.module.css'
import { Table } from '../parts/table.tsx'
import { duration, type Load, loadProcess, megabytes, microseconds, uptime } from './figures.ts'

/** The current load of the process, and the page loads that browsers reported in the last day. */
export function ProcessPanel({ automatic, every }: { automatic: boolean; every: number }) {
  const load = useQuery({
    queryKey: ['admin', 'performance', 'process'],
    queryFn: loadProcess,
    retry: false,
    staleTime: 0,
    gcTime: 0,
    refetchInterval: automatic ? every : false,
  })
  if (load.isError)
    return <Notice tone="bad">The state of the process could not be loaded. Refresh to try again.</Notice>
  if (!load.data) return <Skeleton shape="block" />
  return <Process load={load.data} />
}

function Process({ load }: { load: Load }) {
  return (
    <>
      <h3 className={styles.subhead}>This process now</h3>
      <dl className={figureStyles.figures}>
        <Figure
          name="Memory"
          value={megabytes(load.memory.rss)}
          note={`heap ${megabytes(load.memory.heapUsed)}`}
        />
        <Figure name="Processor" value={percent(load.cpu.user + load.cpu.system)} note="of one core" />
        <Figure
          name="Event loop delay"
          value={duration(load.eventLoopDelay.p99 / 1_000)}
          note={`99th percentile, mean ${duration(load.eventLoopDelay.mean / 1_000)}`}
        />
        <Figure name="In flight" value={wholeNumber(load.inFlight)} note="requests" />
        <Figure name="Uptime" value={uptime(load.uptime)} />
        <Figure name="Recording" value={microseconds(load.recordingCost)} note="for one statement" />
      </dl>
      <h3 className={styles.subhead}>Page loads of the last day</h3>
      {load.pageLoads.length === 0 ? (
        <p>No browser has reported a page load yet.</p>
      ) : (
        <Table
          caption="Page loads by route, with 75th percentiles"
          rows={load.pageLoads}
          keyOf={({ route }) => route}
          first={{ column: 'count', descending: true }}
          columns={[
            { id: 'route', label: 'Route', value: ({ route }) => route },
            { id: 'count', label: 'Loads', numeric: true, value: ({ count }) => count },
            {
              id: 'lcp',
              label: 'Largest paint, 75th percentile',
              numeric: true,
              value: ({ lcpP75 }) => lcpP75 ?? -1,
              cell: ({ lcpP75 }) => (lcpP75 === null ? '–' : duration(lcpP75 / 1_000)),
            },
            {
              id: 'load',
              label: 'Load, 75th percentile',
              numeric: true,
              value: ({ loadP75 }) => loadP75 ?? -1,
              cell: ({ loadP75 }) => (loadP75 === null ? '–' : duration(loadP75 / 1_000)),
            },
          ]}
        />
      )}
    </>
  )
}
