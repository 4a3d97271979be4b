import { defineEntity, type InferKyselyDB, p } from '@mikro-orm/postgresql'
import { propertiesOn, unconnected } from '#platform/database/kysely-on.ts'
import type { Sql } from '#platform/database/sql.ts'
import type { PlaceClaim } from '../index.ts'
import type { CohortPlan } from './domain/cohort-plan.ts'
import type { HandedIn } from './domain/cohort-record.ts'
import type { CohortLinks } from './domain/program-links.ts'
import type { ProgramWeeks } from './domain/program-weeks.ts'
import type { SeatState } from './domain/seat.ts'

/** `waiting`; `offered` a place; `taken` it; `expired` offer; `left` the list; `cancelled` cohort. */
export type WaitStanding = 'waiting' | 'offered' | 'taken' | 'expired' | 'left' | 'cancelled'

const Cohort = defineEntity({
  name: 'Cohort',
  tableName: 'program_cohort',
  properties: {
    id: p.uuid().primary(),
    status: p.text().$type<'open' | 'cancelled'>(),
    /** The organization of a private cohort; null for a public one. */
    organizationId: p.uuid().nullable(),
    startsOn: p.date(),
    timeZone: p.text(),
    /** The end of the first day in the time zone, for the database functions. */
    firstDayEnds: p.datetime(),
    capacity: p.integer(),
    schedule: p.json<Pick<CohortPlan, 'labs' | 'coachingWeeks'>>(),
    openedAt: p.datetime(),
    links: p.json<CohortLinks>().default('{}'),
    weeks: p.json<ProgramWeeks>().default('{}'),
    /** The coach's name, which is in no event; '' for none. */
    coach: p.text().default(''),
    /** Counts the changes that matter for calendars: dates, links, weeks, cancellation. */
    revision: p.integer().default(0),
  },
})

/** A row for every place: free without an order, held until `heldUntil` or while a payment is under way, or taken. */
const Place = defineEntity({
  name: 'Place',
  tableName: 'program_place',
  properties: {
    cohortId: p.uuid().primary(),
    placeNo: p.integer().primary(),
    orderId: p.uuid().nullable(),
    heldUntil: p.datetime().nullable(),
    takenAt: p.datetime().nullable(),
    /** The entry of the wait list for which the free place is reserved. */
    waitId: p.uuid().nullable(),
    /** The peer group; it stays with a place that becomes free. */
    groupNo: p.integer().nullable(),
  },
})

/** Entries of wait lists. The events have only the id; the personal data is here. */
const Wait = defineEntity({
  name: 'Wait',
  tableName: 'program_wait',
  properties: {
    id: p.uuid().primary(),
    /** Ascending in the order of joining. */
    number: p.bigint('number').autoincrement(),
    cohortId: p.uuid(),
    /** Null, with mailbox and name, after the wait has ended, or if the list is old. */
    email: p.text().nullable(),
    mailbox: p.text().nullable(),
    name: p.text().nullable(),
    consent: p.text(),
    standing: p.text().$type<WaitStanding>(),
    joinedAt: p.datetime(),
    offeredUntil: p.datetime().nullable(),
    toldAt: p.datetime().nullable(),
  },
})

/** The cohort that an order chose. */
const ProgramEnrollment = defineEntity({
  name: 'ProgramEnrollment',
  tableName: 'program_enrollment',
  properties: {
    orderId: p.uuid().primary(),
    buyerId: p.text(),
    cohortId: p.uuid(),
    claim: p.text().$type<PlaceClaim>(),
    /** The order's version that set the claim; 0 for the claim at the choice. */
    orderVersion: p.integer().default(0),
    chosenAt: p.datetime(),
    /** Since when the order is paid and without a place. */
    unplacedAt: p.datetime().nullable(),
    refundAskedAt: p.datetime().nullable(),
  },
})

/** A participant's settings. No row: the defaults. */
const Participation = defineEntity({
  name: 'Participation',
  tableName: 'program_participation',
  properties: {
    orderId: p.uuid().primary(),
    /** The calendar's address is valid for one round. */
    calendarRound: p.integer().default(0),
    /** Whether the people of the cohort may see the first name. */
    showsName: p.boolean().default(false),
    /** The version of the text by which the organization sees the progress; '' declined, null never asked. */
    reportConsent: p.text().nullable().default(null),
    /** When the participant changed the cohort, which is possible once. */
    cohortChangedAt: p.datetime().nullable(),
  },
})

/** Attendance of a lab of a week. */
const Attendance = defineEntity({
  name: 'Attendance',
  tableName: 'program_attendance',
  properties: {
    orderId: p.uuid().primary(),
    cohortId: p.uuid().primary(),
    week: p.integer().primary(),
    lab: p.integer().primary(),
    heldOn: p.date().nullable(),
    minutes: p.integer(),
  },
})

