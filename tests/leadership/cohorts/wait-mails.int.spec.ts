import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { JobDefinition } from '#platform/jobs/job-definition.ts'
import { MailJobs } from '#platform/mail/mail-kind.ts'
import type { OutgoingMail } from '#platform/mail/mailer.ts'
import type { ProgramMailParts } from '../../../src/modules/leadership/cohorts/mail-parts.ts'
import { WaitMails, waitMail } from '../../../src/modules/leadership/cohorts/wait-mails.ts'
import { testMailer } from '../../support/test-mailer.ts'
import { openProgram, staff, type TestProgram } from './program-log.ts'

const hour = 3_600_000
let program: TestProgram
const sent: OutgoingMail[] = []
const handlers = new Map<string, (job: object) => Promise<void>>()
beforeAll(async () => {
  program = await openProgram()
  const { database, links, clock } = program
  // Only the jobs look for what is queued.
  const quiet = { sql: database.sql, rawTransaction: database.rawTransaction.bind(database), listen }
  const jobs = {
    enqueue: async (_: unknown, ...owed: object[]) => void program.jobs.push(...(owed as never[])),
  }
  const config = { publicUrl: 'https://example.com', brandName: 'Veralead' }
  const parts = { database, waitLinks: links, clock, config } as unknown as ProgramMailParts
  const registry = {
    handle: ({ queue }: JobDefinition, handler: unknown) => {
      handlers.set(queue, handler as (job: object) => Promise<void>)
    },
  } as never
  new WaitMails(quiet as never, jobs as never, clock).registerJobs(registry)
  new MailJobs(
    testMailer((mail) => void sent.push(mail)),
    [waitMail],
    parts,
  ).registerJobs(registry)
})
beforeEach(() => {
  sent.length = 0
  program.jobs.length = 0
})
afterAll(() => program?.close())

const listen = async (): Promise<void> => undefined
const run = (queue: string, data: object = {}): Promise<void> => handlers.get(queue)!({ id: 'job', data })

/** Delivers what is queued now; returns the subjects. */
async function delivered(): Promise<string[]> {
  await run('program.offers')
  for (const { queue, data } of program.jobs.splice(0))
    if (queue === 'program.wait-mail') await run(queue, data)
  return sent.splice(0).map(({ subject }) => subject)
}

/** Somebody who waits for the one place of a cohort, and the order that has it. */
async function waits(email: string): Promise<{ cohortId: string; id: string; payer: string }> {
  const cohortId = await program.opened(1)
  const payer = randomUUID()
  await program.place(payer, cohortId)
  await program.follow(payer, 'paid')
  return { cohortId, payer, id: await program.join(cohortId, email) }
}
const stored = async (id: string) => (await program.waits.get(id)).email

it('given somebody who asks again within the hour and after it, then each mail has the key of its hour', async () => {
  const { cohortId } = await waits('again@example.com')
  await run('program.wait-mail', program.jobs.at(-1)!.data)
  program.clock.advance(hour)
  await program.join(cohortId, 'again@example.com')
  await run('program.wait-mail', program.jobs.at(-1)!.data)
  expect(sent.map(({ subject }) => subject)).toEqual(['You are on the wait list', 'You are on the wait list'])
  expect(new Set(sent.map(({ key }) => key)).size).toBe(2)
})

it('given an offer whose mail could not be delivered in its time, then the person is told that it is over', async () => {
  const { id, payer } = await waits('unreached@example.com')
  program.jobs.length = 0
  await program.follow(payer, 'over', 2)
  await run('program.offers')
  const [late] = program.jobs.splice(0)
  program.clock.advance(25 * hour)
  await program.endHolds()
  await run('program.wait-mail', late!.data)
  expect(sent).toMatchObject([
    { to: 'unreached@example.com', subject: 'Your reserved place has gone to the next person' },
  ])
  expect(sent[0]?.text).toContain('You can join the wait list again')
  expect((await program.waits.get(id)).standing).toBe('expired')
  expect(program.jobs).toEqual([])
})

it('given an offer that nobody was told of at all, then its end is mailed; given one that was mailed, nothing more', async () => {
  const { payer } = await waits('down@example.com')
  program.jobs.length = 0
  await program.follow(payer, 'over', 2)
  program.clock.advance(25 * hour)
  await program.endHolds()
  expect(await delivered()).toEqual(['Your reserved place has gone to the next person'])
  const told = await waits('told@example.com')
  program.jobs.length = 0
  await program.follow(told.payer, 'over', 2)
  expect(await delivered()).toEqual(['A place is kept for you'])
  program.clock.advance(25 * hour)
  await program.endHolds()
  expect(await delivered()).toEqual([])
})

it('given a wait that is over, then nothing personal is kept', async () => {
  const left = await waits('left@example.com')
  await program.waits.leave(left.id, 'left', 'system:program')
  expect(await stored(left.id)).toBeNull()

  const expired = await waits('expired@example.com')
  await program.follow(expired.payer, 'over', 2)
  await delivered()
  program.clock.advance(25 * hour)
  await program.endHolds()
  await run('program.old-waits')
  // The mail about it may still be tried.
  expect(await stored(expired.id)).toBe('expired@example.com')
  program.clock.advance(6 * 24 * hour)
  await run('program.old-waits')
  expect(await stored(expired.id)).toBeNull()

  const [told, unreached] = [await waits('told-end@example.com'), await waits('unreached-end@example.com')]
  program.jobs.length = 0
  await program.cohorts.cancel(told.cohortId, staff)
  expect(await delivered()).toContain('The cohort you are waiting for is cancelled')
  expect(await stored(told.id)).toBeNull()
  await program.cohorts.cancel(unreached.cohortId, staff)
  await run('program.offers')
  await run('program.old-waits')
  expect(await stored(unreached.id)).toBe('unreached-end@example.com')
  program.clock.advance(31 * 24 * hour)
  await run('program.old-waits')
  expect(await stored(unreached.id)).toBeNull()

  const waiting = await waits('still-waits@example.com')
  await run('program.old-waits')
  expect(await stored(waiting.id)).toBe('still-waits@example.com')
})
