import { z } from 'zod'
import type { Database } from '#platform/database/database.ts'
import { defineJob } from '#platform/jobs/job-definition.ts'
import { JobHandlers, type JobRegistry, type Jobs } from '#platform/jobs/jobs.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import { givenName } from '#platform/mail/greeting.ts'
import { defineMail } from '#platform/mail/mail-kind.ts'
import { dayInWords } from './domain/cohort-plan.ts'
import type { ProgramMailParts } from './mail-parts.ts'
import { programTables, type WaitStanding } from './tables.ts'

/** Sends the mails of offers whose notification was lost. */
const everyMinute = defineJob({ queue: 'program.offers', schedule: '* * * * *' })
/** Erases the personal data of waits that have ended. */
const nightly = defineJob({ queue: 'program.old-waits', schedule: '23 3 * * *' })
/** Personal data is kept for so many days after a cohort's first day, or after its cancellation was mailed. */
const keptDays = 30
/** The same after an offer has ended; longer than the retries of its mail last. */
const expiredDays = 6

/** `over`: the offer ended before its mail could be delivered. */
type WaitMailKind = 'joined' | 'offered' | 'over' | 'cancelled'

/** The standings for which a mail of each kind is sent; with another standing the mail is outdated. */
const standingsFor: Record<WaitMailKind, readonly WaitStanding[]> = {
  joined: ['waiting'],
  offered: ['offered'],
  over: ['offered', 'expired'],
  cancelled: ['cancelled'],
}

const noPersonalData = { email: null, mailbox: null, name: null }

/** Enqueues the mails about offers, which the database makes, and erases the personal data of ended waits. */
export class WaitMails extends JobHandlers {
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
    registry.handle(everyMinute, () => this.#enqueueOfferMails())
    registry.handle(nightly, () => this.#erasePersonalData())
    const enqueueNow = (): void => void this.#enqueueOfferMails().catch(() => undefined)
    // Sent at once; if a notification is lost, the next minute's job sends the mail.
    this.#database.listen('program_offers', enqueueNow).catch(() => undefined)
  }

  /** Enqueues the missing mails about offers and ended waits (`told_at` is null). */
  async #enqueueOfferMails(): Promise<void> {
    await this.#database.rawTransaction(async (sql) => {
      const unnotified = await programTables(sql)
        .updateTable('program_wait')
        .set({ toldAt: this.#clock.now() })
        .where('standing', 'in', ['offered', 'expired', 'cancelled'])
        .where('toldAt', 'is', null)
        .where('email', 'is not', null)
        .returning(['id', 'standing'])
        .execute()
      const requests = unnotified.map(({ id, standing }) => {
        const kind = standing === 'cancelled' ? 'cancelled' : 'offered'
        return waitMail.request({ kind, waitId: id }, { key: `${kind}:${id}` })
      })
      await this.#jobs.enqueue(sql, ...requests)
    })
  }

  async #erasePersonalData(): Promise<void> {
    const tables = programTables(this.#database.sql)
    const ago = (days: number): Date => new Date(this.#clock.now().getTime() - days * 86_400_000)
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
}

/** The mails to a person on a wait list. */
export const waitMail = defineMail({
  queue: 'program.wait-mail',
  data: z.object({
    kind: z.enum(['joined', 'offered', 'cancelled']),
    waitId: z.uuid(),
    /** The hour (`2033-03-01T09`) in which the person joined again: the mail is repeated at most once an hour. */
    hour: z.string().optional(),
  }),
  async compose({ data: { kind, waitId, hour } }, { database, waitLinks, config, clock }: ProgramMailParts) {
    const wait = await programTables(database.sql)
      .selectFrom('program_wait as w')
      .innerJoin('program_cohort as c', 'c.id', 'w.cohortId')
      .select(['w.email', 'w.name', 'w.standing', 'w.offeredUntil', 'c.startsOn'])
      .where('w.id', '=', waitId)
      .executeTakeFirst()
    if (wait === undefined || wait.email === null) return null
    const until = wait.offeredUntil
    const isOver = kind === 'offered' && (until === null || until <= clock.now())
    const mailKind = isOver ? 'over' : kind
    // A repeated mail of an offer was preceded by the first one, so no mail `over` is needed.
    if (isOver && hour !== undefined) return null
    if (!standingsFor[mailKind].includes(wait.standing)) return null
    const { label, ...content } = textOf(mailKind, dayInWords(wait.startsOn), until)
    const hasEnded = mailKind === 'cancelled' || mailKind === 'over'
    const url = hasEnded ? `${config.publicUrl}/certification/program-details` : waitLinks.urlOf(waitId)
    return {
      to: wait.email,
      name: givenName(wait.name ?? ''),
      // Who has joined a list gets one mail about each change of it; a repeated mail was asked for again.
      reason: kind === 'joined' || hour !== undefined ? { form: 'wait-list' } : 'follow-up',
      key: ['wait', mailKind, waitId, ...(hour === undefined ? [] : [hour])].join('-'),
      ...content,
      button: { label, url },
    }
  },
  async after({ data: { kind, waitId } }, { database }, results) {
    // The last mail; the address is not needed any more.
    if (kind === 'cancelled' && results.length > 0)
      await programTables(database.sql)
        .updateTable('program_wait')
        .set(noPersonalData)
        .where('id', '=', waitId)
        .execute()
  },
})

/** @param start the cohort's first day in words. @param until the end of the offer */
function textOf(kind: WaitMailKind, start: string, until: Date | null) {
  if (kind === 'joined')
    return {
      subject: 'You are on the wait list',
      preheader: `The cohort that starts on ${start}.`,
      paragraphs: [
        `The cohort that starts on ${start} is full. When a place becomes free and you are next, we reserve it for you and email you. Places go to those who joined first.`,
        'On the page below you can see where you stand, or leave the list.',
      ],
      label: 'Open your wait list entry',
    }
  if (kind === 'offered')
    return {
      subject: 'A place is kept for you',
      preheader: `The cohort that starts on ${start}.`,
      paragraphs: [
        `A place in the cohort that starts on ${start} has become free, and you are next. It is reserved for you until the time below; after that it goes to the next person.`,
      ],
      rows: [{ label: 'Reserved until', value: `${utcMinute(until)} UTC` }],
      label: 'Take the place',
    }
  if (kind === 'over')
    return {
      subject: 'Your reserved place has gone to the next person',
      preheader: `The cohort that starts on ${start}.`,
      paragraphs: [
        `A place in the cohort that starts on ${start} was reserved for you until the time below. We are sorry: we could not deliver our email about it in time, and the place has gone to the next person. You can join the wait list again on the program page.`,
      ],
      rows: [{ label: 'Reserved until', value: `${utcMinute(until)} UTC` }],
      label: 'See the dates',
    }
  return {
    subject: 'The cohort you are waiting for is cancelled',
    preheader: `It was to start on ${start}.`,
    paragraphs: [
      `The cohort that was to start on ${start} is cancelled, and its wait list is closed. You can find the open dates on the program page.`,
    ],
    label: 'See the dates',
  }
}

/** `Monday, March 7, 2033, 18:05` */
const utcMinute = (until: Date | null): string =>
  until === null
    ? ''
    : `${dayInWords(until.toISOString().slice(0, 10))}, ${until.toISOString().slice(11, 16)}`
