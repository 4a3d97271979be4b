import type { replayInbox } from '#modules/commerce/finance/inbox/contract.ts'
import { useAction } from '../../lib/answers.ts'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { reasonOf } from '../parts/loading-states.tsx'
import { ledgerMoment } from './moments.ts'
import { type InboxEvent, inboxWord } from './words.ts'

/** Applies a webhook again. This is safe at any time: known facts are not recorded twice. */
export function ReplayButton({ event }: { event: InboxEvent }) {
  const replay = useAction<typeof replayInbox>('POST', '/api/finance/inbox/:id/replay', ['/api/finance'])
  const send = (): void =>
    replay.mutate(
      { params: { id: event.id } },
      {
        onSuccess: (answer) => {
          const { label, tone } = inboxWord(answer.event.status)
          const words = `${event.type}: ${label.toLowerCase()} after another try.`
          notify[tone === 'bad' ? 'error' : 'success'](words)
        },
        onError: (failure) => notify.error(reasonOf(failure)),
      },
    )
  return (
    <Button
      size="small"
      variant="quiet"
      busy={replay.isPending}
      aria-label={`Apply again ${event.type} of ${ledgerMoment(event.receivedAt)}`}
      onClick={send}
    >
      Apply again
    </Button>
  )
}
