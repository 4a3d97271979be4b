import { useMutation, useQueryClient } from '@tanstack/react-query'
import { MailPlus } from 'lucide-react'
import { wholeNumber } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { reasonOf } from '../parts/loading-states.tsx'
import { financeKeys } from './keys.ts'
import { sendAgain } from './mails-api.ts'

interface SendAgainProps {
  /** Keys of mails; absent: all that failed or are late. */
  keys?: readonly string[]
  label: string
  /** Said to screen readers when several such buttons stand on one screen. */
  about?: string
}

/** Sends mails again. Pressed twice it does no harm: a mail that is owed anew is not owed once more. */
export function SendAgain({ keys, label, about }: SendAgainProps) {
  const client = useQueryClient()
  const sending = useMutation({
    mutationFn: () => sendAgain(keys),
    onSuccess: async ({ owed, ...unsent }) => {
      client.setQueryData(financeKeys.mails, unsent)
      await client.invalidateQueries({ queryKey: financeKeys.allEvidence })
      if (owed === 0) notify.success('Nothing to do: it is being sent, or was sent meanwhile.')
      else
        notify.success(owed === 1 ? 'The mail is being sent.' : `${wholeNumber(owed)} mails are being sent.`)
    },
    onError: (failure) => notify.error(reasonOf(failure)),
  })
  return (
    <Button
      size="small"
      variant="secondary"
      icon={<MailPlus aria-hidden="true" />}
      busy={sending.isPending}
      busyText="Sending..."
      aria-label={about === undefined ? undefined : `${label}: ${about}`}
      onClick={() => sending.mutate()}
    >
      {label}
    </Button>
  )
}
