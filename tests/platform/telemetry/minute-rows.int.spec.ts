import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PostgresDatabase } from '#platform/database/postgres-database.ts'
import { OffsetClock } from '#platform/kernel/clock.ts'
import { MinuteRows } from '#platform/telemetry/minute-rows.ts'
import { RingTelemetry } from '#platform/telemetry/ring-telemetry.ts'
import { telemetryMigrations } from '#platform/telemetry/telemetry-migrations.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'

let testDatabase: TestDatabase
let database: PostgresDatabase
const clock = new OffsetClock()
const telemetry = new RingTelemetry()
let rows: MinuteRows

beforeAll(async () => {
  testDatabase = await createTestDatabase({ migrations: telemetryMigrations })
  database = await PostgresDatabase.open({ url: testDatabase.url })
  rows = new MinuteRows(telemetry, database, clock, pino({ level: 'silent' }))
})
afterAll(async () => {
  await database.close()
  await testDatabase.drop()
})

const startOfMinute = () => new Date(Math.floor(clock.now().getTime() / 60_000) * 60_000)

test('given calls, when a minute is written twice, then one row per operation holds both halves', async () => {
  clock.advance(60_000 - (clock.now().getTime() % 60_000))
  const minute = startOfMinute()
  telemetry.record('api', 'GET /a', 1)
  telemetry.record('database', 'select', 0.5)
  await rows.write()
  telemetry.record('api', 'GET /a', 3)
  telemetry.record('api', 'GET /a', 5)
  await rows.write()
  const found = await rows.minutes(minute)
  expect(found).toMatchObject([
    { minute, category: 'api', name: 'GET /a', count: 3, average: 3, max: 5, p95: 5 },
    { minute, category: 'database', name: 'select', count: 1, average: 0.5 },
  ])
})

test('given a quiet minute, then nothing is written', async () => {
  clock.advance(60_000)
  await rows.write()
  expect(await rows.minutes(startOfMinute())).toEqual([])
})

test('given rows older than two weeks, when another process writes for the first time, then they are gone', async () => {
  expect((await rows.minutes(new Date(0))).length).toBeGreaterThan(0)
  clock.advance(15 * 86_400_000)
  const later = new MinuteRows(new RingTelemetry(), database, clock, pino({ level: 'silent' }))
  await later.write()
  expect(await rows.minutes(new Date(0))).toEqual([])
})

test('given a database that is gone, then a write fails, and starting and stopping do not', async () => {
  const closed = await PostgresDatabase.open({ url: 'postgres://nobody@127.0.0.1:9/none' })
  const orphan = new MinuteRows(telemetry, closed, clock, pino({ level: 'silent' }))
  telemetry.record('api', 'GET /a', 1)
  await expect(orphan.write()).rejects.toThrow()
  await orphan.start()
  await orphan.stop()
  await closed.close()
})
