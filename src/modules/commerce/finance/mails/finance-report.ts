import type { Config } from '#platform/config/config.ts'
import type { Database } from '#platform/database/database.ts'
import { defineJob } from '#platform/jobs/job-definition.ts'
import { JobHandlers, type JobRegistry } from '#platform/jobs/jobs.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import { mailLayout } from '#platform/mail/layout.ts'
import type { Mailer } from '#platform/mail/mailer.ts'
import { supportEmail } from '#platform/settings/contact-settings.ts'
import type { Settings } from '#platform/settings/settings.ts'
import type { Log } from '#platform/telemetry/log.ts'
import type { SentMails } from '../../documents/sent-mails.ts'
import { financeTables } from '../books/tables.ts'
import { financeSettings } from './finance-settings.ts'
import type { FinanceTaskList } from './finance-tasks.ts'
import { financeWords, isQuiet } from './finance-words.ts'

const everyMorning = defineJob({
  queue: 'commerce-finance-report',
  // After the night's comparison with Stripe, before people begin.
  schedule: '30 5 * * *',
  // Retries over half a day; after that, the next day's mail has the same items.
  retryLimit: 20,
  concurrency: 1,
})

/** One mail a day to finance with all open and new tasks; no mail when there are none. */
export class FinanceReport extends JobHandlers {
  readonly #database: Database
  readonly #tasks: FinanceTaskList
  readonly #sentMails: SentMails
  readonly #mailer: Mailer
  readonly #settings: Settings
  readonly #config: Config
  readonly #clock: Clock
  readonly #logger: Log['logger']

  constructor(parts: {
    database: Database
    tasks: FinanceTaskList
    sentMails: SentMails
    mailer: Mailer
    settings: Settings
    config: Config
    clock: Clock
    log: Log
  }) {
    super()
    this.#database = parts.database
    this.#tasks = parts.tasks
    this.#sentMails = parts.sentMails
    this.#mailer = parts.mailer
    this.#settings = parts.settings
    this.#config = parts.config
    this.#clock = parts.clock
    this.#logger = parts.log.logger
  }

  override registerJobs(registry: JobRegistry): void {
    registry.handle(everyMorning, () => this.send())
  }

  /** Sends today's mail if there are tasks; does nothing when today's report exists already. */
  async send(): Promise<void> {
    const now = this.#clock.now()
    const day = now.toISOString().slice(0, 10)
    const key = `finance-report-${day}`
    const tables = financeTables(this.#database.sql)
    const last = await tables
      .selectFrom('commerce_finance_report')
      .select(['day', 'told_at as at', 'position'])
      .orderBy('day', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (last !== undefined && last.day >= day) return
    // After a restore the database has lost today's report although its mail was sent.
    if ((await this.#sentMails.sentAt(key)) !== null) return
    const tasks = await this.#tasks.read({ at: last?.at ?? now, position: last?.position ?? 0 })
    const quiet = isQuiet(tasks)
    if (!quiet) {
      const { brandName: brand, publicUrl } = this.#config
      const { subject, ...words } = financeWords(tasks, `${publicUrl}/admin`)
      const footer = [
        'Sent once a day when there is something to look at. The address is a setting: Admin, Settings, Finance.',
      ]
      await this.#mailer.send({
        to: await this.#address(),
        reason: 'staff',
        subject,
        key,
        ...mailLayout({ brand, footer, ...words }),
      })
      await this.#sentMails.mark(key, now).catch((err: unknown) => {
        this.#logger.warn({ err, mail: key }, 'a mail was sent without its record outside the database')
      })
    }
    await tables
      .insertInto('commerce_finance_report')
      .values({ day, told_at: now, position: tasks.position, mailed: !quiet })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }

  async #address(): Promise<string> {
    const { financeEmail } = await this.#settings.read(financeSettings)
    return financeEmail || supportEmail(this.#settings, this.#config)
  }
}
