import { z } from 'zod'
import type { Customers, Organizations } from '#modules/identity/index.ts'
import type { Config } from '#platform/config/config.ts'
import { defineJob, triesOverDays } from '#platform/jobs/job-definition.ts'
import { JobHandlers, type JobOf, type JobRegistry } from '#platform/jobs/jobs.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import { greeting, organizationInMail } from '#platform/mail/greeting.ts'
import { type MailContent, mailLayout } from '#platform/mail/layout.ts'
import type { Mailer, MailReason } from '#platform/mail/mailer.ts'
import { contactLines } from '#platform/settings/contact-settings.ts'
import type { Settings } from '#platform/settings/settings.ts'
import { dayInWords } from '../../domain/cohort-plan.ts'
import type { SeatLinks } from './seat-links.ts'
import type { SeatRow, SeatRows } from './seat-rows.ts'

/** The mails to people about a seat. */
export const seatMail = defineJob({
  queue: 'program.seat-mail',
  data: z.object({
    kind: z.enum(['invited', 'revoked']),
    seatId: z.uuid(),
    /** The former participant of a revoked seat. */
    userId: z.string().nullable(),
  }),
  retryLimit: triesOverDays,
})

/** A refund has closed seats, or has failed and returned them. */
export const settledMail = defineJob({
  queue: 'program.seats-settled',
  data: z.object({ orderId: z.uuid(), refundId: z.string(), closed: z.boolean() }),
  retryLimit: triesOverDays,
})

/** Most invitations by one organization within a day, for each of its seats. */
const mailsPerSeat = 3

export interface SeatMailParts {
  rows: SeatRows
  links: SeatLinks
  customers: Customers
  organizations: Organizations
  mailer: Mailer
  clock: Clock
  config: Config
  settings: Settings
}

type SeatMailContent = Omit<MailContent, 'brand' | 'footer' | 'paragraphs'> & {
  to: string
  name: string
  subject: string
  key: string
  /** Accounts have confirmed their address. */
  reason?: MailReason
  paragraphs: string[]
}

/** Mails about seats. Each job reads the seat when it sends the mail. */
export class SeatMails extends JobHandlers {
  readonly #parts: SeatMailParts

  constructor(parts: SeatMailParts) {
    super()
    this.#parts = parts
  }

