import { useQuery } from '@tanstack/react-query'
import { saidByServer } from '../lib/failure-text.ts'
import { dateTime } from '../lib/format.ts'
import { Button } from './button.tsx'
import styles from './request-steps.module.css'
import { Notice, Skeleton } from './surface.tsx'

interface Request {
  requestId: string
  route: string
  status: number | null
  startedAt: string
  /** Seconds. */
  seconds: number
  databaseSeconds: number
  statementCount: number
  statements: readonly { text: string; seconds: number | null }[]
}

interface RequestStepsProps {
  requestId: string
  load: (requestId: string) => Promise<{ requests: readonly Request[] }>
}

/** The requests with one request id and their database statements, each with its share of the request's duration. */
export function RequestSteps({ requestId, load }: RequestStepsProps) {
  const found = useQuery({
    queryKey: ['request', requestId],
    queryFn: () => load(requestId),
    retry: false,
    staleTime: 0,
    gcTime: 0,
  })
  if (found.isError)
    return <Notice tone="warn">{saidByServer(found.error) ?? 'The request could not be loaded.'}</Notice>
  if (!found.data) return <Skeleton shape="block" />
  if (found.data.requests.length === 0) {
    return (
      <Notice
        tone="info"
        actions={
          <Button
            size="small"
            variant="secondary"
            busy={found.isFetching}
            onClick={() => void found.refetch()}
          >
            Look again
          </Button>
        }
      >
        No request is stored under this id. Requests that wrote events, failed or were slow appear ten seconds
        after they end, and are kept for 30 days.
      </Notice>
    )
  }
  return found.data.requests.map((request) => <Trace key={request.startedAt} request={request} />)
}

function Trace({ request }: { request: Request }) {
  const { route, status, startedAt, seconds, databaseSeconds, statementCount, statements } = request
  const omitted = statementCount - statements.length
  return (
    <div className={styles.trace}>
      <p>
        <strong>{route}</strong> {status === null ? 'ran for' : `answered ${status} after`}{' '}
        {milliseconds(seconds)}, {milliseconds(databaseSeconds)} of it for the database, {dateTime(startedAt)}
        .
      </p>
      <ol className={styles.steps}>
        {statements.map(({ text, seconds: took }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: statements have no identity but their index
          <li key={index}>
            <code>{text}</code>
            <span className={styles.time}>{took === null ? 'with the one before' : milliseconds(took)}</span>
            {took === null ? null : (
              <meter
                min={0}
                max={seconds}
                value={Math.min(took, seconds)}
                aria-label={`Share of statement ${index + 1}`}
              />
            )}
          </li>
        ))}
      </ol>
      {omitted > 0 ? <p>And {omitted} more.</p> : null}
    </div>
  )
}

const milliseconds = (seconds: number): string => `${(seconds * 1_000).toFixed(seconds < 0.01 ? 2 : 1)} ms`
