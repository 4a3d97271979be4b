import { useQuery } from '@tanstack/react-query'
import { wholeNumber } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Notice, Skeleton } from '../../ui/surface.tsx'
import styles from '../admin.module.css'
import type { Column } from '../parts/column.ts'
import { Table } from '../parts/table.tsx'
import { duration, loadStatements, type SlowStatement } from './figures.ts'

interface StatementsPartProps {
  automatic: boolean
  every: number
  onShow: (requestId: string) => void
}

/** The slowest statements with the route that ran them. */
export function StatementsPart({ automatic, every, onShow }: StatementsPartProps) {
  const statements = useQuery({
    queryKey: ['admin', 'performance', 'statements'],
    queryFn: loadStatements,
    retry: false,
    staleTime: 0,
    gcTime: 0,
    refetchInterval: automatic ? every : false,
  })
  return (
    <>
      <h3 className={styles.subhead}>Slow statements of the last day</h3>
      {statements.isError ? (
        <Notice tone="bad">The statements could not be loaded. Refresh to try again.</Notice>
      ) : !statements.data ? (
        <Skeleton shape="block" />
      ) : statements.data.statements.length === 0 ? (
        <p>No statement took 50 ms or longer in the last day.</p>
      ) : (
        <Table
          caption="The slowest database statements and the routes that ran them"
          columns={columns(onShow)}
          rows={statements.data.statements}
          keyOf={({ route, statement }) => `${route} ${statement}`}
          first={{ column: 'max', descending: true }}
        />
      )}
    </>
  )
}

const columns = (show: (requestId: string) => void): readonly Column<SlowStatement>[] => [
  { id: 'statement', label: 'Statement', value: ({ statement }) => statement },
  { id: 'route', label: 'Route', value: ({ route }) => route },
  {
    id: 'count',
    label: 'Count',
    numeric: true,
    value: ({ count }) => count,
    cell: ({ count }) => wholeNumber(count),
  },
  {
    id: 'average',
    label: 'Average',
    numeric: true,
    value: ({ average }) => average,
    cell: ({ average }) => duration(average),
  },
  {
    id: 'max',
    label: 'Slowest',
    numeric: true,
    value: ({ max }) => max,
    cell: ({ max, requestId, route }) =>
      requestId === null ? (
        duration(max)
      ) : (
        <Button size="small" variant="quiet" onClick={() => show(requestId)}>
          {duration(max)}
          <span className="visually-hidden"> show the slowest request of {route}</span>
        </Button>
      ),
  },
]
