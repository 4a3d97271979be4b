import { z } from 'zod'
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
import { programTables, type WaitStanding } from './tables.ts'
import type { WaitLinks } from './wait-links.ts'
import { type WaitMailKind, waitMailText } from './wait-mail-text.ts'

/** The mails to a person on a wait list. */
export const waitMail = defineJob({
  queue: 'program.wait-mail',
  data: z.object({
    kind: z.enum(['joined', 'offered', 'cancelled']),
    waitId: z.uuid(),
    /** The hour (`2033-03-01T09`) in which the person joined again: the mail is repeated at most once an hour. */
    hour: z.string().optional(),
  }),
  retryLimit: triesOverDays,
})

/** Sends the mails of offers whose notification was lost. */
const everyMinute = defineJob({ queue: 'program.offers', schedule: '* * * * *' })
/** Erases the personal data of waits that have ended. */
const nightly = defineJob({ queue: 'program.old-waits', schedule: '23 3 * * *' })
/** Personal data is kept for so many days after a cohort's first day, or after its cancellation was mailed. */
const keptDays = 30
/** The same after an offer has ended; longer than the retries of its mail last. */
const expiredDays = 6

/** The standings for which a mail of each kind is sent; with another standing the mail is outdated. */
const standingsFor: Record<WaitMailKind, readonly WaitStanding[]> = {
  joined: ['waiting'],
  offered: ['offered'],
  over: ['offered', 'expired'],
  cancelled: ['cancelled'],
}

const noPersonalData = { email: null, mailbox: null, name: null }

export interface WaitMailParts {
  database: Database
  jobs: Jobs
  links: WaitLinks
  mailer: Mailer
  clock: Clock
  config: Config
  settings: Settings
}

/** Mails to people on a wait list. The database makes the offers; this class enqueues and sends their mails. */
export class WaitMails extends JobHandlers {
  readonly #parts: WaitMailParts

  constructor(parts: WaitMailParts) {
    super()
    this.#parts = parts
  }

  override registerJobs(registry: JobRegistry): void {
    registry.handle(waitMail, (job) => this.#deliver(job))
    registry.handle(everyMinute, () => this.#enqueueOfferMails())
    registry.handle(nightly, () => this.#erasePersonalData())
    const enqueueNow = (): void => void this.#enqueueOfferMails().catch(() => undefined)
    // Sent at once; if a notification is lost, the next minute's job sends the mail.
    this.#parts.database.listen('program_offers', enqueueNow).catch(() => undefined)
  }

  /** Enqueues the missing mails about offers and ended waits (`told_at` is null). */
  async #enqueueOfferMails(): Promise<void> {
    const { database, jobs, clock } = this.#parts
    await database.rawTransaction(async (sql) => {
      const unnotified = await programTables(sql)
        .updateTable('program_wait')
        .set({ toldAt: clock.now() })
        .where('standing', 'in', ['offered', 'expired', 'cancelled'])
        .where('toldAt', 'is', null)
        .where('email', 'is not', null)
        .returning(['id', 'standing'])
        .execute()
      const requests = unnotified.map(({ id, standing }) => {
        const kind = standing === 'cancelled' ? 'cancelled' : 'offered'
        return waitMail.request({ kind, waitId: id }, { key: `${kind}:${id}` })
      })
      await jobs.enqueue(sql, ...requests)
    })
  }

  async #erasePersonalData(): Promise<void> {
    const { database, clock } = this.#parts
    const tables = programTables(database.sql)
    const ago = (days: number): Date => new Date(clock.now().getTime() - days * 86_400_000)
    const old = tables
      .selectFrom('program_cohort')
      .select('id')
      .where('startsOn', '<', ago(keptDays).toISOString().slice(0, 10))
    await tables
      .updateTable('program_wait')
      .set(noPersonalData)
      .where('email', 'is not', null)
      .where(({ eb, or }) =>
        or([
          eb('standing', 'in', ['left', 'taken']),
          eb('standing', '=', 'expired').and('offeredUntil', '<', ago(expiredDays)),
          eb('standing', '=', 'cancelled').and('toldAt', '<', ago(keptDays)),
          eb('cohortId', 'in', old),
        ]),
      )
      .execute()
  }

  async #deliver({ data: { kind, waitId, hour } }: JobOf<typeof waitMail>): Promise<void> {
    const { database, links, mailer, config, settings, clock } = this.#parts
    const wait = await programTables(database.sql)
      .selectFrom('program_wait as w')
      .innerJoin('program_cohort as c', 'c.id', 'w.cohortId')
      .select(['w.email', 'w.name', 'w.standing', 'w.offeredUntil', 'c.startsOn'])
      .where('w.id', '=', waitId)
      .executeTakeFirst()
    if (wait === undefined || wait.email === null) return
    const until = wait.offeredUntil
    const isOver = kind === 'offered' && (until === null || until <= clock.now())
    const mailKind = isOver ? 'over' : kind
    // A repeated mail of an offer was preceded by the first one, so no mail `over` is needed.
    if (isOver && hour !== undefined) return
    if (!standingsFor[mailKind].includes(wait.standing)) return
    const { subject, label, ...content } = waitMailText(mailKind, dayInWords(wait.startsOn), until)
    await mailer.send({
      to: wait.email,
      subject,
      // Who has joined a list gets one mail about each change of it; a repeated mail was asked for again.
      reason: kind === 'joined' || hour !== undefined ? { form: 'wait-list' } : 'follow-up',
      key: ['wait', mailKind, waitId, ...(hour === undefined ? [] : [hour])].join('-'),
      ...mailLayout({
        ...content,
        paragraphs: [greeting(wait.name ?? ''), ...content.paragraphs],
        button: {
          label,
          url:
            mailKind === 'cancelled' || mailKind === 'over'
              ? `${config.publicUrl}/certification/program-details`
              : links.urlOf(waitId),
        },
        brand: config.brandName,
        footer: await contactLines(settings, config),
      }),
    })
    // The last mail; the address is not needed any more.
    if (kind === 'cancelled')
      await programTables(database.sql)
        .updateTable('program_wait')
        .set(noPersonalData)
        .where('id', '=', waitId)
        .execute()
  }
}
