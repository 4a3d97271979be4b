import { createHmac } from 'node:crypto'
import { mailboxOf } from '#platform/contract/email.ts'
import type { Database } from '#platform/database/database.ts'
import type { Jobs } from '#platform/jobs/jobs.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import type { DerivedKey, Keys } from '#platform/kernel/keys.ts'
import type { Settings } from '#platform/settings/settings.ts'
import type { Lead } from './lead.ts'
import { leadSettings } from './lead-settings.ts'

/** Thank-you mails to one mailbox within a day, whatever is posted. */
export const mailsPerMailbox = 2
const hour = 3_600_000
const day = 24 * hour

interface Granted {
  /** This lead's mail was granted before: its job runs again. */
  before: boolean
  mailbox: number
  all: number
}

/**
 * Anybody can post anybody's address, so what is mailed because of a post is limited: per mailbox and day, and per
 * hour in all. Counted in PostgreSQL under a lock, so that the limits hold exactly for any number of processes.
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
   * Whether the mail of `lead` may go out now; the answer stays the same when its job is repeated. Over the limit of
   * the mailbox it never goes out. Over that of the hour, `queue` owes it again an hour later, up to a day after the post.
   */
  async grant(lead: Pick<Lead, 'id' | 'email' | 'createdAt'>, queue: string): Promise<boolean> {
    const { mailsPerHour } = await this.#settings.read(leadSettings)
    const now = this.#clock.now()
    const address = mailboxOf(lead.email)
    const digests = this.#keys.map((key) => createHmac('sha256', key).update(address).digest())
    return this.#database.rawTransaction(async (sql) => {
      await sql.query("select pg_advisory_xact_lock(hashtextextended('leads.thank-you', 0))")
      const [granted] = await sql.query<Granted>(
        `select coalesce(bool_or(lead_id = $1), false) as before,
           count(*) filter (where mailbox = any($2) and granted_at > $3)::int as mailbox,
           count(*) filter (where granted_at > $4)::int as all
         from leads_thank_you where lead_id = $1 or (mailbox = any($2) and granted_at > $3) or granted_at > $4`,
        [lead.id, digests, new Date(now.getTime() - day), new Date(now.getTime() - hour)],
      )
      if (granted === undefined || granted.before) return true
      if (granted.mailbox >= mailsPerMailbox) return false
      if (granted.all >= mailsPerHour) {
        const later = new Date(now.getTime() + hour)
        if (later.getTime() - lead.createdAt.getTime() <= day)
          await this.#jobs.owe(sql, [
            { queue, key: `${lead.id}-${later.getTime()}`, data: { leadId: lead.id }, startAfter: later },
          ])
        return false
      }
      await sql.query('insert into leads_thank_you (lead_id, mailbox, granted_at) values ($1, $2, $3)', [
        lead.id,
        digests[0],
        now,
      ])
      return true
    })
  }
}
