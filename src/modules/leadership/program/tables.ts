import { defineEntity, type InferKyselyDB, p } from '@mikro-orm/postgresql'
import { kyselyOn, unconnected } from '#platform/database/kysely-on.ts'
import type { Sql } from '#platform/database/sql.ts'
import type { CohortPlan } from '../domain/cohort-plan.ts'
import type { HandedIn } from '../domain/cohort-record.ts'
import type { CohortLinks } from '../domain/program-links.ts'
import type { SeatState } from '../domain/seat.ts'
import type { PlaceClaim } from '../index.ts'

/** Waits, has an offer, took it, let it pass, went away, or waited for a cohort that was cancelled. */
export type WaitStanding = 'waiting' | 'offered' | 'taken' | 'expired' | 'left' | 'cancelled'

const Cohort = defineEntity({
  name: 'Cohort',
  tableName: 'program_cohort',
  properties: {
    id: p.uuid().primary(),
    status: p.text().$type<'open' | 'cancelled'>(),
    startsOn: p.date(),
    timeZone: p.text(),
    capacity: p.integer(),
    schedule: p.json<Pick<CohortPlan, 'labs' | 'coachingWeeks'>>(),
    openedAt: p.datetime(),
    links: p.json<CohortLinks>().default('{}'),
    /** Counts what calendars have to be told: new dates, new links, the end. */
    revision: p.integer().default(0),
  },
})

/** A row for every place there is. Free without an order; held until a moment, or while a payment is under way; taken. */
const Place = defineEntity({
  name: 'Place',
  tableName: 'program_place',
  properties: {
    cohortId: p.uuid().primary(),
    placeNo: p.integer().primary(),
    orderId: p.uuid().nullable(),
    heldUntil: p.datetime().nullable(),
    takenAt: p.datetime().nullable(),
    /** Whom the free place is kept for. */
    waitId: p.uuid().nullable(),
  },
})

/** Who waits for a place of a full cohort. Events name the id only; what is personal is here. */
const Wait = defineEntity({
  name: 'Wait',
  tableName: 'program_wait',
  properties: {
    id: p.uuid().primary(),
    /** Who joined first has the lowest. */
    number: p.bigint('number').autoincrement(),
    cohortId: p.uuid(),
    /** Null, with mailbox and name, once the wait is over, or the list is old. */
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
    /** The version of the order at which the claim was heard of; 0 for that of the choice. */
    orderVersion: p.integer().default(0),
    chosenAt: p.datetime(),
    /** Since when the order is paid and has no place. */
    unplacedAt: p.datetime().nullable(),
    refundAskedAt: p.datetime().nullable(),
  },
})

/** What a participant has settled for the own program. No row: nothing yet. */
const Participation = defineEntity({
  name: 'Participation',
  tableName: 'program_participation',
  properties: {
    orderId: p.uuid().primary(),
    /** The address of the calendar holds for one round. */
    calendarRound: p.integer().default(0),
    /** The people of the cohort may read the first name. */
    showsName: p.boolean().default(false),
    /** A participant changes the cohort once. */
    cohortChangedAt: p.datetime().nullable(),
  },
})

/** Who was at the labs of a week. */
const Attendance = defineEntity({
  name: 'Attendance',
  tableName: 'program_attendance',
  properties: { orderId: p.uuid().primary(), cohortId: p.uuid().primary(), week: p.integer().primary() },
})

/** What was handed in last, by week, 13 for the final account. */
const Assignment = defineEntity({
  name: 'Assignment',
  tableName: 'program_assignment',
  properties: {
    orderId: p.uuid().primary(),
    number: p.integer().primary(),
    /** In whose events it was handed in. */
    cohortId: p.uuid(),
    submissionId: p.uuid().unique(),
    state: p.text().$type<HandedIn['state']>(),
    handedInAt: p.datetime(),
    answeredAt: p.datetime().nullable(),
    /** These three are in no event, and go when the person is erased. */
    text: p.text().nullable(),
    link: p.text().nullable(),
    words: p.text().nullable(),
  },
})

/** When a private session takes place. */
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

/** Who gets it, and whether the mail server has it: the ledger that keeps a repeat from sending twice. */
const MessageRecipient = defineEntity({
  name: 'ProgramMessageRecipient',
  tableName: 'program_message_recipient',
  properties: {
    messageId: p.uuid().primary(),
    orderId: p.uuid().primary(),
    deliveredAt: p.datetime().nullable(),
    /** Found without a place in the cohort, or without an account, when the mail was due: nothing is sent any more. */
    droppedAt: p.datetime().nullable(),
  },
})

/** Whoever paid without a date was told of the first one. */
const FirstDateTold = defineEntity({
  name: 'FirstDateTold',
  tableName: 'program_first_date_told',
  properties: { orderId: p.uuid().primary(), toldAt: p.datetime() },
})

/** What an organization has bought for somebody. Its id stands where `orderId` does in the tables above. */
const SeatRow = defineEntity({
  name: 'ProgramSeat',
  tableName: 'program_seat',
  properties: {
    id: p.uuid().primary(),
    orderId: p.uuid(),
    organizationId: p.uuid(),
    /** Of the order. */
    line: p.integer(),
    /** Of all seats of the order, from 1. */
    number: p.integer(),
    state: p.text().$type<SeatState>(),
    round: p.integer().default(0),
    participantId: p.text().nullable(),
    refundId: p.text().nullable(),
    /** How the order stands to its places. */
    claim: p.text().$type<PlaceClaim>(),
    orderVersion: p.integer().default(0),
    holdUntil: p.datetime(),
    openedAt: p.datetime(),
    claimedAt: p.datetime().nullable(),
    endedAt: p.datetime().nullable(),
  },
})

/** Whom a seat is offered to, until it is claimed. The events have a digest with the salt only. */
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

/** An invitation that went out within the last day. */
const SeatMail = defineEntity({
  name: 'ProgramSeatMail',
  tableName: 'program_seat_mail',
  properties: {
    jobId: p.text().primary(),
    mailbox: p.blob(),
    organizationId: p.uuid(),
    grantedAt: p.datetime(),
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
  SeatMail,
]

type Entity =
  | typeof Cohort
  | typeof Place
  | typeof ProgramEnrollment
  | typeof Participation
  | typeof Attendance
  | typeof Assignment
  | typeof Coaching
  | typeof Wait
  | typeof Message
  | typeof MessageRecipient
  | typeof FirstDateTold
  | typeof SeatRow
  | typeof SeatPerson
  | typeof SeatMail

/** Statements by column names; without `sql` they are built here and commit with events. */
export const programTables = (sql: Sql = unconnected) => kyselyOn<InferKyselyDB<Entity>>(sql)
