import { z } from 'zod'
import { defineMail } from '#platform/mail/mail-kind.ts'
import { type Mail, toAccount } from '#platform/mail/mailer.ts'
import type { ProgramOfOrder } from '../index.ts'
import { dayInWords } from './domain/cohort-plan.ts'
import { cohortRows } from './domain/cohort-words.ts'
import type { ProgramMailParts } from './mail-parts.ts'
import { toManagers, toParticipants } from './seats/seat-mails.ts'
import { programTables } from './tables.ts'

type LostKind = 'unplaced' | 'cancelled' | 'opened'

const CohortMailData = z.object({
  /** `unplaced`: paid when no place was left. `opened`: there is a new date for a paid order without a place. */
  kind: z.enum(['unplaced', 'cancelled', 'moved', 'opened']),
  orderId: z.uuid(),
  /** Null for a mail that does not depend on the cohort. */
  cohortId: z.uuid().nullable(),
  /** Of `unplaced`: when the payment found no place left (ISO 8601). A cancelled cohort has mails of its own. */
  since: z.iso.datetime().optional(),
})
type CohortMailData = Omit<z.output<typeof CohortMailData>, 'kind'>

/** The mails to participants about their cohort. Enqueued in the transaction that changes it. */
export const cohortMail = defineMail({
  queue: 'program.mail',
  data: CohortMailData,
  async compose({ id, data: { kind, ...data } }, parts: ProgramMailParts) {
    const known = await knownAs(data.orderId, parts)
    if (kind !== 'moved' && (known.isSeat || known.hasSeats)) return toOrganization(kind, id, data, parts)
    return known.isEnrolled ? toBuyer(kind, id, data, parts) : null
  },
})

/** What the program knows under the id of an order or a seat: most orders that are paid have no place that they could have lost. */
const knownAs = (id: string, { database }: ProgramMailParts) =>
  programTables(database.sql)
    .selectNoFrom(({ exists, selectFrom }) => [
      exists(selectFrom('program_enrollment').select('orderId').where('orderId', '=', id)).as('isEnrolled'),
      exists(selectFrom('program_seat').select('id').where('id', '=', id)).as('isSeat'),
      exists(selectFrom('program_seat').select('id').where('orderId', '=', id)).as('hasSeats'),
    ])
    .executeTakeFirstOrThrow()

/** Staff moved a participant to this cohort. */
export const changedMail = defineMail({
  queue: 'program.changed-mail',
  data: z.object({ orderId: z.uuid(), cohortId: z.uuid() }),
  compose: ({ id, data }, parts: ProgramMailParts) => toBuyer('changed', id, data, parts),
})

async function toBuyer(
  kind: LostKind | 'moved' | 'changed',
  id: string,
  { orderId, cohortId, since }: CohortMailData,
  parts: ProgramMailParts,
): Promise<Mail | null> {
  const { database, customers, config, programs } = parts
  const enrollment = await programTables(database.sql)
    .selectFrom('program_enrollment as e')
    .innerJoin('program_cohort as c', 'c.id', 'e.cohortId')
    .select(['e.buyerId', 'e.cohortId', 'e.unplacedAt', 'c.startsOn', 'c.status'])
    .where('e.orderId', '=', orderId)
    .executeTakeFirst()
  if (enrollment === undefined) return null
  const { startsOn, status, unplacedAt } = enrollment
  const keepsPlace = kind === 'moved' || kind === 'changed'
  const program = keepsPlace ? await programs.ofOrder(orderId) : null
  // A mail about one cohort is not sent to a buyer who has changed to another.
  const isAboutOther = (keepsPlace || kind === 'cancelled') && enrollment.cohortId !== cohortId
  // Outdated if the order has got or lost its place meanwhile.
  const outdated = keepsPlace
    ? program === null
    : unplacedAt === null || (await cancelledSince([orderId], since, parts)).has(orderId)
  const buyer = isAboutOther || outdated ? null : await customers.get(enrollment.buyerId)
  if (buyer === null) return null
  const start = dayInWords(startsOn)
  const content = keepsPlace ? program && placeText(kind, program) : await choice(kind, start, status, parts)
  if (content === null) return null
  return {
    ...toAccount(buyer),
    key: `program-${kind}-${id}`,
    ...content,
    button: {
      label: keepsPlace ? 'Open your program' : 'Make your choice',
      url: `${config.publicUrl}/${keepsPlace ? 'program?order=' : 'certification/enrollment/'}${orderId}`,
    },
  }
}

/**
 * Mails about seats without a place, for which their organization decides. The managers get one mail for all seats of an
 * order, sent by the job of the lowest seat number; participants who claimed a seat are notified of the loss.
 */
