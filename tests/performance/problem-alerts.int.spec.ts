import { createServer } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Config } from '#platform/config/config.ts'
import { PostgresDatabase } from '#platform/database/postgres-database.ts'
import type { JobRegistry } from '#platform/jobs/jobs.ts'
import { OffsetClock } from '#platform/kernel/clock.ts'
import type { Mail } from '#platform/mail/mailer.ts'
import { PostgresHistory } from '#platform/telemetry/postgres-history.ts'
import { RingTelemetry } from '#platform/telemetry/ring-telemetry.ts'
import { writeProblems } from '#platform/telemetry/stored-problems.ts'
import { telemetryMigrations } from '#platform/telemetry/telemetry-migrations.ts'
import { ProblemAlerts } from '../../src/modules/performance/problem-alerts.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'

const clock = new OffsetClock()
let testDatabase: TestDatabase
let database: PostgresDatabase
const away = { mail: false, hook: false }
const sent = { mail: 0, hook: 0 }
const jobs: ((job: { id: string }) => Promise<void>)[] = []
const hook = createServer((req, res) => {
  req.resume()
  if (!away.hook) sent.hook += 1
  res.writeHead(away.hook ? 500 : 200).end()
})
const mailer = {
  send: async (_: Mail) => {
    if (away.mail) throw new Error('no SMTP')
    sent.mail += 1
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
  await new Promise<void>((resolve) => hook.listen(0, '127.0.0.1', resolve))
  const { port } = hook.address() as { port: number }
  const config = {
    alerts: { email: 'ops@example.com', hookUrl: `http://127.0.0.1:${port}/` },
    brandName: 'Veralead',
    publicUrl: 'http://localhost',
    release: '1',
  } as Config
  const history = new PostgresHistory(database)
  new ProblemAlerts({
    history,
    mailer: mailer as never,
    telemetry: new RingTelemetry(),
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
  Object.assign(sent, { mail: 0, hook: 0 })
})
afterAll(async () => {
  hook.close()
  await database.close()
  await testDatabase.drop()
})

it.each([
  ['mail', 'hook'],
  ['hook', 'mail'],
] as const)(
  'given the %s is away for three tries, then the %s has its alert once, at the first one, and the other when it is back',
  async (broken, other) => {
    away[broken] = true
    for (let run = 0; run < 3; run += 1) {
      expect(await runAll()).toBe(1)
      expect(sent[other]).toBe(1)
    }
    away[broken] = false
    expect(await runAll()).toBe(0)
    expect(await runAll()).toBe(0)
    expect(sent).toEqual({ mail: 1, hook: 1 })
  },
)
