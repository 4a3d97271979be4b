import { z } from 'zod'
import type { Customers } from '#modules/identity/index.ts'
import type { Config } from '#platform/config/config.ts'
import type { Database } from '#platform/database/database.ts'
import { defineJob, triesOverDays } from '#platform/jobs/job-definition.ts'
import { JobHandlers, type JobOf, type JobRegistry } from '#platform/jobs/jobs.ts'
import { greeting } from '#platform/mail/greeting.ts'
import { mailLayout } from '#platform/mail/layout.ts'
import type { Mailer } from '#platform/mail/mailer.ts'
import { contactLines } from '#platform/settings/contact-settings.ts'
import type { Settings } from '#platform/settings/settings.ts'
import { dayInWords } from '../domain/cohort-plan.ts'
import type { CohortList } from './cohort-list.ts'
import type { SeatMails } from './seats/seat-mails.ts'
import type { SeatRows } from './seats/seat-rows.ts'
import { programTables } from './tables.ts'

/** What participants are told of their cohort. Owed by the transaction that changed it. */
export const cohortMail = defineJob({
  queue: 'program.mail',
  data: z.object({
    /** `unplaced`: paid when no place was left. `opened`: paid, without a place, and there is a new date. */
    kind: z.enum(['unplaced', 'cancelled', 'moved', 'opened']),
    orderId: z.uuid(),
    /** Null for a mail that does not depend on it. */
    cohortId: z.uuid().nullable(),
  }),
  retryLimit: triesOverDays,
})

/** Staff moved a participant to this cohort. A queue of its own: the release before would give up a kind that it does not know. */
export const changedMail = defineJob({
  queue: 'program.changed-mail',
  data: z.object({ orderId: z.uuid(), cohortId: z.uuid() }),
  retryLimit: triesOverDays,
})

interface Owed {
  kind: 'changed' | JobOf<typeof cohortMail>['data']['kind']
  orderId: string
  cohortId: string | null
}

export interface CohortMailParts {
  database: Database
  customers: Customers
  cohorts: CohortList
  seats: SeatRows
  seatMails: SeatMails
  mailer: Mailer
  config: Config
  settings: Settings
}

/** Mails about places: each looks at the order's place as it is when the mail is sent. */
export class CohortMails extends JobHandlers {
  readonly #parts: CohortMailParts

  constructor(parts: CohortMailParts) {
    super()
    this.#parts = parts
  }

