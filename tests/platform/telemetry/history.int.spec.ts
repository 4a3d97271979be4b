import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PostgresDatabase } from '#platform/database/postgres-database.ts'
import type { Sql } from '#platform/database/sql.ts'
import { OffsetClock } from '#platform/kernel/clock.ts'
import { newWork, runWork } from '#platform/telemetry/current-work.ts'
import { HistoryRecorder } from '#platform/telemetry/history-recorder.ts'
import { PostgresHistory } from '#platform/telemetry/postgres-history.ts'
import { RingTelemetry } from '#platform/telemetry/ring-telemetry.ts'
import { telemetryMigrations } from '#platform/telemetry/telemetry-migrations.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'

let testDatabase: TestDatabase
let database: PostgresDatabase
let history: PostgresHistory
const clock = new OffsetClock()
const silent = pino({ level: 'silent' })
const process = (name: string, release = '1') => {
  const telemetry = new RingTelemetry()
  return { telemetry, recorder: new HistoryRecorder(telemetry, database, clock, silent, release, name) }
}

beforeAll(async () => {
  testDatabase = await createTestDatabase({ migrations: telemetryMigrations })
  database = await PostgresDatabase.open({ url: testDatabase.url })
  history = new PostgresHistory(database)
})
afterAll(async () => {
  await database.close()
  await testDatabase.drop()
})

test('given two processes and two writes in one minute, then their calls and histograms add up', async () => {
  clock.advance(60_000 - (clock.now().getTime() % 60_000))
  const [a, b] = [process('a'), process('b')]
  for (let i = 0; i < 90; i++) a.telemetry.record('api', `GET /${i}`, 0.01)
  await a.recorder.write()
  for (let i = 0; i < 5; i++) a.telemetry.record('api', 'GET /a', 1)
  for (let i = 0; i < 5; i++) b.telemetry.record('api', 'GET /b', 4)
  await Promise.all([a.recorder.write(), b.recorder.write()])
  const since = new Date(clock.now().getTime() - 60_000)
  const [point, ...others] = await history.categories({ grain: 'minute', since, step: 60 })
  expect(others).toEqual([])
  expect(point).toMatchObject({ category: 'api', count: 100, max: 4 })
  expect(point!.average).toBeCloseTo((90 * 0.01 + 5 + 20) / 100)
  expect(point!.p50).toBeGreaterThan(0.005)
  expect(point!.p50).toBeLessThan(0.015)
  expect(point!.p99).toBeGreaterThan(2.8)
})

test('given a request that wrote an event, then its statements are found by its id and by the id of the event', async () => {
  const { telemetry, recorder } = process('c')
  const work = newWork('request-1', 'POST /api/x')
  const append = {
    metadata: { actor: 'provider:stripe', requestId: 'evt_1' },
    writes: [{ text: 'insert into w values ($1)', values: ['Ann'] }],
  }
  runWork(work, () => {
    telemetry.statement('select t', 0.2, "select * from t where name = 'Ann' and n = 42 and id = $1")
    telemetry.appended(append, 0.003)
  })
  telemetry.traces.ended(work, 0.25, 200)
  await recorder.write()
  for (const id of ['request-1', 'evt_1']) {
    expect(await history.requests(id)).toMatchObject([
      {
        route: 'POST /api/x',
        status: 200,
        seconds: 0.25,
        statementCount: 3,
        statements: [
          { text: 'select * from t where name = ? and n = ? and id = $1', seconds: 0.2 },
          { text: 'select … from es.append($1, …)', seconds: 0.003 },
          { text: 'insert into w values ($1)', seconds: null },
        ],
      },
    ])
  }
  expect(await history.slowStatements(new Date(0))).toMatchObject([
    { route: 'POST /api/x', count: 1, max: 0.2, requestId: 'request-1' },
  ])
})

test('given what is older than thirty days, when another process writes, then it is gone', async () => {
  clock.advance(31 * 86_400_000)
  await process('d').recorder.write()
  expect(await history.categories({ grain: 'hour', since: new Date(0), step: 3_600 })).toEqual([])
  expect(await history.requests('request-1')).toEqual([])
  expect(await history.slowStatements(new Date(0))).toEqual([])
})

test('given a database that is gone, then a write fails, and starting and stopping do not', async () => {
  const closed = await PostgresDatabase.open({ url: 'postgres://nobody@127.0.0.1:9/none' })
  const orphan = new HistoryRecorder(new RingTelemetry(), closed, clock, silent, '1')
  await orphan.start()
  await expect(orphan.write()).rejects.toThrow()
  await orphan.stop()
  await closed.close()
})

