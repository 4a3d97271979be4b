import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { AuditLog } from '#platform/audit/audit-log.ts'
import { PostgresAuditLog } from '#platform/audit/postgres-audit-log.ts'
import { runWrites } from '#platform/event-log/writes.ts'
import type { StaffActor } from '#platform/http/call.ts'
import type { JobDefinition, JobRequest } from '#platform/jobs/job-definition.ts'
import type { Jobs } from '#platform/jobs/jobs.ts'
import { MailJobs } from '#platform/mail/mail-kind.ts'
import type { OutgoingMail } from '#platform/mail/mailer.ts'
import { cohortMail } from '../../../src/modules/leadership/cohorts/cohort-mails.ts'
import { CohortMessages } from '../../../src/modules/leadership/cohorts/cohort-messages.ts'
import { Cohorts } from '../../../src/modules/leadership/cohorts/cohorts.ts'
import { FirstDates } from '../../../src/modules/leadership/cohorts/first-dates.ts'
import type { ProgramMailParts } from '../../../src/modules/leadership/cohorts/mail-parts.ts'
import { answerMail, messageMail } from '../../../src/modules/leadership/cohorts/participant-mails.ts'
import { SeatRows } from '../../../src/modules/leadership/cohorts/seats/seat-rows.ts'
import { testMailer } from '../../support/test-mailer.ts'
import { openProgram, plan, staff, syllabus, type TestProgram } from './program-log.ts'

let program: TestProgram
const calendar = { filename: 'program.ics', content: Buffer.from('file'), contentType: 'text/calendar' }
const handlers: Record<string, (job: { id?: string; data: object }) => Promise<void>> = {}
const sent: OutgoingMail[] = []
const mailer = testMailer((mail) => void sent.push(mail))
let mailParts: object
beforeAll(async () => {
  program = await openProgram()
  mailParts = {
    database: program.database,
    cohorts: program.list,
    customers: { get: async () => ({ email: 'ada@example.com', firstName: 'Ada' }) },
    config: { publicUrl: 'https://example.com', brandName: 'Veralead' },
    seats: new SeatRows(program.database),
    programs: {
      ofOrder: async (orderId: string) =>
        (await program.places.ofOrder(orderId))?.place === 'taken'
          ? { plan: plan('2033-03-07'), themes: [], calendar }
          : null,
    },
    clock: program.clock,
  }
  const kinds = [cohortMail, messageMail, answerMail]
  new MailJobs(mailer, kinds, mailParts as ProgramMailParts).registerJobs({
    handle: (kind: JobDefinition, handler: (typeof handlers)[string]) => {
      handlers[kind.queue] = handler
    },
  } as never)
})
beforeEach(() => {
  sent.length = 0
  program.jobs.length = 0
})
afterAll(() => program?.close())

/** Delivers what is queued now, with the mail that the order's payment would queue. */
async function mailsOwed(unplaced?: string): Promise<string[]> {
  const owed = unplaced === undefined ? [] : program.places.follow(unplaced, 'paid', 9).jobs
  for (const { data } of [...program.jobs, ...owed].filter(({ queue }) => queue === 'program.mail'))
    await handlers['program.mail']!({ id: randomUUID(), data })
  return sent.map(({ subject }) => subject)
}

async function taken(cohortId: string): Promise<string> {
  const id = randomUUID()
  await program.place(id, cohortId)
  await program.follow(id, 'paid')
  return id
}

it('given a payment under way when its cohort is cancelled, then the mail about it names that reason', async () => {
  const cohortId = await program.opened(1)
  const id = randomUUID()
  await program.place(id, cohortId)
  await program.follow(id, 'under-way')
  await program.cohorts.cancel(cohortId, staff)
  await program.follow(id, 'paid')
  expect(await mailsOwed(id)).toEqual(['Your cohort is cancelled'])
  expect(sent[0]?.text).toContain('is cancelled. We are sorry.')
  expect(sent[0]?.text).not.toContain('the time for which yours was held had run out')
})

