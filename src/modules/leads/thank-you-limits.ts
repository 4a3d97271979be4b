import { createHmac } from 'node:crypto'
import { expressionBuilder } from 'kysely'
import { mailboxOf } from '#platform/contract/email.ts'
import { lockUntilEnd } from '#platform/database/advisory-lock.ts'
import type { Database } from '#platform/database/database.ts'
import type { Jobs } from '#platform/jobs/jobs.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import type { DerivedKey, Keys } from '#platform/kernel/keys.ts'
import type { Settings } from '#platform/settings/settings.ts'
import { type Lead, type LeadTables, leadTables } from './lead.ts'
import { thankYou } from './lead-jobs.ts'
import { leadSettings } from './lead-settings.ts'

/** Most thank-you mails to one mailbox within a day. */
export const mailsPerMailbox = 2
const hour = 3_600_000
const day = 24 * hour

/**
 * Anybody can submit another person's address, so the mails that a submission causes are limited: per mailbox and day,
 * and per hour in total. Counted in PostgreSQL under a lock, so that the limits hold exactly for any number of processes.
 */
export class ThankYouLimits {
  readonly #database: Database
  readonly #jobs: Jobs
  readonly #settings: Settings
  readonly #clock: Clock
  readonly #keys: DerivedKey

  constructor(database: Database, jobs: Jobs, settings: Settings, clock: Clock, keys: Keys) {
    this.#database = database
    this.#jobs = jobs
    this.#settings = settings
    this.#clock = clock
    this.#keys = keys.derive('lead-mailbox')
  }

  /**
   * Whether the mail of `lead` may be sent now; true again if its job is repeated. Over the mailbox's limit the mail is
   * never sent. Over the hour's limit the mail is enqueued for an hour later, until a day after the submission.
   */
  async grant(lead: Pick<Lead, 'id' | 'email' | 'createdAt'>): Promise<boolean> {
    const { mailsPerHour } = await this.#settings.read(leadSettings)
    const now = this.#clock.now()
    const address = mailboxOf(lead.email)
    const digests = this.#keys.map((key) => createHmac('sha256', key).update(address).digest())
    return this.#database.rawTransaction(async (sql) => {
      await lockUntilEnd(sql, 'leads.thank-you')
      const eb = expressionBuilder<LeadTables, 'leads_thank_you'>()
      const before = eb('lead_id', '=', lead.id)
      const inMailbox = eb('mailbox', 'in', digests).and('granted_at', '>', new Date(now.getTime() - day))
      const inAll = eb('granted_at', '>', new Date(now.getTime() - hour))
      const count = eb.fn.countAll<number>()
      const granted = await leadTables(sql)
        .selectFrom('leads_thank_you')
        .select([
          count.filterWhere(before).as('before'),
          count.filterWhere(inMailbox).as('mailbox'),
          count.filterWhere(inAll).as('all'),
        ])
        .where(eb.or([before, inMailbox, inAll]))
        .executeTakeFirstOrThrow()
      // Granted before: the job of this lead runs again.
      if (granted.before > 0) return true
      if (granted.mailbox >= mailsPerMailbox) return false
      if (granted.all >= mailsPerHour) {
        const later = new Date(now.getTime() + hour)
        if (later.getTime() - lead.createdAt.getTime() <= day)
          await this.#jobs.enqueue(
            sql,
            thankYou.request(
              { leadId: lead.id },
              { key: `${lead.id}-${later.getTime()}`, startAfter: later },
            ),
          )
        return false
      }
      await leadTables(sql)
        .insertInto('leads_thank_you')
        .values({ lead_id: lead.id, mailbox: digests[0]!, granted_at: now })
        .execute()
      return true
    })
  }
}
