import { z } from 'zod'
import type { Customers } from '#modules/identity/index.ts'
import type { Config } from '#platform/config/config.ts'
import type { Database } from '#platform/database/database.ts'
import { defineJob, triesOverDays } from '#platform/jobs/job-definition.ts'
import { JobHandlers, type JobOf, type JobRegistry, type Jobs } from '#platform/jobs/jobs.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import { greeting } from '#platform/mail/greeting.ts'
import { mailLayout } from '#platform/mail/layout.ts'
import type { Mailer } from '#platform/mail/mailer.ts'
import { contactLines } from '#platform/settings/contact-settings.ts'
import type { Settings } from '#platform/settings/settings.ts'
import { dayInWords } from '../domain/cohort-plan.ts'
import { validYears } from '../domain/credential-decisions.ts'
import type { CredentialRegister } from './credential-register.ts'
import { credentialTables } from './tables.ts'

/** The holder gets a reminder so many days before the credential's end. */
const reminderDays = 60
const dayMs = 86_400_000

const daily = defineJob({ queue: 'program.credential-ends', schedule: '11 8 * * *' })

/** Sent once for each end date; a renewed credential gets another one. */
const reminderMail = defineJob({
  queue: 'program.credential-reminder',
  data: z.object({ credentialId: z.string(), validUntil: z.iso.datetime() }),
  retryLimit: triesOverDays,
})

/** Enqueued in the transaction that awards a credential. */
export const awardMail = defineJob({
  queue: 'program.credential-awarded',
  data: z.object({ credentialId: z.string() }),
  retryLimit: triesOverDays,
})

export interface CredentialMailParts {
  database: Database
  jobs: Jobs
  register: CredentialRegister
  customers: Customers
  mailer: Mailer
  clock: Clock
  config: Config
  settings: Settings
}

/** Mails to holders about the award of their credential, and before its end about the renewal. */
export class CredentialMails extends JobHandlers {
  readonly #parts: CredentialMailParts

  constructor(parts: CredentialMailParts) {
    super()
    this.#parts = parts
  }

  override registerJobs(registry: JobRegistry): void {
    registry.handle(daily, () => this.#enqueueReminders())
    registry.handle(reminderMail, (job) => this.#sendReminder(job))
    registry.handle(awardMail, (job) => this.#sendAwardMail(job))
  }

  async #enqueueReminders(): Promise<void> {
    const { database, jobs, clock } = this.#parts
    const now = clock.now()
    const rows = await credentialTables(database.sql)
      .selectFrom('program_credential')
      .select(['id', 'validUntil'])
      .where('validUntil', '>', now)
      .where('validUntil', '<=', new Date(now.getTime() + reminderDays * dayMs))
      .where('revoked', 'is', null)
      .execute()
    const requests = rows.map((row) => {
      const validUntil = row.validUntil.toISOString()
      return reminderMail.request({ credentialId: row.id, validUntil }, { key: `${row.id}:${validUntil}` })
    })
    await jobs.enqueue(database.sql, ...requests)
  }

  /** Sends nothing if the credential was withdrawn. */
  async #sendAwardMail({ data: { credentialId } }: JobOf<typeof awardMail>): Promise<void> {
    const { register, customers, mailer, config, settings } = this.#parts
    const credential = await register.find(credentialId)
    const content = credential?.document ?? null
    if (credential === null || content === null || credential.state === 'withdrawn') return
    const holder = await customers.get(credential.buyerId)
    if (holder === null) return
    const program = `${config.publicUrl}/program?order=${credential.orderId}`
    await mailer.send({
      to: holder.email,
      subject: 'Your certificate',
      key: `credential-awarded-${credentialId}`,
      reason: 'confirmed',
      ...mailLayout({
        preheader: `${content.program}: you have earned it.`,
        heading: 'Your certificate',
        paragraphs: [
          greeting(holder.firstName),
          `You have earned the ${content.program}. Your certificate has a page of its own: whoever you give the link to can check it there at once. Nobody else finds it unless you agree.`,
          'On your program page you download the certificate and the badge, add it to LinkedIn, and choose whether you are listed among the certified leaders.',
        ],
        rows: [
          { label: 'On it stands', value: content.name },
          { label: 'Valid until', value: dayInWords(credential.validUntil.toISOString().slice(0, 10)) },
          { label: 'For download', value: 'Certificate (PDF)', url: `${credential.address}.pdf` },
          { label: 'More', value: 'Your program page', url: program },
        ],
        button: { label: 'See your certificate', url: credential.address },
        brand: config.brandName,
        footer: await contactLines(settings, config),
      }),
    })
  }

  async #sendReminder({ data: { credentialId, validUntil } }: JobOf<typeof reminderMail>): Promise<void> {
    const { register, customers, mailer, config, settings } = this.#parts
    const credential = await register.find(credentialId)
    const isOutdated = credential?.validUntil.toISOString() !== validUntil || credential.document === null
    const holder = isOutdated ? null : await customers.get(credential.buyerId)
    if (isOutdated || holder === null || credential.state === 'withdrawn') return
    const end = dayInWords(validUntil.slice(0, 10))
    const hasAsked = credential.renewalAskedAt !== null
    await mailer.send({
      to: holder.email,
      subject: `Your certificate is valid until ${end}`,
      key: `credential-reminder-${credentialId}-${validUntil.slice(0, 10)}`,
      reason: 'confirmed',
      ...mailLayout({
        preheader: hasAsked
          ? 'You have asked for its renewal.'
          : `Ask for ${validYears} more years on your program page.`,
        heading: 'Your certificate ends soon',
        paragraphs: [
          greeting(holder.firstName),
          hasAsked
            ? `Your certificate is valid until ${end}. You have asked for its renewal, which your coach has not answered yet. Please write to us if you wait long. Its address stays the same.`
            : `Your certificate is valid until ${end}. It can be renewed for ${validYears} more years: ask for it on your program page. Its address stays the same.`,
        ],
        button: {
          label: hasAsked ? 'Your program page' : 'Request renewal',
          url: `${config.publicUrl}/program?order=${credential.orderId}`,
        },
        brand: config.brandName,
        footer: await contactLines(settings, config),
      }),
    })
  }
}
