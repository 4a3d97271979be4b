import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Braces, RotateCcw } from 'lucide-react'
import { useId, useState } from 'react'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Badge } from '../../ui/surface.tsx'
import { reasonOf, SkeletonLines, Trouble } from '../parts/loading-states.tsx'
import { type InboxEvent, replayEvent } from './api.ts'
import books from './books.module.css'
import { loadWebhookBody } from './books-api.ts'
import { financeKeys } from './keys.ts'
import ledger from './ledger.module.css'
import { ledgerDay, ledgerMoment, ledgerTime } from './moments.ts'
import { OrderLink } from './order-link.tsx'
import { inboxWord } from './words.ts'

/** One webhook. A replay is safe at any time: what is known already is not recorded again. */
export function InboxLine({ event, mayReplay }: { event: InboxEvent; mayReplay: boolean }) {
  const client = useQueryClient()
  const replay = useMutation({
    mutationFn: () => replayEvent(event.id),
    onSuccess: async (answer) => {
      await client.invalidateQueries({ queryKey: financeKeys.inbox })
      const { label, tone } = inboxWord(answer.event.status)
      notify[tone === 'bad' ? 'error' : 'success'](`${event.type}: ${label.toLowerCase()} after the replay.`)
    },
    onError: (failure) => notify.error(reasonOf(failure)),
  })
  const word = inboxWord(event.status)
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <>
      <tr>
        <td className={ledger.moment}>
          <time dateTime={event.receivedAt}>
            {ledgerDay(event.receivedAt)} <span>{ledgerTime(event.receivedAt)}</span>
          </time>
        </td>
        <th scope="row" className={`${ledger.code} ${books.webhookType}`} title={event.id}>
          {event.type}
        </th>
        <td>
          <Badge tone={word.tone}>{word.label}</Badge>
        </td>
        <td className={`${ledger.code} ${ledger.nowrap}`}>
          {event.orderId === null ? (
            <span className={ledger.faint}>none</span>
          ) : (
            <OrderLink id={event.orderId} />
          )}
        </td>
        <td>
          {event.lastError ?? <span className={ledger.faint}>{word.meaning}</span>}
          {event.nextTry === null ? null : (
            <span className={ledger.faint}> Next try {ledgerMoment(event.nextTry)}.</span>
          )}
        </td>
        <td className={ledger.amount}>{event.attempts}</td>
        {mayReplay ? (
          <td className={books.webhookButtons}>
            <Button
              size="small"
              variant="quiet"
              icon={<Braces aria-hidden="true" />}
              aria-expanded={open}
              aria-controls={id}
              aria-label={`Raw body of ${event.type} of ${ledgerMoment(event.receivedAt)}`}
              onClick={() => setOpen(!open)}
            >
              Body
            </Button>
            <Button
              size="small"
              variant="quiet"
              icon={<RotateCcw aria-hidden="true" />}
              busy={replay.isPending}
              aria-label={`Replay ${event.type} of ${ledgerMoment(event.receivedAt)}`}
              onClick={() => replay.mutate()}
            >
              Replay
            </Button>
          </td>
        ) : null}
      </tr>
      {mayReplay ? (
        <tr id={id} hidden={!open}>
          <td colSpan={7}>{open ? <WebhookBody id={event.id} /> : null}</td>
        </tr>
      ) : null}
    </>
  )
}

/** The webhook as it came, as long as its body is kept; the digest stays for good. */
function WebhookBody({ id }: { id: string }) {
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
        {id}, made {ledgerMoment(createdAt)}, API {apiVersion ?? 'unknown'}, {livemode ? 'live' : 'test'}{' '}
        mode. SHA-256 {digest}
      </p>
      {body === null ? (
        <p>The body has been emptied: it is old, or its buyer is erased. The digest stays.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
        <pre className={books.body} tabIndex={0}>
          {body}
        </pre>
      )}
    </div>
  )
}
