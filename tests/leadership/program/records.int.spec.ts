import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ParticipantRecords } from '../../../src/modules/leadership/program/participant-records.ts'
import { Participants } from '../../../src/modules/leadership/program/participants.ts'
import { openProgram, plan, staff, type TestProgram } from './program-log.ts'

let program: TestProgram
let records: ParticipantRecords
let participants: Participants
beforeAll(async () => {
  program = await openProgram()
  records = new ParticipantRecords(program.cohorts, program.database, program.clock)
  participants = new Participants(program.database)
})
afterAll(() => program?.close())

/** Participants of a cohort that has begun. */
async function begun(count: number) {
  const cohortId = await program.opened(count)
  const orderIds = Array.from({ length: count }, () => randomUUID())
  for (const orderId of orderIds) {
    await program.place(orderId, cohortId)
    await program.follow(orderId, 'paid')
  }
  await program.cohorts.move(cohortId, plan('2020-03-02'), staff)
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
