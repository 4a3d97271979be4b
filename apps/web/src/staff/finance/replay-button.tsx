import { useMutation, useQueryClient } from '@tanstack/react-query'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { reasonOf } from '../parts/loading-states.tsx'
import { type InboxEvent, replayEvent } from './api.ts'
import { financeKeys } from './keys.ts'
import { ledgerMoment } from './moments.ts'
import { inboxWord } from './words.ts'

/** Applies a webhook again. This is safe at any time: known facts are not recorded twice. */
export function ReplayButton({ event }: { event: InboxEvent }) {
  const client = useQueryClient()
  const replay = useMutation({
    mutationFn: () => replayEvent(event.id),
    onSuccess: async (answer) => {
      await client.invalidateQueries({ queryKey: financeKeys.inbox })
      const { label, tone } = inboxWord(answer.event.status)
      notify[tone === 'bad' ? 'error' : 'success'](`${event.type}: ${label.toLowerCase()} after another try.`)
    },
    onError: (failure) => notify.error(reasonOf(failure)),
  })
  return (
    <Button
      size="small"
      variant="quiet"
      busy={replay.isPending}
      aria-label={`Apply again ${event.type} of ${ledgerMoment(event.receivedAt)}`}
      onClick={() => replay.mutate()}
    >
      Apply again
    </Button>
  )
}