/** The latest submission of each assignment: number 1 to 12 for the week, 13 for the final account. */
const Assignment = defineEntity({
  name: 'Assignment',
  tableName: 'program_assignment',
  properties: {
    orderId: p.uuid().primary(),
    number: p.integer().primary(),
    /** The cohort whose events have the submission. */
    cohortId: p.uuid(),
    submissionId: p.uuid().unique(),
    state: p.text().$type<HandedIn['state']>(),
    handedInAt: p.datetime(),
    answeredAt: p.datetime().nullable(),
    /** Text, link and words are not in events; they are deleted when the person is erased. */
    text: p.text().nullable(),
    link: p.text().nullable(),
    words: p.text().nullable(),
  },
})

/** Booked private sessions. */
const Coaching = defineEntity({
  name: 'Coaching',
  tableName: 'program_coaching',
  properties: {
    orderId: p.uuid().primary(),
    session: p.integer().primary(),
    cohortId: p.uuid(),
    at: p.datetime(),
    bookedAt: p.datetime(),
  },
})

/** A mail that staff wrote to participants of a cohort. */
const Message = defineEntity({
  name: 'ProgramMessage',
  tableName: 'program_message',
  properties: {
    id: p.uuid().primary(),
    cohortId: p.uuid(),
    subject: p.text(),
    text: p.text(),
    /** The name of a staff account. */
    sentBy: p.text(),
    sentAt: p.datetime(),
  },
})

/** A recipient of a message, with the delivery to the mail server, so that a repeated job does not send twice. */
const MessageRecipient = defineEntity({
  name: 'ProgramMessageRecipient',
  tableName: 'program_message_recipient',
  properties: {
    messageId: p.uuid().primary(),
    orderId: p.uuid().primary(),
    deliveredAt: p.datetime().nullable(),
    /** When the mail was dropped, because the recipient had no place in the cohort or no account. */
    droppedAt: p.datetime().nullable(),
  },
})

/** Orders that got the mail about the first open date (`told_at`: when). */
const FirstDateTold = defineEntity({
  name: 'FirstDateTold',
  tableName: 'program_first_date_told',
  properties: { orderId: p.uuid().primary(), toldAt: p.datetime() },
})

/** A seat that an organization has bought for a person. The tables above have its id in `orderId`. */
const SeatRow = defineEntity({
  name: 'ProgramSeat',
  tableName: 'program_seat',
  properties: {
    id: p.uuid().primary(),
    orderId: p.uuid(),
    organizationId: p.uuid(),
    /** The line of the order. */
    line: p.integer(),
    /** The number among all seats of the order, from 1. */
    number: p.integer(),
    state: p.text().$type<SeatState>(),
    round: p.integer().default(0),
    participantId: p.text().nullable(),
    refundId: p.text().nullable(),
    /** The order's claim to its places. */
    claim: p.text().$type<PlaceClaim>(),
    orderVersion: p.integer().default(0),
    holdUntil: p.datetime(),
    openedAt: p.datetime(),
    claimedAt: p.datetime().nullable(),
    endedAt: p.datetime().nullable(),
  },
})

/** The person invited to a seat, until it is claimed. The events have only a salted digest of the address. */
const SeatPerson = defineEntity({
  name: 'ProgramSeatPerson',
  tableName: 'program_seat_person',
  properties: {
    seatId: p.uuid().primary(),
    email: p.text(),
    salt: p.text(),
    invitedAt: p.datetime(),
    linkUntil: p.datetime(),
    orderId: p.uuid().nullable(),
  },
})

/** What failed for the places and seats of an order when its events were stored; a job repeats it. */
const Unfinished = defineEntity({
  name: 'ProgramUnfinished',
  tableName: 'program_unfinished',
  properties: {
    orderId: p.uuid().primary(),
    /** Empty for a change of the order's claim. */
    refundId: p.text().primary(),
    claim: p.text().$type<PlaceClaim>().nullable(),
    orderVersion: p.integer().nullable(),
    holdUntil: p.datetime().nullable(),
    closed: p.boolean().nullable(),
    error: p.text(),
    failedAt: p.datetime(),
  },
})

export const programEntities = [
  Cohort,
  Place,
  ProgramEnrollment,
  Participation,
  Attendance,
  Assignment,
  Coaching,
  Wait,
  Message,
  MessageRecipient,
  FirstDateTold,
  SeatRow,
  SeatPerson,
  Unfinished,
] as const

/** Kysely by property. Without `sql` it only builds statements, which commit with events. */
export const programTables = (sql: Sql = unconnected) =>
  propertiesOn<InferKyselyDB<(typeof programEntities)[number], { columnNamingStrategy: 'property' }>>(sql)
