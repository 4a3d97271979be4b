import { afterAll, beforeAll, expect, test } from 'vitest'
import { PostgresDatabase } from '#platform/database/postgres-database.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database?.drop())

const text = 'select $1::int + 1 as next'
const preparedHere = (db: PostgresDatabase) =>
  db.sql.query<{ count: number }>('select count(*)::int as count from pg_prepared_statements')

async function open(url: string): Promise<{ db: PostgresDatabase; timed: string[] }> {
  const timed: string[] = []
  const db = await PostgresDatabase.open({ url, poolSize: 1, onStatement: (name) => timed.push(name) })
  return { db, timed }
}

test('given one text many times, then it is planned once on its connection, answered and timed each time', async () => {
  const { db, timed } = await open(database.superUrl)
  for (let n = 0; n < 3; n += 1) expect(await db.prepared(text, [n])).toEqual([{ next: n + 1 }])
  // Opening asks `select pg_database`.
  expect(timed.filter((name) => name === 'select')).toHaveLength(3)
  expect(await preparedHere(db)).toEqual([{ count: 1 }])
  await db.close()
})

test('given a statement that fails, then it is told, and the next one works on the same connection', async () => {
  const { db } = await open(database.superUrl)
  await expect(db.prepared(text, ['many'])).rejects.toMatchObject({ code: '22P02' })
  expect(await db.prepared(text, [1])).toEqual([{ next: 2 }])
  await db.close()
})

test('given PgBouncer, then nothing is prepared: the next transaction may run on another connection', async () => {
  const { db } = await open(
    `${database.superUrl}${database.superUrl.includes('?') ? '&' : '?'}pgbouncer=true`,
  )
  expect(await db.prepared(text, [1])).toEqual([{ next: 2 }])
  expect(await preparedHere(db)).toEqual([{ count: 0 }])
  await db.close()
})
