import type { AuditLog } from '#platform/audit/audit-log.ts'
import type { Database } from '#platform/database/database.ts'
import type { ApiRouter } from '#platform/http/routes.ts'
import type { Jobs } from '#platform/jobs/jobs.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import type { MailLedger } from '../../orders/mail-ledger.ts'
import { jobOf } from '../../orders/order-mail.ts'
import { sendMailsAgain, unsentMails } from './contract.ts'

const listed = 200

interface MailRouteParts {
  ledger: MailLedger
  database: Database
  jobs: Jobs
  audit: AuditLog
  clock: Clock
}

export function mountMailRoutes(api: ApiRouter, parts: MailRouteParts): void {
  const { ledger } = parts
  const unsent = async () => {
    const [mails, counts] = await Promise.all([ledger.unsent(listed), ledger.countUnsent()])
    return { mails, ...counts }
  }

  api.serve(unsentMails, unsent)

  api.serve(sendMailsAgain, async ({ body }, call) => {
    const owed = await sendAgain(parts, body.keys ?? null, call.actor.username)
    return { ...(await unsent()), owed }
  })
}

/**
 * Sends mails again that failed or are late. Repeatable: a mail that was queued again is not late, so a second call
 * changes nothing.
 * @param keys of mails; null for all that failed or are late
 * @param by username, for the audit
 * @returns how many were queued again
 */
async function sendAgain(
  { ledger, database, jobs, audit, clock }: MailRouteParts,
  keys: readonly string[] | null,
  by: string,
): Promise<number> {
  return database.rawTransaction(async (sql) => {
    const mails = await ledger.again(sql, keys)
    if (mails.length === 0) return 0
    const now = clock.now()
    await jobs.enqueue(sql, ...mails.map(({ round, ...mail }) => jobOf(mail, round, now)))
    await audit.record(sql, {
      by,
      action: 'Sent emails again',
      subject: mails.length === 1 ? (mails[0]?.key ?? '') : `${mails.length} emails`,
      changes: mails.map(({ key }) => ({ path: key, before: 'not sent', after: 'queued again' })),
    })
    return mails.length
  })
}
