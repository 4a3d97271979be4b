import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { PostgresAuditLog } from '#platform/audit/postgres-audit-log.ts'
import type { StaffActor } from '#platform/http/call.ts'
import type { JobRequest } from '#platform/jobs/job-definition.ts'
import type { Jobs } from '#platform/jobs/jobs.ts'
import type { Person } from '#platform/privacy/personal-data.ts'
import { CohortChanges } from '../../../src/modules/leadership/cohorts/cohort-changes.ts'
import { CohortMessages } from '../../../src/modules/leadership/cohorts/cohort-messages.ts'
import { recordWritesOf } from '../../../src/modules/leadership/cohorts/cohort-record-writes.ts'
import { type CohortEvent, fold } from '../../../src/modules/leadership/cohorts/domain/cohort.ts'
import { changeLinks, fillGroups } from '../../../src/modules/leadership/cohorts/domain/cohort-decisions.ts'
import type { RecordEvent } from '../../../src/modules/leadership/cohorts/domain/cohort-record.ts'
import { OpenCohorts } from '../../../src/modules/leadership/cohorts/open-cohorts.ts'
import { ParticipantRecords } from '../../../src/modules/leadership/cohorts/participant-records.ts'
import { Participants } from '../../../src/modules/leadership/cohorts/participants.ts'
import { RecordLists } from '../../../src/modules/leadership/cohorts/record-lists.ts'
import { ProgramPersonalData } from '../../../src/modules/leadership/cohorts/record-personal-data.ts'
import { SeatRows } from '../../../src/modules/leadership/cohorts/seats/seat-rows.ts'
import { programTablesOfLog } from '../../../src/modules/leadership/index.ts'
import { openProgram, plan, published, staff, syllabus, type TestProgram } from './program-log.ts'

const owed: JobRequest[] = []
const keptJobs = {
  enqueue: async (_: unknown, ...jobs: JobRequest[]) => void owed.push(...jobs),
} as unknown as Jobs
let program: TestProgram
let records: ParticipantRecords
let participants: Participants
let lists: RecordLists
let changes: CohortChanges
beforeAll(async () => {
  program = await openProgram()
  records = new ParticipantRecords(program.cohorts, program.database, program.clock)
  participants = new Participants(program.database, syllabus)
  lists = new RecordLists(program.database)
  changes = new CohortChanges({
    ...{ database: program.database, places: program.places, participants, clock: program.clock },
    open: new OpenCohorts(program.database, program.clock, program.links),
    seats: new SeatRows(program.database),
    audit: new PostgresAuditLog(program.database, program.clock),
    jobs: keptJobs,
  })
})
afterAll(() => program?.close())

const longAgo = plan('2020-03-02')

/** Participants of a cohort that has begun. */
async function begun(count: number) {
  const cohortId = await program.opened(count)
  const orderIds = Array.from({ length: count }, () => randomUUID())
  for (const orderId of orderIds) {
    await program.place(orderId, cohortId)
    await program.follow(orderId, 'paid')
  }
  await program.cohorts.move(cohortId, longAgo, staff)
  const found = await Promise.all(orderIds.map((orderId) => participants.ofOrder(orderId)))
  return { cohortId, found: found.map((each) => each!) }
}

it('given twenty participants who hand in at the same moment, then each has a row with the text, and an event', async () => {
  const { cohortId, found } = await begun(20)
  await Promise.all(
    found.map((who) =>
      records.handIn(who, { assignment: 1, submissionId: randomUUID(), text: who.orderId, link: '' }, staff),
    ),
  )
  const rows = await program.database.sql.query<{ text: string }>(
    'select text from program_assignment where cohort_id = $1',
    [cohortId],
  )
  expect(rows.map(({ text }) => text).sort()).toEqual(found.map(({ orderId }) => orderId).sort())
  const events = (await program.log.read(`cohort-${cohortId}`)).filter(
    ({ type }) => type === 'AssignmentHandedIn',
  )
  expect(events).toHaveLength(20)
})

