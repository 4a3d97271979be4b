import { useQuery } from '@tanstack/react-query'
import { SkeletonLines, Trouble } from '../parts/loading-states.tsx'
import books from './books.module.css'
import { loadWebhookBody } from './books-api.ts'
import { financeKeys } from './keys.ts'
import ledger from './ledger.module.css'
import { ledgerMoment } from './moments.ts'

/** The webhook as received, while its body is kept; the digest is kept permanently. */
export function WebhookBody({ id }: { id: string }) {
  const query = useQuery({
    queryKey: [...financeKeys.inbox, 'body', id],
    queryFn: () => loadWebhookBody(id),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (query.isError)
    return <Trouble what="The body" failure={query.error} onRetry={() => void query.refetch()} />
  if (query.data === undefined) return <SkeletonLines what="the body" lines={3} />
  const { body, digest, apiVersion, livemode, createdAt } = query.data
  return (
    <div className={ledger.part}>
      <p className={ledger.faint}>
        {id}, created {ledgerMoment(createdAt)}, API {apiVersion ?? 'unknown'}, {livemode ? 'live' : 'test'}{' '}
        mode. SHA-256 {digest}
      </p>
      {body === null ? (
        <p>The body was deleted because of its age, or because its buyer was erased. The digest is kept.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable box must be reachable by keyboard
        <pre className={books.body} tabIndex={0}>
          {body}
        </pre>
      )}
    </div>
  )
}
