import type { AuditLog } from '#platform/audit/audit-log.ts'
import type { Database } from '#platform/database/database.ts'
import type { Jobs } from '#platform/jobs/jobs.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import type { MailLedger } from '../../orders/mail-ledger.ts'
import { jobOf } from '../../orders/order-mail.ts'

/** Sends mails again, for a member of staff, that failed or are late. */
export class Resending {
  readonly #database: Database
  readonly #ledger: MailLedger
  readonly #jobs: Jobs
  readonly #audit: AuditLog
  readonly #clock: Clock

  constructor(database: Database, ledger: MailLedger, jobs: Jobs, audit: AuditLog, clock: Clock) {
    this.#database = database
    this.#ledger = ledger
    this.#jobs = jobs
    this.#audit = audit
    this.#clock = clock
  }

  /**
   * Repeatable: a mail that was queued again is not late, so a second call changes nothing.
   * @param keys of mails; null for all that failed or are late
   * @param by username, for the audit
   * @returns how many were queued again
   */
  async sendAgain(keys: readonly string[] | null, by: string): Promise<number> {
    return this.#database.rawTransaction(async (sql) => {
      const mails = await this.#ledger.again(sql, keys)
      if (mails.length === 0) return 0
      const now = this.#clock.now()
      await this.#jobs.enqueue(sql, ...mails.map(({ round, ...mail }) => jobOf(mail, round, now)))
      await this.#audit.record(sql, {
        by,
        action: 'Sent mails again',
        subject: mails.length === 1 ? (mails[0]?.key ?? '') : `${mails.length} mails`,
        changes: mails.map(({ key }) => ({ path: key, before: 'not sent', after: 'owed again' })),
      })
      return mails.length
    })
  }
}
