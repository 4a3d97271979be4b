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

/** Jobs that are done when they are told to; one may owe another. */
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

test('given jobs that owe jobs, jobs of another process and more than are handed on at a time, then one call does all of them', async () => {
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