test('given the same error in two releases, then it is one problem with its count, its releases and its last request', async () => {
  const failed = (telemetry: RingTelemetry, requestId: string, message: string) => {
    const work = newWork(requestId, 'POST /api/failing')
    work.error = new TypeError(message)
    telemetry.traces.ended(work, 0.1, 500)
  }
  const [old, fresh] = [process('d', '1.0'), process('e', '1.1')]
  failed(old.telemetry, 'request-d', "No order 17 of ada@example.com in 'lists'")
  await old.recorder.write()
  clock.advance(1_000)
  failed(fresh.telemetry, 'request-e1', "No order 18 of bob@example.com in 'books'")
  failed(fresh.telemetry, 'request-e2', 'Something else')
  await fresh.recorder.write()
  const problems = (await history.problems()).filter(({ route }) => route === 'POST /api/failing')
  expect(problems).toHaveLength(2)
  const both = problems.find(({ count }) => count === 2)!
  expect(both.what).toMatch(/^TypeError: No order … of … in …/)
  expect(both).toMatchObject({
    kind: 'error',
    requestId: 'request-e1',
    firstRelease: '1.0',
    lastRelease: '1.1',
  })
  expect(both.lastSeen.getTime() - both.firstSeen.getTime()).toBeGreaterThanOrEqual(1_000)
  const releases = await history.releases(new Date(clock.now().getTime() - 60_000))
  expect(releases.map(({ name }) => name)).toEqual(expect.arrayContaining(['1.0', '1.1']))
  expect(await history.requests('request-e1')).toHaveLength(1)
})

test('given a request that runs one statement ten times, then it is named with its request, and one that runs it nine times is not', async () => {
  const { telemetry, recorder } = process('f')
  const request = (id: string, runs: number) => {
    const work = newWork(id, `GET /api/${id}`)
    runWork(work, () => {
      telemetry.statement('begin', 0.001, 'begin')
      for (let run = 0; run < runs; run += 1)
        telemetry.statement('select buyer', 0.001, 'select * from buyer where id = $1')
      telemetry.traces.ended(work, 0.1, 200)
    })
  }
  request('lists-ten', 10)
  request('lists-nine', 9)
  await recorder.write()
  const problems = (await history.problems()).filter(({ route }) => route.startsWith('GET /api/lists-'))
  expect(problems).toMatchObject([
    {
      kind: 'repeated',
      route: 'GET /api/lists-ten',
      most: 10,
      requestId: 'lists-ten',
      what: 'select * from buyer where id = $1',
    },
  ])
  expect((await history.requests('lists-ten'))[0]?.statementCount).toBe(11)
  expect(await history.requests('lists-nine')).toEqual([])
})

test.each([1, 4])(
  'given a database that is lost at statement %i of a write, then all of it is written once when it is back',
  async (at) => {
    const telemetry = new RingTelemetry()
    let left = at
    const losing = (sql: Sql): Sql => ({
      query: (text, values) =>
        --left === 0
          ? Promise.reject(Object.assign(new Error('away'), { code: '57P01' }))
          : sql.query(text, values),
    })
    const flaky = {
      sql: losing(database.sql),
      rawTransaction: <T>(work: (sql: Sql) => Promise<T>) =>
        database.rawTransaction((sql) => work(losing(sql))),
    }
    const recorder = new HistoryRecorder(telemetry, flaky as never, clock, silent, '2', `lost-${at}`)
    const route = `GET /api/lost-${at}`
    const work = newWork(`lost-${at}`, route)
    work.error = new Error('of which the request is kept')
    telemetry.traces.ended(work, 0.1, 500)
    telemetry.traces.problems.slow(route, 'select pg_sleep(?)', 1.5, null)
    telemetry.record('external', route, 7)
    await expect(recorder.write()).rejects.toThrow('away')
    await recorder.write()
    await recorder.write()
    const kept = (await history.problems()).filter((problem) => problem.route === route)
    expect(kept.map(({ kind, count }) => [kind, count]).toSorted()).toEqual([
      ['error', 1],
      ['slow', 1],
    ])
    expect(await history.requests(`lost-${at}`)).toMatchObject([{ route }])
    const figures = await database.sql.query(
      `select count::int from platform_telemetry_category where process = $1 and grain = 'hour' and category = 'external'`,
      [`lost-${at}`],
    )
    expect(figures).toEqual([{ count: 1 }])
  },
)

test('given what a statement refuses, then only that round is lost', async () => {
  const { telemetry, recorder } = process('refused')
  telemetry.traces.problems.slow('GET /api/refused', 'select \u0000', 1.5, null)
  await expect(recorder.write()).rejects.toThrow()
  telemetry.traces.problems.slow('GET /api/refused', 'select 1', 1.5, null)
  await recorder.write()
  const kept = (await history.problems()).filter(({ route }) => route === 'GET /api/refused')
  expect(kept).toMatchObject([{ what: 'select 1', count: 1 }])
})
