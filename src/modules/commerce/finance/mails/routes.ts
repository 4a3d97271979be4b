import type { ApiRouter } from '#platform/http/routes.ts'
import type { MailLedger } from '../../orders/mail-ledger.ts'
import { mailView } from '../search/mail-view.ts'
import { sendMailsAgain, unsentMails } from './contract.ts'
import type { Resending } from './resending.ts'

/** Literal, so that the answer has the type its contract promises. */
const ok = { success: true } as const
const listed = 200

export function mountMailRoutes(
  api: ApiRouter,
  { ledger, resending }: { ledger: MailLedger; resending: Resending },
): void {
  const unsent = async () => {
    const [mails, counts] = await Promise.all([ledger.unsent(listed), ledger.countUnsent()])
    return { ...ok, mails: mails.map(mailView), ...counts }
  }

  api.serve(unsentMails, unsent)

  api.serve(sendMailsAgain, async ({ body }, call) => {
    const owed = await resending.sendAgain(body.keys ?? null, call.actor.username)
    return { ...(await unsent()), owed }
  })
}
