import { Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { Sql } from '#platform/database/sql.ts'
import { defineJob } from '#platform/jobs/job-definition.ts'
import { PgBossJobs } from '#platform/jobs/pg-boss-jobs.ts'
import { jobsMigrations } from '#platform/jobs/schema.sql.ts'
import { OffsetClock } from '#platform/kernel/clock.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'

const queue = 'stepped'
const job = defineJob({ queue, data: z.object({ n: z.number(), owes: z.number().optional() }) })
let database: TestDatabase
let pool: Pool
let sql: Sql
const running: PgBossJobs[] = []

beforeAll(async () => {
  database = await createTestDatabase({ migrations: jobsMigrations })
  pool = new Pool({ connectionString: database.url })
  sql = {
    query: async <Row extends object>(text: string, values: readonly unknown[] = []) =>
      (await pool.query<Row>(text, [...values])).rows,
  }
})
afterAll(async () => {
  await Promise.all(running.map((jobs) => jobs.stop()))
  await pool.end()
  await database.drop()
})

/** Jobs that are done when the test says so; one may queue another. */
async function stepped(): Promise<{ jobs: PgBossJobs; done: number[] }> {
  const done: number[] = []
  const jobs = new PgBossJobs({
    url: database.url,
    adminUrl: database.adminUrl,
    appRole: 'veralead_app',
    clock: new OffsetClock(),
    stepped: true,
  })
  running.push(jobs)
  jobs.handle(job, async ({ data }) => {
    done.push(data.n)
    if (data.owes !== undefined) await jobs.enqueue(sql, { queue, data: { n: data.owes } })
  })
  await jobs.start()
  return { jobs, done }
}

test('given jobs that queue jobs, jobs of another process and more than are moved at a time, then one call does all of them', async () => {
  const [first, second] = [await stepped(), await stepped()]
  await first.jobs.enqueue(sql, { queue, data: { n: 1, owes: 2 } })
  await first.jobs.runDue()
  expect(first.done).toEqual([1, 2])

  await second.jobs.enqueue(sql, { queue, data: { n: 3, owes: 4 } })
  await first.jobs.runDue()
  expect(first.done).toEqual([1, 2, 3, 4])

  for (let n = 5; n < 65; n += 1) await second.jobs.enqueue(sql, { queue, data: { n } })
  expect(await first.jobs.runDue()).toBe(60)
  expect(second.done).toEqual([])
  expect(await sql.query('select 1 from platform_job_outbox')).toEqual([])
})

test('given a job that fails, then the moment of its next try follows from the tries and the clock of the jobs alone', async () => {
  const jobs = new PgBossJobs({
    url: database.url,
    adminUrl: database.adminUrl,
    appRole: 'veralead_app',
    clock: new OffsetClock(),
    stepped: true,
  })
  running.push(jobs)
  let tries = 0
  const failing = { ...job, queue: 'stepped-failing' }
  jobs.handle(failing, async () => {
    tries += 1
    throw new Error('away')
  })
  jobs.handle({ ...job, queue: 'stepped-unread' }, async () => undefined)
  await jobs.start()
  const owner = new Pool({ connectionString: database.adminUrl })
  const at = (seconds: number) =>
    owner.query(
      `create or replace function pgboss.job_now() returns timestamptz language sql stable
       as $$ select timestamptz '2050-01-01 00:00:00+00' + ${seconds} * interval '1 s' $$`,
    )
  try {
    await jobs.enqueue(sql, { queue: failing.queue, data: { n: 1 } })
    const seen: [seconds: number, tries: number][] = []
    for (const seconds of [0, 7, 8, 22, 23, 53]) {
      await at(seconds)
      await jobs.runDue()
      seen.push([seconds, tries])
    }
    // 7.5 seconds after the first try, 15 after the second one, 30 after the third.
    expect(seen).toEqual([
      [0, 1],
      [7, 1],
      [8, 2],
      [22, 2],
      [23, 3],
      [53, 4],
    ])

    // A job that nobody can read is not one that was done.
    const unread = { ...job, queue: 'stepped-unread' }
    await jobs.enqueue(sql, { queue: unread.queue, data: { n: 'one' } })
    await jobs.runDue()
    const { rows } = await owner.query('select state from pgboss.job where name = $1', [unread.queue])
    expect(rows).toEqual([{ state: 'failed' }])
  } finally {
    await owner.query(
      'create or replace function pgboss.job_now() returns timestamptz language sql stable as $$ select pg_catalog.now() $$',
    )
    await owner.end()
  }
})

test('given jobs that are queued together, then they are done in the order in which they were queued, wherever their rows lie', async () => {
  const { jobs, done } = await stepped()
  // Rows that were deleted leave room, in which later ones are put first.
  for (let n = 0; n < 40; n += 1) await jobs.enqueue(sql, { queue, data: { n } })
  await jobs.runDue()
  const owner = new Pool({ connectionString: database.adminUrl })
  await owner.query(`delete from pgboss.job where name = '${queue}' and (data->>'n')::int % 3 = 0`)
  await owner.query('vacuum pgboss.job_common')
  await owner.end()
  done.length = 0
  const owed = Array.from({ length: 60 }, (_, n) => ({ queue, data: { n } }))
  await jobs.enqueue(sql, ...owed)
  await jobs.runDue()
  expect(done).toEqual(owed.map(({ data }) => data.n))
})