it('given a cohort that is cancelled right after a payment, then its buyer is told once', async () => {
  const cohortId = await program.opened(1)
  const id = randomUUID()
  await program.place(id, cohortId)
  const { writes, jobs } = program.places.follow(id, 'paid', 2)
  await runWrites(program.database.sql, writes)
  program.clock.advance(1_000)
  program.jobs.push(...jobs)
  await program.cohorts.cancel(cohortId, staff)
  expect(await mailsOwed()).toEqual(['Your cohort is cancelled'])
})

it('given a cohort that was moved, when a participant has no place there any more, then no mail says that it is kept', async () => {
  const [cohortId, next] = [await program.opened(2), await program.opened(1)]
  const [refunded, stays] = [await taken(cohortId), await taken(cohortId)]
  program.jobs.length = 0
  await program.cohorts.move(cohortId, plan('2033-04-01'), staff)
  await program.follow(refunded, 'over')
  expect(program.jobs.map(({ data }) => data)).toHaveLength(2)
  expect(await mailsOwed()).toEqual(['Your cohort has new dates'])
  sent.length = 0
  await program.cohorts.cancel(cohortId, staff)
  expect(await mailsOwed()).toEqual(['Your cohort is cancelled'])
  // A buyer who has chosen another date meanwhile gets no mail of the cancellation.
  sent.length = 0
  await program.places.take({ id: stays, buyerId: 'b' }, next)
  expect(await mailsOwed()).toEqual([])
})

it('given a buyer who waits for the next date, when it is opened, then a mail offers it, unless the money back was asked for', async () => {
  const cohortId = await program.opened(2)
  const [waits, leaves] = [await taken(cohortId), await taken(cohortId)]
  await program.cohorts.cancel(cohortId, staff)
  await program.places.requestRefund(leaves)
  program.jobs.length = 0
  const next = await program.opened(1)
  const told = program.jobs.map(({ data }) => data)
  expect(told).toContainEqual({ kind: 'opened', orderId: waits, cohortId: next })
  expect(told).not.toContainEqual(expect.objectContaining({ orderId: leaves }))
  expect(await mailsOwed()).toContain('There is a new date for you')
  expect(sent[0]?.text).toContain('Tuesday, March 1, 2033')
})

it('given a mail of staff, when its job runs again, or the server is down meanwhile, then each recipient gets it once', async () => {
  const cohortId = await program.opened(2)
  const orderIds = [await taken(cohortId), await taken(cohortId)]
  const jobs = { enqueue: async () => undefined } as unknown as Jobs
  const audit = new PostgresAuditLog(program.database, program.clock)
  const messages = new CohortMessages({ ...program, jobs, audit })
  const messageId = randomUUID()
  const actor = staff.actor as StaffActor
  await messages.send(cohortId, { messageId, subject: 'Hello', text: 'Words.', orderIds }, actor)
  const run = (orderId: string) => handlers['program.message-mail']!({ data: { messageId, orderId } })
  const push = sent.push.bind(sent)
  sent.push = () => {
    throw new Error('The mail server is down')
  }
  await expect(run(orderIds[0]!)).rejects.toThrow('down')
  sent.push = push
  expect((await messages.ofCohort(cohortId))[0]).toMatchObject({ recipients: 2, delivered: 0 })
  for (const orderId of [...orderIds, ...orderIds]) await run(orderId)
  expect(sent.map(({ subject }) => subject)).toEqual(['Hello', 'Hello'])
  expect((await messages.ofCohort(cohortId))[0]).toMatchObject({ delivered: 2 })
})

