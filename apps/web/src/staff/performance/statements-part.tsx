import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { wholeNumber } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { RequestSteps } from '../../ui/request-steps.tsx'
import { Notice, Skeleton } from '../../ui/surface.tsx'
import styles from '../admin.module.css'
import type { Column } from '../parts/column.ts'
import { Table } from '../parts/table.tsx'
import { duration, loadStatements, loadTraces, type Statement } from './figures.ts'

/** The slowest statements with the route that ran them, and what one request waited for. */
export function StatementsPart({ automatic, every }: { automatic: boolean; every: number }) {
  const [requestId, setRequestId] = useState('')
  const statements = useQuery({
    queryKey: ['admin', 'statements'],
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
          columns={columns(setRequestId)}
          rows={statements.data.statements}
          keyOf={({ route, statement }) => `${route} ${statement}`}
          first={{ column: 'max', descending: true }}
        />
      )}
      <RequestLookUp key={requestId} shown={requestId} onShow={setRequestId} />
    </>
  )
}

/** An id from the table above, from a log line or from an event of an order. */
function RequestLookUp({ shown, onShow }: { shown: string; onShow: (requestId: string) => void }) {
  const [typed, setTyped] = useState(shown)
  function submit(event: FormEvent): void {
    event.preventDefault()
    onShow(typed.trim())
  }
  return (
    <section className={styles.stack} aria-label="One request">
      <h3 className={styles.subhead}>One request</h3>
      <form className={styles.pageHead} onSubmit={submit}>
        <Field
          label="Request id"
          value={typed}
          spellCheck={false}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button size="small" variant="secondary" type="submit" disabled={typed.trim() === ''}>
          Show the request
        </Button>
      </form>
      {shown === '' ? (
        <p className={styles.note}>
          Each answer carries its id in the header X-Request-Id, each log line names it, and so does each
          event of an order.
        </p>
      ) : (
        <RequestSteps requestId={shown} load={loadTraces} />
      )}
    </section>
  )
}

const columns = (show: (requestId: string) => void): readonly Column<Statement>[] => [
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