/** Hands in the assignment of the first week. @returns the id of the submission */
async function handsIn(orderId: string): Promise<string> {
  const submissionId = randomUUID()
  const who = (await participants.ofOrder(orderId))!
  await records.handIn(who, { assignment: 1, submissionId, text: 'Mine.', link: '' }, staff)
  return submissionId
}

it('given a change of cohort, then accepted work stays as it is and what was booked in the old one is gone', async () => {
  const { cohortId, found } = await begun(1)
  const { orderId } = found[0]!
  const submissionId = await handsIn(orderId)
  await records.answer(submissionId, 'accepted', 'Well done.', staff)
  await records.bookCoaching(cohortId, { orderId, session: 1, at: '2020-03-24T15:00:00.000Z' }, staff)
  await program.cohorts.move(cohortId, plan('2033-03-01'), staff)
  const next = await program.opened(1)
  await changes.byParticipant({ id: orderId, buyerId: `buyer-${orderId}` }, next)
  await program.cohorts.move(next, longAgo, staff)
  expect((await lists.of(next, [orderId])).get(orderId)?.coaching.size).toBe(0)
  await expect(handsIn(orderId)).rejects.toMatchObject({ code: 'ASSIGNMENT_ACCEPTED' })
  expect((await lists.of(next, [orderId])).get(orderId)?.assignments).toMatchObject([
    { submissionId, cohortId, state: 'accepted', text: 'Mine.', words: 'Well done.' },
  ])
  expect((await program.cohorts.load(next)).cohort.records).toEqual({})
})

it('given two coaches who accept with other words, then the second is told; the same words are a repeat', async () => {
  const { found } = await begun(1)
  const submissionId = await handsIn(found[0]!.orderId)
  const accept = (words: string) => records.answer(submissionId, 'accepted', words, staff)
  for (let call = 0; call < 2; call += 1) await accept('Well done.')
  await expect(accept('Name one date.')).rejects.toMatchObject({ code: 'ASSIGNMENT_ANSWERED' })
})

it('given a person who was erased while a coach wrote, then the words are refused and stored nowhere', async () => {
  const { found } = await begun(1)
  const submissionId = await handsIn(found[0]!.orderId)
  const erase = () =>
    program.database.sql.query('update program_assignment set text = null where submission_id = $1', [
      submissionId,
    ])
  const change = program.cohorts.change.bind(program.cohorts)
  vi.spyOn(program.cohorts, 'change').mockImplementationOnce(async (...given) => {
    await erase()
    return change(...given)
  })
  await records.answer(submissionId, 'returned', 'About Ada.', staff)
  const words = () =>
    program.database.sql.query('select words from program_assignment where submission_id = $1', [
      submissionId,
    ])
  expect(await words()).toEqual([{ words: null }])
  await expect(records.answer(submissionId, 'returned', 'About Ada.', staff)).rejects.toMatchObject({
    code: 'ASSIGNMENT_NOT_FOUND',
  })
})

it('given an order that is over, then its work waits for no coach', async () => {
  const { found } = await begun(2)
  const orderIds = found.map(({ orderId }) => orderId)
  for (const orderId of orderIds) await handsIn(orderId)
  await program.follow(orderIds[0]!, 'over', 2)
  const waiting = (await lists.waiting()).filter(({ orderId }) => orderIds.includes(orderId))
  expect(waiting).toMatchObject([{ orderId: orderIds[1], buyerId: `buyer-${orderIds[1]}` }])
})

it('given an order that is refunded while its cohort is changed, then the change is refused and nothing of it is kept', async () => {
  const [old, next] = [await program.opened(1), await program.opened(1)]
  const orderId = randomUUID()
  await program.place(orderId, old)
  await program.follow(orderId, 'paid')
  const transaction = program.database.rawTransaction.bind(program.database)
  vi.spyOn(program.database, 'rawTransaction').mockImplementationOnce(async (work) => {
    await program.follow(orderId, 'over', 2)
    return transaction(work)
  })
  await expect(
    changes.byParticipant({ id: orderId, buyerId: `buyer-${orderId}` }, next),
  ).rejects.toMatchObject({ code: 'NO_PLACE_TO_CHANGE' })
  expect((await participants.ofOrder(orderId))?.cohortChanged).toBe(false)
})