  override registerJobs(registry: JobRegistry): void {
    registry.handle(cohortMail, ({ id, data }) => this.#deliver(id, data))
    registry.handle(changedMail, ({ id, data }) => this.#deliver(id, { kind: 'changed', ...data }))
  }

  async #deliver(id: string, { kind, orderId, cohortId }: Owed): Promise<void> {
    const { database, customers, mailer, config, settings } = this.#parts
    if (
      kind !== 'moved' &&
      kind !== 'changed' &&
      (await this.#tellOrganization(id, { kind, orderId, cohortId }))
    )
      return
    const enrollment = await programTables(database.sql)
      .selectFrom('program_enrollment as e')
      .innerJoin('program_cohort as c', 'c.id', 'e.cohort_id')
      .leftJoin('program_place as p', (join) =>
        join.onRef('p.order_id', '=', 'e.order_id').onRef('p.cohort_id', '=', 'e.cohort_id'),
      )
      .select(['e.buyer_id', 'e.cohort_id', 'e.unplaced_at', 'c.starts_on', 'c.time_zone', 'c.status'])
      .select('p.taken_at')
      .where('e.order_id', '=', orderId)
      .executeTakeFirst()
    if (enrollment === undefined) return
    const { starts_on, time_zone, status, unplaced_at, taken_at } = enrollment
    // A mail about one cohort says nothing to whoever has changed to another.
    const ofAnother =
      (kind === 'moved' || kind === 'changed' || kind === 'cancelled') && enrollment.cohort_id !== cohortId
    // A place was found, given back or lost meanwhile.
    const keepsPlace = kind === 'moved' || kind === 'changed'
    const outdated = keepsPlace ? taken_at === null : unplaced_at === null
    const buyer = ofAnother || outdated ? null : await customers.get(enrollment.buyer_id)
    if (buyer === null) return
    const start = dayInWords(starts_on)
    const said = keepsPlace ? news[kind](start, time_zone) : await this.#choose(kind, start, status)
    if (said === null) return
    const { subject, ...content } = said
    await mailer.send({
      to: buyer.email,
      subject,
      key: `program-${kind}-${id}`,
      ...mailLayout({
        ...content,
        paragraphs: [greeting(buyer.firstName), ...content.paragraphs],
        button: {
          label: keepsPlace ? 'Open your program' : 'Choose what happens now',
          url: `${config.publicUrl}/${keepsPlace ? 'program?order=' : 'certification/enrollment/'}${orderId}`,
        },
        brand: config.brandName,
        footer: await contactLines(settings, config),
      }),
    })
  }

  /**
   * Seats without a place are their organization's to decide on. One mail for the seats of an order: the one with the lowest
   * number owes it. Whoever has claimed one is told as well of what was lost. False for what is no seat, and no order with seats.
   */
  async #tellOrganization(
    id: string,
    { kind, orderId, cohortId }: Owed & { kind: 'unplaced' | 'cancelled' | 'opened' },
  ): Promise<boolean> {
    const { seats, seatMails } = this.#parts
    const [seat] = await seats.ofIds([orderId])
    const of = seat?.orderId ?? orderId
    if (seat === undefined && !(await seats.ordersWithSeats([orderId])).has(orderId)) return false
    const without = (await seats.withoutDate([of])).filter(
      ({ cohort }) => cohort !== null && (cohortId === null || cohort.id === cohortId),
    )
    if (kind !== 'opened')
      await seatMails.tellParticipants(
        `program-${kind}-${id}`,
        without.filter((each) => seat === undefined || each.id === orderId),
        whyForParticipant[kind],
      )
    if (seat !== undefined && without[0]?.id !== orderId) return true
    await seatMails.tellManagers(`program-${kind}-${id}`, without, whyForSeats[kind])
    return true
  }

  /** Both ways out stand in the mail; the button leads to them. Null when the new date that it tells of is full by now. */
  async #choose(kind: 'unplaced' | 'cancelled' | 'opened', start: string, status: 'open' | 'cancelled') {
    const left = (await this.#parts.cohorts.upcoming()).filter(({ placesLeft }) => placesLeft > 0)
    const next = left.map(({ startsOn }) => dayInWords(startsOn))
    if (kind === 'opened') return next.length === 0 ? null : newDate(next)
    const cancelled = status === 'cancelled'
    const why = cancelled
      ? `The cohort that starts on ${start} is cancelled. We are sorry.`
      : `Your payment has arrived. The last place in the cohort that starts on ${start} had gone before, because the time for which yours was held was over.`
    return {
      subject: cancelled ? 'Your cohort is cancelled' : 'Your place: please choose',
      preheader: 'Another date, or your money back.',
      heading: cancelled ? 'Your cohort is cancelled' : 'Please choose another date, or your money back',
      paragraphs: [
        why,
        next.length > 0
          ? 'You choose what happens now: a place in another cohort, or your money back in full. Nothing is decided without you.'
          : 'No other date is open yet. You can have your money back in full, or wait for the next date: we write to you as soon as it is fixed.',
      ],
      ...(next.length > 0 ? { rows: startRows(next) } : {}),
    }
  }
}

const startRows = (starts: string[]) => starts.map((value) => ({ label: 'A cohort starts', value }))

const newDate = (starts: string[]) => ({
  subject: 'There is a new date for you',
  preheader: 'Choose it, or your money back.',
  heading: 'There is a new date for you',
  paragraphs: [
    'Your enrollment is paid, and you have no place in a cohort yet. A new date is open now. You choose what happens: a place in it, or your money back in full.',
  ],
  rows: startRows(starts),
})

const changed = (start: string, timeZone: string) => ({
  subject: 'Your place is in another cohort now',
  preheader: `It starts on ${start}.`,
  heading: 'Your place is in another cohort now',
  paragraphs: [
    'We have moved your place to the cohort below. What you handed in stays, and your calendar follows. Private sessions have to be booked anew. If this is not what you expected, please answer this mail.',
  ],
  rows: [{ label: 'Your cohort starts', value: `${start} (${timeZone})` }],
})

const moved = (start: string, timeZone: string) => ({
  subject: 'Your cohort has new dates',
  preheader: `It starts on ${start}.`,
  heading: 'Your cohort has new dates',
  paragraphs: [
    'The dates of your cohort have changed. You keep your place. If the new dates do not suit you, please answer this mail.',
  ],
  rows: [{ label: 'Your cohort starts', value: `${start} (${timeZone})` }],
})

const whyForSeats = {
  unplaced:
    'The payment for your seats has arrived. The last places in their cohort had gone before, because the time for which they were held was over.',
  cancelled: 'The cohort of these seats is cancelled. We are sorry.',
  opened: 'Your seats are paid for and have no place in a cohort. A new date is open now.',
}

const whyForParticipant = {
  unplaced: {
    heading: 'Your seat has no place in a cohort',
    why: 'The payment for your seat has arrived. The last places in its cohort had gone before.',
  },
  cancelled: {
    heading: 'Your cohort is cancelled',
    why: 'The cohort of your seat is cancelled. We are sorry.',
  },
}

const news = { moved, changed }
