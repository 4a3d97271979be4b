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
/** Nothing personal is kept for a list that is over. */
const nightly = defineJob({ queue: 'program.old-waits', schedule: '23 3 * * *' })
const keptDays = 30

/** The entry of a wait list that a mail of each kind is about; of any other the mail is outdated. */
const standingFor = {
  joined: 'waiting',
  offered: 'offered',
  cancelled: 'cancelled',
} as const satisfies Record<string, WaitStanding>

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
        .where('standing', 'in', ['offered', 'cancelled'])
        .where('told_at', 'is', null)
        .where('email', 'is not', null)
        .returning(['id', 'standing'])
        .execute()
      const owed = told.map(({ id, standing }) => {
        const kind = standing === 'offered' ? ('offered' as const) : ('cancelled' as const)
        return waitMail.request({ kind, waitId: id }, { key: `${kind}:${id}` })
      })
      await jobs.enqueue(sql, ...owed)
    })
  }

  async #forget(): Promise<void> {
    const { database, clock } = this.#parts
    const tables = programTables(database.sql)
    const before = new Date(clock.now().getTime() - keptDays * 86_400_000).toISOString().slice(0, 10)
    await tables
      .updateTable('program_wait')
      .set({ email: null, mailbox: null, name: null })
      .where('email', 'is not', null)
      .where(
        'cohort_id',
        'in',
        tables.selectFrom('program_cohort').select('id').where('starts_on', '<', before),
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
    if (wait === undefined || wait.email === null || wait.standing !== standingFor[kind]) return
    const until = wait.offered_until
    if (kind === 'offered' && (until === null || until <= clock.now())) return
    const { subject, label, ...content } = words(kind, dayInWords(wait.starts_on), until)
    await mailer.send({
      to: wait.email,
      subject,
      key: ['wait', kind, waitId, ...(hour === undefined ? [] : [hour])].join('-'),
      ...mailLayout({
        ...content,
        paragraphs: [greeting(wait.name ?? ''), ...content.paragraphs],
        button: {
          label,
          url:
            kind === 'cancelled' ? `${config.publicUrl}/certification/program-details` : links.urlOf(waitId),
        },
        brand: config.brandName,
        footer: await contactLines(settings, config),
      }),
    })
  }
}

function words(kind: 'joined' | 'offered' | 'cancelled', start: string, until: Date | null) {
  if (kind === 'joined')
    return {
      subject: 'You are on the wait list',
      preheader: `The cohort that starts on ${start}.`,
      heading: 'You are on the wait list',
      paragraphs: [
        `The cohort that starts on ${start} is full. When a place becomes free and you are next, it is kept for you and we write to you. Whoever joined first comes first.`,
        'On the page below you see how it stands, and you can leave the list.',
      ],
      label: 'Open your wait list entry',
    }
  if (kind === 'offered')
    return {
      subject: 'A place is kept for you',
      preheader: `The cohort that starts on ${start}.`,
      heading: 'A place is kept for you',
      paragraphs: [
        `A place in the cohort that starts on ${start} has become free, and you are next. It is kept for you until the time below; then it goes to the next person.`,
      ],
      rows: [{ label: 'Kept for you until', value: `${utcMinute(until)} UTC` }],
      label: 'Take the place',
    }
  return {
    subject: 'The cohort you wait for is cancelled',
    preheader: `It was to start on ${start}.`,
    heading: 'The cohort you wait for is cancelled',
    paragraphs: [
      `The cohort that was to start on ${start} is cancelled, and its wait list is closed. The dates that are open stand on the program page.`,
    ],
    label: 'See the dates',
  }
}

/** `Monday, March 7, 2033, 18:05` */
const utcMinute = (until: Date | null): string =>
  until === null
    ? ''
    : `${dayInWords(until.toISOString().slice(0, 10))}, ${until.toISOString().slice(11, 16)}`