const kept = { endsRefundRequest: false }

/** Runs `before` after the call that comes next has read the place, and before it changes it. */
function meanwhile(before: () => Promise<unknown>): void {
  const transaction = program.database.rawTransaction.bind(program.database)
  vi.spyOn(program.database, 'rawTransaction').mockImplementationOnce(async (work) => {
    await before()
    return transaction(work)
  })
}

const audited = async (orderId: string) =>
  (
    await program.database.sql.query('select 1 from platform_audit where changes::text like $1', [
      `%${orderId}%`,
    ])
  ).length

it('given two changes of one participant at the same moment, then one counts, once in the audit and once by mail', async () => {
  const [a, b, c] = [await program.opened(4), await program.opened(4), await program.opened(4)]
  const orderIds = Array.from({ length: 3 }, () => randomUUID()) as [string, string, string]
  for (const orderId of orderIds) {
    await program.place(orderId, a)
    await program.follow(orderId, 'paid')
  }
  const [twice, buyerFirst, staffFirst] = orderIds
  const byStaff = (orderId: string, to: string) => () =>
    changes.byStaff({ ...kept, orderId, from: a, to, reason: 'r' }, staff.actor as StaffActor)
  const byBuyer = (id: string) => () => changes.byParticipant({ id, buyerId: `buyer-${id}` }, b)
  const cohortOf = async (orderId: string) => (await program.places.ofOrder(orderId))?.cohortId

  owed.length = 0
  meanwhile(byStaff(twice, b))
  await byStaff(twice, b)()
  expect([await audited(twice), owed.length]).toEqual([1, 1])

  const changed = { code: 'PARTICIPANTS_CHANGED' }
  meanwhile(byBuyer(buyerFirst))
  await expect(byStaff(buyerFirst, c)()).rejects.toMatchObject(changed)
  meanwhile(byStaff(staffFirst, c))
  await expect(byBuyer(staffFirst)()).rejects.toMatchObject(changed)
  expect([await cohortOf(buyerFirst), await cohortOf(staffFirst)]).toEqual([b, c])
})

it('given a place that is held and not paid, when staff moves it into its own cohort, then it is refused without an entry', async () => {
  const a = await program.opened(1)
  const orderId = randomUUID()
  await program.place(orderId, a)
  const move = { ...kept, orderId, from: a, to: a, reason: 'r' }
  // Another place is free, so that the cohort is not full.
  await program.cohorts.changeCapacity(a, 2, staff)
  await expect(changes.byStaff(move, staff.actor as StaffActor)).rejects.toMatchObject({
    code: 'NO_PLACE_TO_CHANGE',
  })
  expect(await audited(orderId)).toBe(0)
})

it('given a participant who asked for the money back, when staff moves the order, then it is refused unless the request is known to end', async () => {
  const [a, b] = [await program.opened(1), await program.opened(1)]
  const orderId = randomUUID()
  await program.place(orderId, a)
  await program.follow(orderId, 'paid')
  await program.cohorts.cancel(a, staff)
  await program.places.requestRefund(orderId)
  const move = (endsRefundRequest: boolean) =>
    changes.byStaff({ orderId, from: a, to: b, reason: 'r', endsRefundRequest }, staff.actor as StaffActor)
  await expect(move(false)).rejects.toMatchObject({ code: 'REFUND_ASKED' })
  expect(await program.places.ofOrder(orderId)).toMatchObject({ cohortId: a, refundAsked: true })
  await move(true)
  expect(await program.places.ofOrder(orderId)).toMatchObject({ cohortId: b, refundAsked: false })
  const [entry] = await program.database.sql.query<{ changes: object }>(
    'select changes from platform_audit where changes::text like $1',
    [`%${orderId}%`],
  )
  expect(entry?.changes).toMatchObject({
    first: [{}, { path: 'money back', before: 'asked for', after: 'not asked for' }, {}],
  })
})

