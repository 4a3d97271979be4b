import { MailPlus } from 'lucide-react'
import type { sendMailsAgain } from '#modules/commerce/finance/mails/contract.ts'
import { useAction } from '../../lib/answers.ts'
import { wholeNumber } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { reasonOf } from '../parts/loading-states.tsx'

interface SendAgainProps {
  /** Keys of mails; absent: all that failed or are late. */
  keys?: readonly string[]
  label: string
  /** Added to the accessible name where a screen has several of these buttons. */
  about?: string
}

/** Sends mails again. A second press is harmless: a mail that is already queued is not queued twice. */
export function SendAgain({ keys, label, about }: SendAgainProps) {
  const sending = useAction<typeof sendMailsAgain>('POST', '/api/finance/mails/again', [
    '/api/finance/mails',
    '/api/finance/orders',
  ])

  async function send(): Promise<void> {
    try {
      const { owed } = await sending.mutateAsync({ body: keys === undefined ? {} : { keys: [...keys] } })
      if (owed === 0) notify.success('Nothing to send: it is already being sent, or was sent meanwhile.')
      else
        notify.success(
          owed === 1 ? 'The email is being sent.' : `${wholeNumber(owed)} emails are being sent.`,
        )
    } catch (failure) {
      notify.error(reasonOf(failure))
    }
  }

  return (
    <Button
      size="small"
      variant="secondary"
      icon={<MailPlus aria-hidden="true" />}
      busy={sending.isPending}
      busyText="Sending..."
      aria-label={about === undefined ? undefined : `${label}: ${about}`}
      onClick={() => void send()}
    >
      {label}
    </Button>
  )
}
