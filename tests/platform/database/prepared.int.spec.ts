import { afterAll, beforeAll, expect, test } from 'vitest'
import { PostgresDatabase } from '#platform/database/postgres-database.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database?.drop())

/** The texts that are prepared on the pool's only connection, without this question and the one that MikroORM opens with. */
const preparedHere = async (db: PostgresDatabase) =>
  (
    await db.sql.query<{ statement: string }>(
      `select statement, p.* from pg_prepared_statements p where statement not like '%pg_database%' order by prepare_time`,
    )
  ).map(({ statement }) => statement)

async function open(url: string): Promise<{ db: PostgresDatabase; timed: string[] }> {
  const timed: string[] = []
  const db = await PostgresDatabase.open({ url, poolSize: 1, onStatement: (name) => timed.push(name) })
  return { db, timed }
}

test('given one text many times, then it is prepared at the second, and answered and timed each time', async () => {
  const text = 'select $1::int + 1 as next'
  const { db, timed } = await open(database.superUrl)
  for (let n = 0; n < 3; n += 1) {
    expect(await db.sql.query(text, [n])).toEqual([{ next: n + 1 }])
    expect(await preparedHere(db)).toEqual(n === 0 ? [] : [text])
  }
  // Opening asks `select pg_database`.
  expect(timed.filter((name) => name === 'select')).toHaveLength(3)
  await db.close()
})

test('given a prepared text that fails, then the caller gets the error, and the next one works on the same connection', async () => {
  const text = 'select $1::int + 2 as next'
  const { db } = await open(database.superUrl)
  expect(await db.sql.query(text, [1])).toEqual([{ next: 3 }])
  await expect(db.sql.query(text, ['many'])).rejects.toMatchObject({ code: '22P02' })
  expect(await db.sql.query(text, [1])).toEqual([{ next: 3 }])
  await db.close()
})

test('given a statement in a transaction that is repeated, then it is prepared, and undone with the transaction', async () => {
  const { db } = await open(database.superUrl)
  await db.sql.query('create table counted (n int primary key)')
  const insert = 'insert into counted values ($1)'
  for (const n of [1, 2, 3])
    await db
      .rawTransaction(async (sql) => {
        await sql.query(insert, [n])
        if (n === 3) throw new Error('undo')
      })
      .catch(() => undefined)
  expect(await preparedHere(db)).toContain(insert)
  expect(await db.sql.query('select n from counted order by n')).toEqual([{ n: 1 }, { n: 2 }])
  await db.close()
})

test('given all columns asked for, then a migration that adds one does not break the text', async () => {
  const { db } = await open(database.superUrl)
  await db.sql.query('create table widened (id int)')
  const texts = [
    'select * from widened where id >= $1',
    'select w.* from widened w where id >= $1',
    'with new as (insert into widened values ($1) returning *) select id from new',
  ]
  const all = async () => {
    for (const text of texts) await db.sql.query(text, [0])
  }
  await all()
  await all()
  await db.sql.query('alter table widened add column later text')
  await all()
  await db.close()
})

test('given several statements in one text, then it is sent as it is', async () => {
  const { db } = await open(database.superUrl)
  for (let n = 0; n < 3; n += 1) await db.sql.query('select 1; select 2')
  expect(await preparedHere(db)).toEqual([])
  await db.close()
})

test('given PgBouncer, then nothing is prepared: the next transaction may run on another connection', async () => {
  const { db } = await open(
    `${database.superUrl}${database.superUrl.includes('?') ? '&' : '?'}pgbouncer=true`,
  )
  for (const n of [1, 2, 3])
    expect(await db.sql.query('select $1::int + 3 as next', [n])).toEqual([{ next: n + 3 }])
  expect(await preparedHere(db)).toEqual([])
  await db.close()
})