it('given a private session, when its participant is moved away and back, then the same moment can be booked again', async () => {
  const [a, b] = [await program.opened(1), await program.opened(1)]
  const orderId = randomUUID()
  await program.place(orderId, a)
  await program.follow(orderId, 'paid')
  const at = '2033-03-24T15:00:00.000Z'
  const book = (cohortId: string) => records.bookCoaching(cohortId, { orderId, session: 1, at }, staff)
  const move = (from: string, to: string) =>
    changes.byStaff({ ...kept, orderId, from, to, reason: 'r' }, staff.actor as StaffActor)
  await book(a)
  await move(a, b)
  await book(b)
  await move(b, a)
  expect(await lists.bookings(a, orderId)).toEqual([])
  expect([await book(a), await book(a)]).toEqual([true, false])
  expect(await lists.bookings(a, orderId)).toMatchObject([{ session: 1, at: new Date(at) }])
})

it('given a mail that was written to one person, when the person is erased, then its words are gone; one to others keeps them', async () => {
  const { cohortId, found } = await begun(2)
  const [ada, grace] = found.map(({ orderId }) => orderId) as [string, string]
  const audit = new PostgresAuditLog(program.database, program.clock)
  const messages = new CohortMessages({ ...program, jobs: keptJobs, audit })
  const write = (subject: string, orderIds: string[]) =>
    messages.send(
      cohortId,
      { messageId: randomUUID(), subject, text: 'Words.', orderIds },
      staff.actor as StaffActor,
    )
  await write('Dear Ada', [ada])
  await write('Dear all', [ada, grace])
  const data = new ProgramPersonalData({ database: program.database, participants, lists, messages })
  await data.erase({ userId: `buyer-${ada}` } as Person)
  const left = (await messages.ofCohort(cohortId)).map(({ subject, text, recipients }) => ({
    ...{ subject, text, recipients },
  }))
  expect(left).toContainEqual({ subject: '', text: '', recipients: 0 })
  expect(left).toContainEqual({ subject: 'Dear all', text: 'Words.', recipients: 1 })
})

/** The weeks of a cohort whose first order is this one. */
const weeksOf = async (orderId: string) => (await participants.ofOrder(orderId))!.cohort.weeks

it('given a cohort with its copy of the syllabus, when one week is changed, then rows, fold and log have the same weeks', async () => {
  const { cohortId, found } = await begun(1)
  const { orderId } = found[0]!
  published.weeks[2]!.theme = 'Published later'
  expect((await weeksOf(orderId))[2]).toMatchObject({ theme: 'Theme 3', recordings: [] })
  const changed = { ...(await weeksOf(orderId))[2]!, theme: 'Ours', recordings: ['https://video.example/3'] }
  for (let call = 0; call < 2; call += 1) await program.cohorts.changeWeek(cohortId, 3, changed, staff)
  const weeks = await weeksOf(orderId)
  expect(weeks).toHaveLength(13)
  expect(weeks.map(({ theme }) => theme).slice(0, 4)).toEqual(['Theme 1', 'Theme 2', 'Ours', 'Theme 4'])
  const { cohort } = await program.cohorts.load(cohortId)
  expect(Object.values(cohort.weeks)).toEqual(weeks)
  const cohorts = programTablesOfLog.find(({ name }) => name === 'program_cohort')!
  const [derived] = await program.database.sql.query<{ weeks: unknown; revision: number }>(
    `select weeks, revision from (${cohorts.derivation}) d where id = $1`,
    [cohortId],
  )
  // It was moved once, and changed once.
  expect(derived).toEqual({ weeks: cohort.weeks, revision: 2 })
  await program.cohorts.cancel(cohortId, staff)
  await expect(program.cohorts.changeWeek(cohortId, 4, changed, staff)).rejects.toMatchObject({
    code: 'COHORT_CANCELLED',
  })
})

