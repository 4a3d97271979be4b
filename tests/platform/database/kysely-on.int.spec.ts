import { defineEntity, type InferKyselyDB, p } from '@mikro-orm/postgresql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#platform/database/database.ts'
import { columnsOf, kyselyOn } from '#platform/database/kysely-on.ts'
import { PostgresDatabase } from '#platform/database/postgres-database.ts'
import type { Sql } from '#platform/database/sql.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'

const Thing = defineEntity({
  name: 'KyselyThing',
  tableName: 'kysely_thing',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    longName: p.text(),
    madeAt: p.datetime(),
    day: p.date(),
    mark: p.blob().nullable(),
    tags: p.array(),
    body: p.json<{ a: number }>(),
  },
})
const migrations = [
  {
    name: '20261122-01-kysely-thing',
    sql: `create table kysely_thing (id bigint generated always as identity primary key, long_name text not null,
      made_at timestamptz not null, day date not null, mark bytea, tags text[] not null, body jsonb not null)`,
  },
]
const things = (sql: Sql) => kyselyOn<InferKyselyDB<typeof Thing>>(sql)
const row = {
  long_name: "O'Hara",
  made_at: new Date('2026-11-22T10:20:30.456Z'),
  day: '2026-11-22',
  mark: Buffer.from([0, 255]),
  tags: ['a,b', '"'],
  body: { a: 1 },
}
const add = (sql: Sql) => things(sql).insertInto('kysely_thing').values(row).returningAll().executeTakeFirst()
const all = (sql: Sql) => things(sql).selectFrom('kysely_thing').selectAll().execute()

describe('statements by column names', () => {
  let test: TestDatabase
  let db: Database

  beforeAll(async () => {
    test = await createTestDatabase({ migrations })
    db = await PostgresDatabase.open({ url: test.url, entities: [Thing] })
  })
  afterAll(async () => {
    await db?.close()
    await test?.drop()
  })

  it('given a row, when it is read, then its values are of the types that the entity declares', async () => {
    const stored = await add(db.sql)
    expect(stored).toEqual({ id: expect.any(Number), ...row })
    const { id, ...rest } = await db.em().findOneOrFail(Thing, { id: stored!.id })
    expect({ ...rest, mark: Buffer.from(rest.mark!) }).toEqual({
      longName: row.long_name,
      madeAt: row.made_at,
      day: row.day,
      mark: row.mark,
      tags: row.tags,
      body: row.body,
    })
    expect(id).toBe(stored!.id)
  })

  it.each([
    ['an entity manager', (work: (sql: Sql) => Promise<void>) => db.transaction(({ sql }) => work(sql))],
    ['none', (work: (sql: Sql) => Promise<void>) => db.rawTransaction(work)],
  ])('given a transaction with %s, when it fails, then nothing of it is left', async (_, transaction) => {
    const before = await all(db.sql)
    const failing = transaction(async (sql) => {
      await add(sql)
      expect(await all(sql)).toHaveLength(before.length + 1)
      expect(await all(db.sql)).toHaveLength(before.length)
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    expect(await all(db.sql)).toEqual(before)
  })

  it('given a transaction, when another one is begun within it, then that is refused', async () => {
    const nested = db.rawTransaction((sql) => things(sql).transaction().execute(all.bind(null, sql)))
    await expect(nested).rejects.toThrow('Database.transaction begins transactions')
  })

  it('given a column that the entity does not have, or a value of another type, then it is a type error', async () => {
    const from = things(db.sql).selectFrom('kysely_thing')
    // @ts-expect-error: `name` is not a column
    await expect(from.select('name').execute()).rejects.toThrow('name')
    // @ts-expect-error: a number is not a moment
    await expect(from.select('id').where('made_at', '>', 5).execute()).rejects.toThrow()
  })

  it('given an entity, then its columns are those of the table', async () => {
    const stored = await db.sql.query<{ name: string }>(
      "select column_name as name from information_schema.columns where table_name = 'kysely_thing' order by ordinal_position",
    )
    expect(columnsOf(Thing)).toEqual(stored.map(({ name }) => name))
  })
})
