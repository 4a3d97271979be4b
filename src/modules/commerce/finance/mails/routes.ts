import type { ApiRouter } from '#platform/http/routes.ts'
import type { MailLedger } from '../../orders/mail-ledger.ts'
import { sendMailsAgain, unsentMails } from './contract.ts'
import type { Resending } from './resending.ts'

const listed = 200

export function mountMailRoutes(
  api: ApiRouter,
  { ledger, resending }: { ledger: MailLedger; resending: Resending },
): void {
  const unsent = async () => {
    const [mails, counts] = await Promise.all([ledger.unsent(listed), ledger.countUnsent()])
    return { mails, ...counts }
  }

  api.serve(unsentMails, unsent)

  api.serve(sendMailsAgain, async ({ body }, call) => {
    const owed = await resending.sendAgain(body.keys ?? null, call.actor.username)
    return { ...(await unsent()), owed }
  })
}
