import { useQuery } from '@tanstack/react-query'
import { wholeNumber } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Notice, Skeleton } from '../../ui/surface.tsx'
import styles from '../admin.module.css'
import type { Column } from '../parts/column.ts'
import { dateTime } from '../parts/moments.ts'
import { Table } from '../parts/table.tsx'
import { duration, loadProblems, type Problem } from './figures.ts'

interface ProblemsPartProps {
  automatic: boolean
  every: number
  onShow: (requestId: string) => void
}

/** Errors, slow statements and statements that one request repeats, each kind in each route once. */
export function ProblemsPart({ automatic, every, onShow }: ProblemsPartProps) {
  const found = useQuery({
    queryKey: ['admin', 'performance', 'problems'],
    queryFn: loadProblems,
    retry: false,
    staleTime: 0,
    gcTime: 0,
    refetchInterval: automatic ? every : false,
  })
  return (
    <>
      <h3 className={styles.subhead}>Problems of the last 30 days</h3>
      {found.isError ? (
        <Notice tone="bad">The problems could not be loaded. Refresh to try again.</Notice>
      ) : !found.data ? (
        <Skeleton shape="block" />
      ) : found.data.problems.length === 0 ? (
        <p>
          No request or job failed, no statement took a second, and no request ran one statement ten times.
        </p>
      ) : (
        <Table
          caption="Errors, slow statements and repeated statements by route"
          columns={columns(onShow)}
          rows={found.data.problems}
          keyOf={({ kind, route, what }) => `${kind} ${route} ${what}`}
          first={{ column: 'last', descending: true }}
        />
      )}
    </>
  )
}

const kinds: Record<Problem['kind'], string> = {
  error: 'Error',
  slow: 'Slow statement',
  repeated: 'Repeated statement',
}

function worst({ kind, most }: Problem): string {
  if (kind === 'error') return '–'
  return kind === 'slow' ? duration(most) : `${wholeNumber(most)} times`
}

const columns = (show: (requestId: string) => void): readonly Column<Problem>[] => [
  { id: 'kind', label: 'Kind', value: ({ kind }) => kinds[kind] },
  { id: 'what', label: 'Error or statement', className: styles.long, value: ({ what }) => what },
  { id: 'route', label: 'Route', className: styles.long, value: ({ route }) => route },
  {
    id: 'count',
    label: 'Seen',
    numeric: true,
    value: ({ count }) => count,
    cell: ({ count }) => wholeNumber(count),
  },
  { id: 'worst', label: 'Worst', numeric: true, cell: worst },
  {
    id: 'last',
    label: 'Last seen',
    value: ({ lastSeen }) => lastSeen,
    cell: ({ lastSeen, lastRelease }) => `${dateTime(lastSeen)}, release ${lastRelease}`,
  },
  {
    id: 'first',
    label: 'First seen',
    value: ({ firstSeen }) => firstSeen,
    cell: ({ firstSeen, firstRelease }) => `${dateTime(firstSeen)}, release ${firstRelease}`,
  },
  {
    id: 'request',
    label: 'Worst request',
    cell: ({ requestId, route }) =>
      requestId === null ? (
        '–'
      ) : (
        <Button size="small" variant="quiet" onClick={() => show(requestId)}>
          Show statements
          <span className="visually-hidden"> of {route}</span>
        </Button>
      ),
  },
]