it('given a cohort from before the copies, then it has the published weeks with the material of its links, until one is changed', async () => {
  const { cohortId, found } = await begun(1)
  const { orderId } = found[0]!
  const [own] = [{ week: 2, title: 'Its own', url: 'https://files.example/own' }]
  const links = { join: [], coaching: '', material: [own] }
  await program.asOwner(
    `update program_cohort set weeks = '{}', links = '${JSON.stringify(links)}' where id = '${cohortId}'`,
  )
  const before = await weeksOf(orderId)
  expect(before[1]).toMatchObject({
    theme: 'Theme 2',
    material: [{ title: 'Material 2' }, { title: 'Its own' }],
  })
  expect(before[12]).toMatchObject({ assignment: 'One change.', done: 'Seen.' })
  published.weeks[1]!.theme = 'Published later'
  expect((await weeksOf(orderId))[1]!.theme).toBe('Published later')
  await program.cohorts.changeWeek(cohortId, 2, { ...before[1]!, theme: 'Ours' }, staff)
  const after = await weeksOf(orderId)
  expect(after[1]).toEqual({ ...before[1]!, theme: 'Ours' })
  expect(after[0]!.theme).toBe('Theme 1')
  const older = fold('id', [
    { type: 'CohortOpened', data: { ...longAgo, capacity: 1 } },
    { type: 'LinksChanged', data: links },
  ])
  expect(older.weeks).toEqual({})
  expect(changeLinks(older, { join: ['https://meet.example/1'], coaching: '' })).toMatchObject([
    { data: { material: [own] } },
  ])
})

it('given a member of a group who leaves, then the seat stays in the group, empty, and the others stay', async () => {
  const { cohortId, found } = await begun(2)
  const places = [1, 2].map((place) => ({ place, group: null, organization: null }))
  await program.cohorts.change(cohortId, staff, (cohort) => fillGroups(cohort, places))
  await program.follow(found[0]!.orderId, 'over', 2)
  expect(await program.list.emptySeats(cohortId)).toEqual([{ place: 1, group: 1 }])
  expect((await participants.ofOrder(found[1]!.orderId))?.group).toBe(1)
  const { cohort } = await program.cohorts.load(cohortId)
  expect(cohort).toMatchObject({ places: { 1: null }, groups: { 1: 1, 2: 1 } })
})

it('given what was recorded, then the fold has what each participant has done', () => {
  const [ada, grace] = ['ada', 'grace']
  const attendance = (attended: string[], withdrawn: string[], week: number): RecordEvent => {
    const minutes = { [grace]: 70 + week }
    return {
      type: 'AttendanceRecorded',
      data: { week, attended, withdrawn, lab: 1, on: '2020-03-03', minutes },
    }
  }
  const handedIn = { orderId: ada, assignment: 1, submissionId: 'one' }
  const at = '2020-03-24T15:00:00.000Z'
  const events: CohortEvent[] = [
    { type: 'CohortOpened', data: { ...longAgo, capacity: 2 } },
    attendance([ada, grace], [], 2),
    attendance([grace], [ada], 1),
    attendance([], [ada], 2),
    { type: 'AssignmentHandedIn', data: handedIn },
    { type: 'PlaceTaken', data: { orderId: ada, place: 1 } },
    { type: 'AssignmentAnswered', data: { ...handedIn, outcome: 'returned' } },
    { type: 'CoachingBooked', data: { orderId: grace, session: 1, at } },
    { type: 'CoachingBooked', data: { orderId: grace, session: 2, at } },
    { type: 'CoachingBooked', data: { orderId: grace, session: 1, at: null } },
  ]
  const folded = fold('id', events)
  expect(folded.records).toEqual({
    ada: {
      labs: [],
      weeksAttended: [],
      assignments: { 1: { submissionId: 'one', state: 'returned' } },
      coaching: {},
    },
    grace: {
      labs: [2, 1].map((week) => ({ week, lab: 1, on: '2020-03-03', minutes: 70 + week })),
      weeksAttended: [1, 2],
      assignments: {},
      coaching: { 2: at },
    },
  })
  const many = Array.from({ length: 200 }, () => randomUUID())
  const recorded = attendance(many.slice(0, 100), many.slice(100), 1)
  expect(recordWritesOf(randomUUID(), recorded, new Date())).toHaveLength(2)
})
