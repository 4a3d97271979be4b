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
import { type WaitNews, waitWords } from './wait-mail-text.ts'

/** What somebody who waits is told. */
export const waitMail = defineJob({
  queue: 'program.wait-mail',
  data: z.object({
    kind: z.enum(['joined', 'offered', 'cancelled']),
    waitId: z.uuid(),
    /** In which it was asked for by who joined (`2033-03-01T09`): once in an hour it is sent again. */
    hour: z.string().optional(),
  }),
  retryLimit: triesOverDays,
})

/** Should nobody have heard of an offer when it was made. */
const everyMinute = defineJob({ queue: 'program.offers', schedule: '* * * * *' })
/** Nothing personal is kept for a wait that is over. */
const nightly = defineJob({ queue: 'program.old-waits', schedule: '23 3 * * *' })
/** After the first day of a cohort, and after a mail that says that it is cancelled was owed. */
const keptDays = 30
/** After an offer ended: longer than the tries of its mail. */
const expiredDays = 6

/** The entries that a mail of each kind is about; of any other the mail is outdated. */
const standingsFor: Record<WaitNews, readonly WaitStanding[]> = {
  joined: ['waiting'],
  offered: ['offered'],
  over: ['offered', 'expired'],
  cancelled: ['cancelled'],
}

const nothingPersonal = { email: null, mailbox: null, name: null }

export interface WaitMailParts {
  database: Database
  jobs: Jobs
  links: WaitLinks
  mailer: Mailer
  clock: Clock
  config: Config
  settings: Settings
}

/** Mails to people on a wait list, and how they come to be owed: the database makes the offers. */
export class WaitMails extends JobHandlers {
  readonly #parts: WaitMailParts

  constructor(parts: WaitMailParts) {
    super()
    this.#parts = parts
  }

  override registerJobs(registry: JobRegistry): void {
    registry.handle(waitMail, (job) => this.#deliver(job))
    registry.handle(everyMinute, () => this.#tellOffers())
    registry.handle(nightly, () => this.#forget())
    const tell = (): void => void this.#tellOffers().catch(() => undefined)
    // At once; what is not heard, the job of the next minute finds.
    this.#parts.database.listen('program_offers', tell).catch(() => undefined)
  }

  /** Owes a mail for every offer, and every end of a wait, that nobody was told of. */
  async #tellOffers(): Promise<void> {
    const { database, jobs, clock } = this.#parts
    await database.rawTransaction(async (sql) => {
      const told = await programTables(sql)
        .updateTable('program_wait')
        .set({ told_at: clock.now() })
        .where('standing', 'in', ['offered', 'expired', 'cancelled'])
        .where('told_at', 'is', null)
        .where('email', 'is not', null)
        .returning(['id', 'standing'])
        .execute()
      const owed = told.map(({ id, standing }) => {
        const kind = standing === 'cancelled' ? 'cancelled' : 'offered'
        return waitMail.request({ kind, waitId: id }, { key: `${kind}:${id}` })
      })
      await jobs.enqueue(sql, ...owed)
    })
  }

  async #forget(): Promise<void> {
    const { database, clock } = this.#parts
    const tables = programTables(database.sql)
    const ago = (days: number): Date => new Date(clock.now().getTime() - days * 86_400_000)
    const old = tables
      .selectFrom('program_cohort')
      .select('id')
      .where('starts_on', '<', ago(keptDays).toISOString().slice(0, 10))
    await tables
      .updateTable('program_wait')
      .set(nothingPersonal)
      .where('email', 'is not', null)
      .where(({ eb, or }) =>
        or([
          eb('standing', 'in', ['left', 'taken']),
          eb('standing', '=', 'expired').and('offered_until', '<', ago(expiredDays)),
          eb('standing', '=', 'cancelled').and('told_at', '<', ago(keptDays)),
          eb('cohort_id', 'in', old),
        ]),
      )
      .execute()
  }

  async #deliver({ data: { kind, waitId, hour } }: JobOf<typeof waitMail>): Promise<void> {
    const { database, links, mailer, config, settings, clock } = this.#parts
    const wait = await programTables(database.sql)
      .selectFrom('program_wait as w')
      .innerJoin('program_cohort as c', 'c.id', 'w.cohort_id')
      .select(['w.email', 'w.name', 'w.standing', 'w.offered_until', 'c.starts_on'])
      .where('w.id', '=', waitId)
      .executeTakeFirst()
    if (wait === undefined || wait.email === null) return
    const until = wait.offered_until
    const isOver = kind === 'offered' && (until === null || until <= clock.now())
    const said = isOver ? 'over' : kind
    // Whoever asked for the mail of an offer again has had it.
    if (isOver && hour !== undefined) return
    if (!standingsFor[said].includes(wait.standing)) return
    const { subject, label, ...content } = waitWords(said, dayInWords(wait.starts_on), until)
    await mailer.send({
      to: wait.email,
      subject,
      key: ['wait', said, waitId, ...(hour === undefined ? [] : [hour])].join('-'),
      ...mailLayout({
        ...content,
        paragraphs: [greeting(wait.name ?? ''), ...content.paragraphs],
        button: {
          label,
          url:
            said === 'cancelled' || said === 'over'
              ? `${config.publicUrl}/certification/program-details`
              : links.urlOf(waitId),
        },
        brand: config.brandName,
        footer: await contactLines(settings, config),
      }),
    })
    // The last that the address was left for.
    if (kind === 'cancelled')
      await programTables(database.sql)
        .updateTable('program_wait')
        .set(nothingPersonal)
        .where('id', '=', waitId)
        .execute()
  }
}
