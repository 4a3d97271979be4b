import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Config } from '#platform/config/config.ts'
import { PostgresDatabase } from '#platform/database/postgres-database.ts'
import type { JobRegistry } from '#platform/jobs/jobs.ts'
import { OffsetClock } from '#platform/kernel/clock.ts'
import type { Mail } from '#platform/mail/mailer.ts'
import { PostgresHistory } from '#platform/telemetry/postgres-history.ts'
import { writeProblems } from '#platform/telemetry/stored-problems.ts'
import { telemetryMigrations } from '#platform/telemetry/telemetry-migrations.ts'
import { ProblemAlerts } from '../../src/modules/performance/problem-alerts.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'

const clock = new OffsetClock()
let testDatabase: TestDatabase
let database: PostgresDatabase
let isAway = false
let sent = 0
const jobs: ((job: { id: string }) => Promise<void>)[] = []
const mailer = {
  send: async (_: Mail) => {
    if (isAway) throw new Error('no SMTP')
    sent += 1
  },
}
/** Every job of the alerts, as the queue runs it; answers how many failed. */
const runAll = async () =>
  (await Promise.allSettled(jobs.map((job) => job({ id: 'x' })))).filter(
    ({ status }) => status === 'rejected',
  ).length

beforeAll(async () => {
  testDatabase = await createTestDatabase({ migrations: telemetryMigrations })
  database = await PostgresDatabase.open({ url: testDatabase.url })
  const config = {
    alerts: { email: 'ops@example.com' },
    brandName: 'Veralead',
    publicUrl: 'http://localhost',
    release: '1',
  } as Config
  const history = new PostgresHistory(database)
  new ProblemAlerts({
    history,
    mailer: mailer as never,
    config,
    clock,
  }).registerJobs({
    handle: (_: unknown, job: (typeof jobs)[number]) => jobs.push(job),
  } as unknown as JobRegistry)
})
beforeEach(async () => {
  await database.sql.query('delete from platform_problem')
  const problem = {
    kind: 'error',
    route: 'GET /x',
    what: 'Error',
    count: 1,
    most: 1,
    requestId: null,
  } as const
  await writeProblems(database.sql, '1', clock.now(), [problem])
  sent = 0
})
afterAll(async () => {
  await database.close()
  await testDatabase.drop()
})

it('given mail that is away for three tries, then the alert is sent once when it is back', async () => {
  isAway = true
  for (let run = 0; run < 3; run += 1) expect(await runAll()).toBe(1)
  isAway = false
  expect(await runAll()).toBe(0)
  expect(await runAll()).toBe(0)
  expect(sent).toBe(1)
})
