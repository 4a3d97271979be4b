import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client, Pool } from 'pg'
import { PgBoss } from 'pg-boss'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defineJob } from '#platform/jobs/job-definition.ts'
import { PgBossJobs } from '#platform/jobs/pg-boss-jobs.ts'
import { handOn } from '#platform/jobs/pg-boss-tables.ts'
import { jobsMigrations } from '#platform/jobs/schema.sql.ts'
import { OffsetClock } from '#platform/kernel/clock.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'

let database: TestDatabase
let pool: Pool

beforeAll(async () => {
  database = await createTestDatabase({ migrations: jobsMigrations })
  pool = new Pool({ connectionString: database.url })
  pool.on('error', () => undefined)
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

// An upgrade of pg-boss that fails this test may store jobs in another way: look at `pg-boss-tables.ts`.
test('given one job sent by pg-boss and one taken from the outbox, then their rows say the same in every column', async () => {
  const queue = `same-${randomUUID()}`
  const kind = defineJob({ queue, retryLimit: 3, expireInSeconds: 90 })
  const jobs = new PgBossJobs({
    url: database.url,
    adminUrl: database.adminUrl,
    appRole: 'veralead_app',
    clock: new OffsetClock(),
  })
  jobs.handle(kind, async () => undefined)
  await jobs.start()
  const boss = new PgBoss({
    connectionString: database.url,
    migrate: false,
    supervise: false,
    schedule: false,
  })
  await boss.start()
  try {
    const inAnHour = new Date(Date.now() + 3_600_000)
    await boss.send(queue, {}, { startAfter: inAnHour })
    const [statement] = jobs.statementsOf([kind.request({}, { startAfter: inAnHour })])
    await pool.query(statement!.text, [...statement!.values])
    const rows = async () => (await pool.query('select * from pgboss.job where name = $1', [queue])).rows
    await expect.poll(async () => (await rows()).length, { timeout: 5_000 }).toBe(2)

    const [one, other] = (await rows()).map((row) => {
      const { id: _id, created_on, start_after, keep_until, dead_letter: _named_later, ...rest } = row
      const seconds = (from: Date, to: Date) => Math.round((to.getTime() - from.getTime()) / 10_000)
      return { ...rest, waits: seconds(created_on, start_after), kept: seconds(start_after, keep_until) }
    })
    expect(other).toEqual(one)
    expect(Object.keys(one!)).toEqual(expect.arrayContaining(['retry_limit', 'policy', 'heartbeat_seconds']))
  } finally {
    await boss.stop({ graceful: false })
    await jobs.stop()
  }
})

test('given jobs that are due now and jobs for later, when they are handed on, then only the queues of the first are named', async () => {
  const kinds = ['now', 'later'].map((name) => defineJob({ queue: `${name}-${randomUUID()}` }))
  const [now, later] = kinds as [(typeof kinds)[number], (typeof kinds)[number]]
  const jobs = new PgBossJobs({
    url: database.url,
    adminUrl: database.adminUrl,
    appRole: 'veralead_app',
    clock: new OffsetClock(),
    stepped: true,
  })
  for (const kind of kinds) jobs.handle(kind, async () => undefined)
  await jobs.prepare()
  try {
    const startAfter = new Date(Date.now() + 3_600_000)
    const requests = [now.request({}), later.request({}, { startAfter })]
    for (const { text, values } of jobs.statementsOf(requests)) await pool.query(text, [...values])
    const sql = {
      query: async <Row extends object>(text: string, values: readonly unknown[] = []) =>
        (await pool.query<Row>(text, [...values])).rows,
    }
    expect(await handOn(sql, [now.queue, later.queue], 10)).toEqual({ queues: [now.queue], more: false })
    const stored = await pool.query('select from pgboss.job where name = $1', [later.queue])
    expect(stored.rowCount).toBe(1)
  } finally {
    await jobs.stop()
  }
})

test('given the sources, then one file alone knows the tables of pg-boss', () => {
  const root = join(import.meta.dirname, '../../../src')
  const naming = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && /\bpgboss\./.test(readFileSync(join(root, path), 'utf8')))
    .sort()
  expect(naming).toEqual([
    // A migration that has run; it is never changed.
    'modules/commerce/finance/mails/migrations.ts',
    'platform/jobs/pg-boss-tables.ts',
  ])
})

test("given a connection class, then pg-boss's pool uses it, though its types do not name it", async () => {
  class Counted extends Client {
    static made = 0
    constructor(...options: ConstructorParameters<typeof Client>) {
      super(...options)
      Counted.made += 1
    }
  }
  const boss = new PgBoss({
    connectionString: database.url,
    migrate: false,
    createSchema: false,
    ...{ Client: Counted },
  })
  await boss.start()
  await boss.stop({ graceful: false })
  expect(Counted.made).toBeGreaterThan(0)
})
