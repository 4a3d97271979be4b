import type { inboxBody } from '#modules/commerce/finance/inbox/contract.ts'
import { useAnswer } from '../../lib/answers.ts'
import layout from '../parts/layout.module.css'
import { SkeletonLines, Trouble } from '../parts/loading-states.tsx'
import books from './books.module.css'
import { ledgerMoment } from './moments.ts'

/** The webhook as received, while its body is kept; the digest is kept permanently. */
export function WebhookBody({ id }: { id: string }) {
  const query = useAnswer<typeof inboxBody>(
    '/api/finance/inbox/:id/body',
    { params: { id } },
    { staleTime: Number.POSITIVE_INFINITY },
  )
  if (query.isError)
    return <Trouble what="The body" failure={query.error} onRetry={() => void query.refetch()} />
  if (query.data === undefined) return <SkeletonLines what="the body" lines={3} />
  const { body, digest, apiVersion, livemode, createdAt } = query.data
  return (
    <div className={layout.stack}>
      <p className={layout.soft}>
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