async function toOrganization(
  kind: LostKind,
  id: string,
  { orderId, cohortId, since }: CohortMailData,
  parts: ProgramMailParts,
): Promise<Mail[]> {
  const { seats } = parts
  const [seat] = await seats.ofIds([orderId])
  const seatOrderId = seat?.orderId ?? orderId
  const unplaced = (await seats.withoutDate([seatOrderId])).filter(
    ({ cohort }) => cohort !== null && (cohortId === null || cohort.id === cohortId),
  )
  const ids = unplaced.map(({ id: seatId }) => seatId)
  const later = await cancelledSince(ids, since, parts)
  const without = unplaced.filter(({ id: seatId }) => !later.has(seatId))
  const mails: Mail[] = []
  if (kind !== 'opened') {
    const { subject, why } = reasonForParticipant[kind]
    const theirs = without.filter(({ id: seatId }) => seat === undefined || seatId === orderId)
    const next = 'will choose another date for you. We will email you once it is set.'
    const contentFor = (name: string) => ({ subject, paragraphs: [why, `${name} ${next}`] })
    mails.push(...(await toParticipants(`program-${kind}-${id}`, theirs, contentFor, parts)))
  }
  if (seat === undefined || without[0]?.id === orderId)
    mails.push(...(await toManagers(`program-${kind}-${id}`, without, reasonForManagers[kind], parts)))
  return mails
}

/** The orders and seats that lost their places because the cohort was cancelled later: the cancellation has mails of its own. */
async function cancelledSince(
  ids: readonly string[],
  since: string | undefined,
  { database }: ProgramMailParts,
): Promise<Set<string>> {
  if (since === undefined || ids.length === 0) return new Set()
  const rows = await programTables(database.sql)
    .selectFrom('program_enrollment as e')
    .innerJoin('program_cohort as c', 'c.id', 'e.cohortId')
    .select('e.orderId')
    .where('e.orderId', 'in', ids)
    .where('c.status', '=', 'cancelled')
    .where('e.unplacedAt', '>', new Date(since))
    .execute()
  return new Set(rows.map(({ orderId }) => orderId))
}

/** Offers another date or a refund; the button of the mail opens the page for both. Null if no open date has a place left. */
async function choice(
  kind: LostKind,
  start: string,
  status: 'open' | 'cancelled',
  { cohorts }: ProgramMailParts,
) {
  const left = (await cohorts.upcoming()).filter(({ placesLeft }) => placesLeft > 0)
  const next = left.map(({ startsOn }) => dayInWords(startsOn))
  if (kind === 'opened') return next.length === 0 ? null : newDate(next)
  const cancelled = status === 'cancelled'
  const why = cancelled
    ? `The cohort that starts on ${start} is cancelled. We are sorry.`
    : `Your payment has arrived. By then the last place in the cohort that starts on ${start} was gone, because the time for which yours was held had run out.`
  return {
    subject: cancelled ? 'Your cohort is cancelled' : 'Your place: please choose',
    preheader: 'Another date, or a full refund.',
    heading: cancelled ? 'Your cohort is cancelled' : 'Please choose another date, or a refund',
    paragraphs: [
      why,
      next.length > 0
        ? 'The choice is yours: a place in another cohort, or a full refund. Nothing happens until you decide.'
        : 'No other date is open yet. You can have a full refund, or wait for the next date: we will email you as soon as it is set.',
    ],
    rows: startRows(next),
  }
}

const startRows = (starts: string[]) => starts.map((value) => ({ label: 'Cohort starts', value }))

const newDate = (starts: string[]) => ({
  subject: 'There is a new date for you',
  preheader: 'Choose it, or a full refund.',
  paragraphs: [
    'Your enrollment is paid, but you have no place in a cohort yet. A new date is now open. The choice is yours: a place in that cohort, or a full refund.',
  ],
  rows: startRows(starts),
})

const placeText = (kind: 'moved' | 'changed', { plan, calendar }: ProgramOfOrder) => ({
  subject: kind === 'moved' ? 'Your cohort has new dates' : 'Your place is in another cohort now',
  preheader: `It starts on ${dayInWords(plan.startsOn)}.`,
  paragraphs: [
    kind === 'moved'
      ? 'The dates of your cohort have changed, and you keep your place. The new dates are below and in the attached calendar file. If they do not suit you, please reply to this email.'
      : 'We have moved your place to the cohort below; the attached calendar file has its dates. The work you handed in is kept. Please book your private coaching sessions again. If you did not expect this, please reply to this email.',
  ],
  rows: cohortRows(plan),
  attachments: [calendar],
})

const reasonForManagers = {
  unplaced:
    'The payment for your seats has arrived. By then the last places in their cohort were gone, because the time for which they were held had run out.',
  cancelled: 'The cohort of these seats is cancelled. We are sorry.',
  opened: 'Your seats are paid for, but they have no place in a cohort yet. A new date is now open.',
}

const reasonForParticipant = {
  unplaced: {
    subject: 'Your seat has no place in a cohort',
    why: 'The payment for your seat has arrived. By then the last places in its cohort were gone.',
  },
  cancelled: {
    subject: 'Your cohort is cancelled',
    why: 'The cohort of your seat is cancelled. We are sorry.',
  },
}
