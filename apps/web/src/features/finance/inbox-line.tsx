import { useMutation, useQueryClient } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Badge } from '../../ui/surface.tsx'
import { type InboxEvent, replayEvent } from './api.ts'
import { financeKeys } from './keys.ts'
import ledger from './ledger.module.css'
import { reasonOf } from './loading-states.tsx'
import { ledgerDay, ledgerMoment, ledgerTime } from './moments.ts'
import { inboxWord, shortId } from './words.ts'

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
  return (
    <tr>
      <td className={ledger.moment}>
        <time dateTime={event.receivedAt}>
          {ledgerDay(event.receivedAt)} <span>{ledgerTime(event.receivedAt)}</span>
        </time>
      </td>
      <th scope="row" className={ledger.code} title={event.id}>
        {event.type}
      </th>
      <td>
        <Badge tone={word.tone}>{word.label}</Badge>
      </td>
      <td className={ledger.code} title={event.orderId ?? undefined}>
        {event.orderId === null ? <span className={ledger.faint}>none</span> : shortId(event.orderId)}
      </td>
      <td>
        {event.lastError ?? <span className={ledger.faint}>{word.meaning}</span>}
        {event.nextTry === null ? null : (
          <span className={ledger.faint}> Next try {ledgerMoment(event.nextTry)}.</span>
        )}
      </td>
      <td className={ledger.amount}>{event.attempts}</td>
      {mayReplay ? (
        <td>
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
  )
}
