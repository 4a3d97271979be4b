import { Places } from '#modules/leadership/index.ts'
import { Config } from '#platform/config/config.ts'
import { Database } from '#platform/database/database.ts'
import { defineJob } from '#platform/jobs/job-definition.ts'
import { JobHandlers, type JobRegistry } from '#platform/jobs/jobs.ts'
import { Clock } from '#platform/kernel/clock.ts'
import type { Given } from '#platform/kernel/needs.ts'
import { Mailer } from '#platform/mail/mailer.ts'
import { supportEmail } from '#platform/settings/contact-settings.ts'
import { Settings } from '#platform/settings/settings.ts'
import { SentMails } from '../../invoices/sent-mails.ts'
import { MailLedger } from '../../orders/mail-ledger.ts'
import { VendorPapers } from '../../vendor-pack/vendor-papers.ts'
import { financeTables } from '../books/tables.ts'
import { Differences } from '../reconciliation/differences.ts'
import { Reconciliations } from '../reconciliation/reconciliations.ts'
import { financeSettings } from './finance-settings.ts'
import { readTasks } from './finance-tasks.ts'
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
  static readonly needs = {
    database: Database,
    differences: Differences,
    reconciliations: Reconciliations,
    ledger: MailLedger,
    places: Places,
    papers: VendorPapers,
    sentMails: SentMails,
    mailer: Mailer,
    settings: Settings,
    config: Config,
    clock: Clock,
  }
  readonly #parts: Given<typeof FinanceReport.needs>

  constructor(parts: Given<typeof FinanceReport.needs>) {
    super()
    this.#parts = parts
  }

  override registerJobs(registry: JobRegistry): void {
    registry.handle(everyMorning, () => this.send())
  }

  /** Sends today's mail if there are tasks; does nothing when today's report exists already. */
  async send(): Promise<void> {
    const { database, sentMails, mailer, config, clock } = this.#parts
    const now = clock.now()
    const day = now.toISOString().slice(0, 10)
    const key = `finance-report-${day}`
    const tables = financeTables(database.sql)
    const last = await tables
      .selectFrom('commerce_finance_report')
      .select(['day', 'told_at as at', 'position'])
      .orderBy('day', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (last !== undefined && last.day >= day) return
    // After a restore the database has lost today's report although its mail was sent.
    if ((await sentMails.sentAt(key)) !== null) return
    const tasks = await readTasks(this.#parts, { at: last?.at ?? now, position: last?.position ?? 0 })
    const quiet = isQuiet(tasks)
    if (!quiet) {
      await mailer.send({
        to: await this.#address(),
        reason: 'staff',
        key,
        ...financeWords(tasks, `${config.publicUrl}/admin`),
        footer: [
          'Sent once a day when there is something to look at. The address is a setting: Admin, Settings, Finance.',
        ],
      })
      await sentMails.mark(key, now)
    }
    await tables
      .insertInto('commerce_finance_report')
      .values({ day, told_at: now, position: tasks.position, mailed: !quiet })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }

  async #address(): Promise<string> {
    const { settings, config } = this.#parts
    const { financeEmail } = await settings.read(financeSettings)
    return financeEmail || supportEmail(settings, config)
  }
}
