import { z } from 'zod'
import { organizationInMail } from '#platform/mail/greeting.ts'
import { defineMail } from '#platform/mail/mail-kind.ts'
import { type Mail, toAccount } from '#platform/mail/mailer.ts'
import { dayInWords } from '../domain/cohort-plan.ts'
import { cohortRows } from '../domain/cohort-words.ts'
import type { OrganizationReaders, ProgramMailParts } from '../mail-parts.ts'
import type { SeatRow } from './seat-rows.ts'

/** Most invitations by one organization within a day, for each of its seats. */
const mailsPerSeat = 3

/** The mails to people about a seat. */
export const seatMail = defineMail({
  queue: 'program.seat-mail',
  data: z.object({
    kind: z.enum(['invited', 'revoked']),
    seatId: z.uuid(),
    /** The former participant of a revoked seat. */
    userId: z.string().nullable(),
  }),
  async compose({ id, data: { kind, seatId, userId } }, parts: ProgramMailParts) {
    const seat = await parts.seats.find(seatId)
    if (seat === null) return null
    const organization = await nameOf(seat, parts)
    if (kind === 'invited') return invitation(id, seat, organization, parts)
    const person = userId === null ? null : await parts.customers.get(userId)
    if (person === null) return null
    return {
      ...toAccount(person),
      subject: 'Your seat was taken back',
      key: `seat-revoked-${id}`,
      preheader: organization,
      paragraphs: [
        `${organization} has taken back your seat in the program. If you did not expect this, please ask your organization.`,
      ],
    }
  },
})

/** Null if the invitation was revoked, or the seat is claimed. */
async function invitation(
  jobId: string,
  { id, organizationId, round, person, cohort }: SeatRow,
  organization: string,
  { seats, seatLinks, clock }: ProgramMailParts,
): Promise<Mail | null> {
  if (person === null || person.linkUntil <= clock.now()) return null
  const count = (await seats.ofOrganization(organizationId)).length
  return {
    to: person.email,
    subject: `${organization} invites you to the program`,
    key: `seat-invited-${jobId}`,
    reason: {
      form: 'seat-invitation',
      sender: { name: organizationId, most: mailsPerSeat * count, within: 'day' },
    },
    preheader: 'Your seat is paid for. Claim it with the button below.',
    heading: 'A seat in the program is yours',
    paragraphs: [
      `${organization} has bought a seat in the program for you. Sign in or create an account with this address, and claim your seat on the page below. Just opening the page changes nothing.`,
    ],
    rows: [
      ...(cohort === null ? [] : cohortRows(cohort)),
      { label: 'The link works until', value: dayInWords(person.linkUntil.toISOString().slice(0, 10)) },
    ],
    button: { label: 'See your seat', url: seatLinks.urlOf(id, round, person.linkUntil) },
  }
}

/** A refund has closed seats, or has failed and returned them: to the participants, or to the managers about seats that have lost their place. */
export const settledMail = defineMail({
  queue: 'program.seats-settled',
  data: z.object({ orderId: z.uuid(), refundId: z.string(), closed: z.boolean() }),
  async compose({ id, data: { orderId, refundId, closed } }, parts: ProgramMailParts) {
    const { seats } = parts
    if (closed)
      return toParticipants(
        `seat-closed-${id}`,
        await seats.closedBy(orderId, refundId),
        (organization) => ({
          subject: 'Your seat has ended',
          paragraphs: [
            `The seat that ${organization} had bought for you was refunded, so it has ended. If you did not expect this, please ask your organization.`,
          ],
        }),
        parts,
      )
    const without = (await seats.withoutDate([orderId])).filter(({ cohort }) => cohort !== null)
    return toManagers(
      `seats-kept-${id}`,
      without,
      'A refund did not go through, so its seats are still yours. There were no places left for them in their cohort.',
      parts,
    )
  },
})

/** A mail to the current or former participant of each seat. */
export async function toParticipants(
  key: string,
  seats: readonly SeatRow[],
  contentFor: (organization: string) => Pick<Mail, 'subject' | 'paragraphs'>,
  parts: OrganizationReaders,
): Promise<Mail[]> {
  const mails: Mail[] = []
  for (const seat of seats) {
    const person = seat.participantId === null ? null : await parts.customers.get(seat.participantId)
    if (person === null) continue
    const organization = await nameOf(seat, parts)
    mails.push({
      ...toAccount(person),
      key: `${key}-${seat.id}`,
      preheader: organization,
      ...contentFor(organization),
    })
  }
  return mails
}

/** A mail to every manager of the organization about seats of an order without a date. */
export async function toManagers(
  key: string,
  seats: readonly SeatRow[],
  why: string,
  parts: OrganizationReaders,
): Promise<Mail[]> {
  const { customers, organizations, config } = parts
  const [first] = seats
  if (first === undefined) return []
  const people = await customers.getMany(await organizations.managersOf(first.organizationId))
  const organization = await nameOf(first, parts)
  return [...people.values()].map((person) => ({
    ...toAccount(person),
    subject: seats.length === 1 ? 'A seat needs a date' : `${seats.length} seats need a date`,
    key: `${key}-${person.id}`,
    preheader: organization,
    paragraphs: [
      why,
      'Choose a date for each of them on your organization’s page. If you would rather have a refund, please reply to this email.',
    ],
    button: { label: 'Choose dates', url: `${config.publicUrl}/organization` },
  }))
}

async function nameOf(
  { organizationId }: SeatRow,
  { organizations, config }: OrganizationReaders,
): Promise<string> {
  return organizationInMail((await organizations.get(organizationId))?.name ?? '', config.brandName)
}
