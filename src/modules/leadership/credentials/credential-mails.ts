import { z } from 'zod'
import type { Customers } from '#modules/identity/index.ts'
import type { Config } from '#platform/config/config.ts'
import type { Database } from '#platform/database/database.ts'
import { defineJob } from '#platform/jobs/job-definition.ts'
import { JobHandlers, type JobRegistry, type Jobs } from '#platform/jobs/jobs.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import { defineMail } from '#platform/mail/mail-kind.ts'
import { toAccount } from '#platform/mail/mailer.ts'
import { dayInWords } from '../cohorts/domain/cohort-plan.ts'
import type { CredentialRegister } from './credential-register.ts'
import { validYears } from './domain/credential-decisions.ts'
import { credentialTables } from './tables.ts'

/** The holder gets a reminder so many days before the credential's end. */
const reminderDays = 60
const dayMs = 86_400_000

const daily = defineJob({ queue: 'program.credential-ends', schedule: '11 8 * * *' })

/** Finds each day the credentials whose holders get a reminder. */
export class CredentialReminders extends JobHandlers {
  readonly #database: Database
  readonly #jobs: Jobs
  readonly #clock: Clock

  constructor(database: Database, jobs: Jobs, clock: Clock) {
    super()
    this.#database = database
    this.#jobs = jobs
    this.#clock = clock
  }

  override registerJobs(registry: JobRegistry): void {
    registry.handle(daily, () => this.#enqueueReminders())
  }

  async #enqueueReminders(): Promise<void> {
    const { sql } = this.#database
    const now = this.#clock.now()
    const rows = await credentialTables(sql)
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
    await this.#jobs.enqueue(sql, ...requests)
  }
}

export interface CredentialMailParts {
  register: CredentialRegister
  customers: Customers
  config: Config
}

/** To the holder about the award, enqueued in its transaction; not if the credential was withdrawn. */
export const awardMail = defineMail({
  queue: 'program.credential-awarded',
  data: z.object({ credentialId: z.string() }),
  async compose({ data: { credentialId } }, { register, customers, config }: CredentialMailParts) {
    const credential = await register.find(credentialId)
    const content = credential?.document ?? null
    if (credential === null || content === null || credential.state === 'withdrawn') return null
    const holder = await customers.get(credential.buyerId)
    if (holder === null) return null
    const program = `${config.publicUrl}/program?order=${credential.orderId}`
    return {
      ...toAccount(holder),
      subject: 'Your certificate',
      key: `credential-awarded-${credentialId}`,
      preheader: `${content.program}: you have earned it.`,
      paragraphs: [
        `Congratulations: you have earned the ${content.program}. Your certificate has its own page, where anyone you send the link to can check it at once. It stays unlisted unless you choose otherwise.`,
        'On your program page you can download the certificate and the badge, add them to LinkedIn, and choose whether to be listed among the certified leaders.',
      ],
      rows: [
        { label: 'Issued to', value: content.name },
        { label: 'Valid until', value: dayInWords(credential.validUntil.toISOString().slice(0, 10)) },
        { label: 'Download', value: 'Certificate (PDF)', url: `${credential.address}.pdf` },
        { label: 'More', value: 'Your program page', url: program },
      ],
      button: { label: 'See your certificate', url: credential.address },
    }
  },
})

/** To the holder about the renewal, before the credential ends: once for each end date. */
export const reminderMail = defineMail({
  queue: 'program.credential-reminder',
  data: z.object({ credentialId: z.string(), validUntil: z.iso.datetime() }),
  async compose({ data }, { register, customers, config }: CredentialMailParts) {
    const { credentialId, validUntil } = data
    const credential = await register.find(credentialId)
    const isOutdated = credential?.validUntil.toISOString() !== validUntil || credential.document === null
    const holder = isOutdated ? null : await customers.get(credential.buyerId)
    if (isOutdated || holder === null || credential.state === 'withdrawn') return null
    const end = dayInWords(validUntil.slice(0, 10))
    const hasAsked = credential.renewalAskedAt !== null
    return {
      ...toAccount(holder),
      subject: `Your certificate is valid until ${end}`,
      key: `credential-reminder-${credentialId}-${validUntil.slice(0, 10)}`,
      preheader: hasAsked
        ? 'You have asked to renew it.'
        : `Renew it for ${validYears} more years on your program page.`,
      heading: 'Your certificate expires soon',
      paragraphs: [
        hasAsked
          ? `Your certificate is valid until ${end}. You have asked to renew it, and your coach has not answered yet. If it takes too long, please write to us. The link to it stays the same.`
          : `Your certificate is valid until ${end}. You can renew it for ${validYears} more years: ask on your program page. The link to it stays the same.`,
      ],
      button: {
        label: hasAsked ? 'Your program page' : 'Request renewal',
        url: `${config.publicUrl}/program?order=${credential.orderId}`,
      },
    }
  },
})