  override registerJobs(registry: JobRegistry): void {
    registry.handle(seatMail, (job) => this.#deliver(job))
    registry.handle(settledMail, (job) => this.#notifyOfRefund(job))
  }

  async #deliver({ id, data: { kind, seatId, userId } }: JobOf<typeof seatMail>): Promise<void> {
    const seat = await this.#parts.rows.find(seatId)
    if (seat === null) return
    const organization = await this.#nameOf(seat)
    if (kind === 'invited') return this.#invite(id, seat, organization)
    const person = userId === null ? null : await this.#parts.customers.get(userId)
    if (person === null) return
    await this.#send({
      to: person.email,
      name: person.firstName,
      subject: 'Your seat was taken back',
      key: `seat-revoked-${id}`,
      preheader: organization,
      heading: 'Your seat was taken back',
      paragraphs: [
        `${organization} has taken your seat in the program back. If this is not what you expected, please ask your organization.`,
      ],
    })
  }

  /** Sends nothing if the invitation was revoked, or the seat is claimed. */
  async #invite(jobId: string, seat: SeatRow, organization: string): Promise<void> {
    const { links, rows, clock } = this.#parts
    const { id, organizationId, round, person, cohort } = seat
    if (person === null || person.linkUntil <= clock.now()) return
    const seats = (await rows.ofOrganization(organizationId)).length
    await this.#send({
      to: person.email,
      name: '',
      subject: `${organization} invites you to the program`,
      key: `seat-invited-${jobId}`,
      reason: {
        form: 'seat-invitation',
        sender: { name: organizationId, most: mailsPerSeat * seats, within: 'day' },
      },
      preheader: 'Your seat is paid for. Claim it on the page behind the button.',
      heading: 'A seat in the program is yours',
      paragraphs: [
        `${organization} has bought a seat in the program for you. Sign in, or create an account, with this address, and claim the seat on the page below. Opening the page changes nothing yet.`,
      ],
      rows: [
        ...(cohort === null ? [] : [{ label: 'Your cohort starts', value: dayInWords(cohort.startsOn) }]),
        { label: 'The link works until', value: dayInWords(person.linkUntil.toISOString().slice(0, 10)) },
      ],
      button: { label: 'See your seat', url: links.urlOf(id, round, person.linkUntil) },
    })
  }

  /** Notifies the participants of closed seats, or the managers about returned seats that have lost their place. */
  async #notifyOfRefund({
    id,
    data: { orderId, refundId, closed },
  }: JobOf<typeof settledMail>): Promise<void> {
    const { rows } = this.#parts
    if (closed)
      return this.#notifyEach(await rows.closedBy(orderId, refundId), (organization) => ({
        key: `seat-closed-${id}`,
        heading: 'Your seat has ended',
        paragraphs: [
          `The seat that ${organization} had bought for you was refunded, so it has ended. If this is not what you expected, please ask your organization.`,
        ],
      }))
    const without = (await rows.withoutDate([orderId])).filter(({ cohort }) => cohort !== null)
    await this.notifyManagers(
      `seats-kept-${id}`,
      without,
      'A refund did not go through, so its seats stay yours. There was no place left for these in their cohort.',
    )
  }

  /** Notifies the participants of these seats that they no longer have a place. */
  async notifyParticipants(
    key: string,
    seats: readonly SeatRow[],
    { heading, why }: { heading: string; why: string },
  ): Promise<void> {
    await this.#notifyEach(seats, (organization) => ({
      ...{ key, heading },
      paragraphs: [
        why,
        `${organization} decides on another date for you. We write to you once there is one.`,
      ],
    }))
  }

  /** Mails the current or former participant of each seat. */
  async #notifyEach(
    seats: readonly SeatRow[],
    contentFor: (organization: string) => { key: string; heading: string; paragraphs: string[] },
  ): Promise<void> {
    for (const seat of seats) {
      const person = seat.participantId === null ? null : await this.#parts.customers.get(seat.participantId)
      if (person === null) continue
      const organization = await this.#nameOf(seat)
      const { key, heading, paragraphs } = contentFor(organization)
      await this.#send({
        ...{ to: person.email, name: person.firstName, subject: heading, preheader: organization },
        ...{ key: `${key}-${seat.id}`, heading, paragraphs },
      })
    }
  }

  /** Notifies every manager of the organization about seats of an order without a date. */
  async notifyManagers(key: string, seats: readonly SeatRow[], why: string): Promise<void> {
    const { customers, organizations, config } = this.#parts
    const [first] = seats
    if (first === undefined) return
    const people = await customers.getMany(await organizations.managersOf(first.organizationId))
    const subject = seats.length === 1 ? 'A seat needs a date' : `${seats.length} seats need a date`
    for (const person of people.values())
      await this.#send({
        to: person.email,
        name: person.firstName,
        subject,
        key: `${key}-${person.id}`,
        preheader: await this.#nameOf(first),
        heading: subject,
        paragraphs: [
          why,
          'On the page of your organization you choose another date for each of them. If you want the money back instead, please answer this mail.',
        ],
        button: { label: 'Choose dates', url: `${config.publicUrl}/organization` },
      })
  }

  async #nameOf({ organizationId }: SeatRow): Promise<string> {
    return organizationInMail(
      (await this.#parts.organizations.get(organizationId))?.name ?? '',
      this.#parts.config.brandName,
    )
  }

  async #send({
    to,
    name,
    subject,
    key,
    reason = 'confirmed',
    paragraphs,
    ...content
  }: SeatMailContent): Promise<void> {
    const { mailer, config, settings } = this.#parts
    await mailer.send({
      to,
      subject,
      key,
      reason,
      ...mailLayout({
        ...content,
        paragraphs: [greeting(name), ...paragraphs],
        brand: config.brandName,
        footer: await contactLines(settings, config),
      }),
    })
  }
}
