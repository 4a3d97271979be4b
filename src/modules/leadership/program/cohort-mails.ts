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

/** The mails to participants about their cohort. Enqueued in the transaction that changes it. */
export const cohortMail = defineJob({
  queue: 'program.mail',
  data: z.object({
    /** `unplaced`: paid when no place was left. `opened`: there is a new date for a paid order without a place. */
    kind: z.enum(['unplaced', 'cancelled', 'moved', 'opened']),
    orderId: z.uuid(),
    /** Null for a mail that does not depend on the cohort. */
    cohortId: z.uuid().nullable(),
    /** Of `unplaced`: when the payment found no place left (ISO 8601). A cancelled cohort has mails of its own. */
    since: z.iso.datetime().optional(),
  }),
  retryLimit: triesOverDays,
})

/** Staff moved a participant to this cohort. */
export const changedMail = defineJob({
  queue: 'program.changed-mail',
  data: z.object({ orderId: z.uuid(), cohortId: z.uuid() }),
  retryLimit: triesOverDays,
})

interface CohortMailData {
  kind: 'changed' | JobOf<typeof cohortMail>['data']['kind']
  orderId: string
  cohortId: string | null
  since?: string | undefined
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

/** Mails about places. Each job reads the order's place when it sends the mail. */
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

  async #deliver(id: string, { kind, orderId, cohortId, since }: CohortMailData): Promise<void> {
    const { database, customers, mailer, config, settings } = this.#parts
    if (
      kind !== 'moved' &&
      kind !== 'changed' &&
      (await this.#notifyOrganization(id, { kind, orderId, cohortId, since }))
    )
      return
    const enrollment = await programTables(database.sql)
      .selectFrom('program_enrollment as e')
      .innerJoin('program_cohort as c', 'c.id', 'e.cohortId')
      .leftJoin('program_place as p', (join) =>
        join.onRef('p.orderId', '=', 'e.orderId').onRef('p.cohortId', '=', 'e.cohortId'),
      )
      .select(['e.buyerId', 'e.cohortId', 'e.unplacedAt', 'c.startsOn', 'c.timeZone', 'c.status'])
      .select('p.takenAt')
      .where('e.orderId', '=', orderId)
      .executeTakeFirst()
    if (enrollment === undefined) return
    const { startsOn, timeZone, status, unplacedAt, takenAt } = enrollment
    // A mail about one cohort is not sent to a buyer who has changed to another.
    const isAboutOther =
      (kind === 'moved' || kind === 'changed' || kind === 'cancelled') && enrollment.cohortId !== cohortId
    // Outdated if the order has got or lost its place meanwhile.
    const keepsPlace = kind === 'moved' || kind === 'changed'
    const outdated = keepsPlace
      ? takenAt === null
      : unplacedAt === null || (await this.#cancelledSince([orderId], since)).has(orderId)
    const buyer = isAboutOther || outdated ? null : await customers.get(enrollment.buyerId)
    if (buyer === null) return
    const start = dayInWords(startsOn)
    const mail = keepsPlace ? placeMails[kind](start, timeZone) : await this.#choiceMail(kind, start, status)
    if (mail === null) return
    const { subject, ...content } = mail
    await mailer.send({
      to: buyer.email,
      subject,
      key: `program-${kind}-${id}`,
      reason: 'confirmed',
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
   * Mails about seats without a place, for which their organization decides. The managers get one mail for all seats of an
   * order, sent by the job of the lowest seat number; participants who claimed a seat are notified of the loss.
   * @returns false if the id is neither a seat nor an order with seats
   */
  async #notifyOrganization(
    id: string,
    { kind, orderId, cohortId, since }: CohortMailData & { kind: 'unplaced' | 'cancelled' | 'opened' },
  ): Promise<boolean> {
    const { seats, seatMails } = this.#parts
    const [seat] = await seats.ofIds([orderId])
    const seatOrderId = seat?.orderId ?? orderId
    if (seat === undefined && !(await seats.ordersWithSeats([orderId])).has(orderId)) return false
    const unplaced = (await seats.withoutDate([seatOrderId])).filter(
      ({ cohort }) => cohort !== null && (cohortId === null || cohort.id === cohortId),
    )
    const ids = unplaced.map(({ id: seatId }) => seatId)
    const later = await this.#cancelledSince(ids, since)
    const without = unplaced.filter(({ id: seatId }) => !later.has(seatId))
    if (kind !== 'opened')
      await seatMails.notifyParticipants(
        `program-${kind}-${id}`,
        without.filter(({ id: seatId }) => seat === undefined || seatId === orderId),
        reasonForParticipant[kind],
      )
    if (seat !== undefined && without[0]?.id !== orderId) return true
    await seatMails.notifyManagers(`program-${kind}-${id}`, without, reasonForManagers[kind])
    return true
  }

  /** The orders and seats that lost their places because the cohort was cancelled later: the cancellation has mails of its own. */
  async #cancelledSince(ids: readonly string[], since: string | undefined): Promise<Set<string>> {
    if (since === undefined || ids.length === 0) return new Set()
    const rows = await programTables(this.#parts.database.sql)
      .selectFrom('program_enrollment as e')
      .innerJoin('program_cohort as c', 'c.id', 'e.cohortId')
      .select('e.orderId')
      .where('e.orderId', 'in', ids)
      .where('c.status', '=', 'cancelled')
      .where('e.unplacedAt', '>', new Date(since))
      .execute()
    return new Set(rows.map(({ orderId }) => orderId))
  }

  /** The mail offers another date or a refund; its button opens the page for both. Null if no open date has a place left. */
  async #choiceMail(kind: 'unplaced' | 'cancelled' | 'opened', start: string, status: 'open' | 'cancelled') {
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

const reasonForManagers = {
  unplaced:
    'The payment for your seats has arrived. The last places in their cohort had gone before, because the time for which they were held was over.',
  cancelled: 'The cohort of these seats is cancelled. We are sorry.',
  opened: 'Your seats are paid for and have no place in a cohort. A new date is open now.',
}

const reasonForParticipant = {
  unplaced: {
    heading: 'Your seat has no place in a cohort',
    why: 'The payment for your seat has arrived. The last places in its cohort had gone before.',
  },
  cancelled: {
    heading: 'Your cohort is cancelled',
    why: 'The cohort of your seat is cancelled. We are sorry.',
  },
}

const placeMails = { moved, changed }