it('given a mail of staff that waits, when a recipient is refunded or goes to another cohort, then no mail goes there, and the list says so', async () => {
  const [cohortId, next] = [await program.opened(3), await program.opened(1)]
  const orderIds = [await taken(cohortId), await taken(cohortId), await taken(cohortId)] as const
  const jobs = { enqueue: async () => undefined } as unknown as Jobs
  const audit = new PostgresAuditLog(program.database, program.clock)
  const messages = new CohortMessages({ ...program, jobs, audit })
  const messageId = randomUUID()
  const mail = { messageId, subject: 'Hello', text: 'The link: https://[zoom link]', orderIds }
  await messages.send(cohortId, mail, staff.actor as StaffActor)
  await program.follow(orderIds[0], 'over', 2)
  await program.database.rawTransaction((sql) =>
    program.places.seat(sql, { id: orderIds[1], buyerId: `buyer-${orderIds[1]}` }, next),
  )
  for (const orderId of orderIds) await handlers['program.message-mail']!({ data: { messageId, orderId } })
  expect(sent.map(({ html }) => html.includes(`order=${orderIds[2]}`))).toEqual([true])
  expect((await messages.ofCohort(cohortId))[0]).toMatchObject({ recipients: 3, delivered: 1, dropped: 2 })
})

it('given a paid order without a date, when the first date is full again before its mail goes, then the next date is mailed, and once', async () => {
  const order = { orderId: randomUUID(), buyerId: 'b' }
  const owed: JobRequest[] = []
  const dates = { placesLeft: 1, startsOn: '2033-03-01' }
  const run: typeof handlers = {}
  const parts = {
    ...mailParts,
    mailer,
    jobs: { enqueue: async (_: unknown, ...jobs: JobRequest[]) => void owed.push(...jobs) },
    cohorts: { upcoming: async () => [dates] },
    orders: {
      completed: async (after?: string) => (after === undefined ? [order] : []),
      of: async () => new Map([[order.orderId, 'good']]),
    },
  }
  new FirstDates(parts as never).registerJobs({
    handle: (kind: JobDefinition, handler: (typeof handlers)[string]) => {
      run[kind.queue] = handler
    },
  } as never)
  const keys = new Set<string | undefined>()
  async function look(queue: string, leftThen = 1): Promise<void> {
    await run[queue]!({ id: randomUUID(), data: {} } as never)
    dates.placesLeft = leftThen
    for (const { queue, key, data } of owed.splice(0)) {
      if (!keys.has(key)) await run[queue]!({ data })
      keys.add(key)
    }
  }
  // Free when it is looked at, full when the mail is due.
  await look('program.first-dates', 0)
  expect(sent).toHaveLength(0)
  dates.placesLeft = 1
  await look('program.first-dates-look')
  await look('program.first-dates')
  expect(sent.map(({ subject }) => subject)).toEqual(['You can choose your date now'])
})

it('given an answer of a coach, when the order is refunded before it is mailed, then no mail goes', async () => {
  const cohortId = await program.opened(1)
  const [orderId, submissionId] = [await taken(cohortId), randomUUID()]
  await program.database.sql.query(
    `insert into program_assignment (order_id, number, cohort_id, submission_id, state, handed_in_at, text)
     values ($1, 1, $2, $3, 'accepted', now(), 'Mine.')`,
    [orderId, cohortId, submissionId],
  )
  const answer = () => handlers['program.answer-mail']!({ data: { submissionId } })
  await answer()
  await program.follow(orderId, 'over', 2)
  await answer()
  expect(sent).toHaveLength(1)
})

it('given an entry of the audit that cannot be stored, then neither is the change of the cohort', async () => {
  const cohortId = await program.opened(2)
  const audit = { statementOf: () => ({ text: 'select 1 / 0', values: [] }) } as unknown as AuditLog
  const cohorts = new Cohorts(program.streams, program.database, audit, syllabus)
  await expect(cohorts.changeCapacity(cohortId, 3, staff)).rejects.toThrow('division by zero')
  expect(Object.keys((await cohorts.load(cohortId)).cohort.places)).toHaveLength(2)
})
