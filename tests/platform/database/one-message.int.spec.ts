import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { PostgresDatabase } from '#platform/database/postgres-database.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'

const timed: string[] = []
let test: TestDatabase
let db: PostgresDatabase
beforeAll(async () => {
  test = await createTestDatabase()
  db = await PostgresDatabase.open({
    url: test.superUrl,
    poolSize: 2,
    applicationName: 'one-message',
    onStatement: (name) => timed.push(name),
  })
  await db.sql.query('create table step (id int primary key, word text)')
})
afterAll(async () => {
  await db?.close()
  await test?.drop()
})
beforeEach(async () => {
  await db.sql.query('truncate step')
  timed.length = 0
})

const kept = async (): Promise<number[]> =>
  (await db.sql.query<{ id: number }>('select id from step order by id')).map(({ id }) => id)

describe('a transaction in one message', () => {
  it('given several statements, then they travel as one and are committed, and the awaited answer comes back', async () => {
    const [row] = await db.inOneMessage((sql) => {
      const first = sql.query<{ word: string }>(`insert into step values (1, 'one') returning word`)
      void sql.query('insert into step values ($1, $2)', [2, 'two'])
      return first
    })
    expect(row?.word).toBe('one')
    expect(timed).toEqual(['insert step'])
    expect(await kept()).toEqual([1, 2])
  })

  it('given a last statement that fails, then nothing stays, and the connection works on', async () => {
    for (let n = 0; n < 4; n += 1) {
      const work = db.inOneMessage((sql) => {
        const first = sql.query('insert into step values (1, null)')
        void sql.query('insert into step values (2, null), (2, null)')
        return first
      })
      await expect(work).rejects.toMatchObject({ code: '23505' })
    }
    expect(await kept()).toEqual([])
  })

  it('given a constraint that is checked at the end, then its failure reaches the caller', async () => {
    await db.sql.query('create table late (id int constraint late_once unique deferrable initially deferred)')
    const work = db.inOneMessage((sql) => sql.query('insert into late values (1), (1)'))
    await expect(work).rejects.toMatchObject({ code: '23505' })
    expect(await db.sql.query('select id from late')).toEqual([])
  })

  it('given a connection that is cut under way, then the caller is told to try again, and the pool recovers', async () => {
    const cut = db.inOneMessage((sql) => {
      void sql.query('insert into step values (1, null)')
      return sql.query('select pg_terminate_backend(pg_backend_pid())')
    })
    await expect(cut).rejects.toMatchObject({ kind: 'unavailable' })
    for (let n = 0; n < 4; n += 1) await db.inOneMessage((sql) => sql.query('select 1 as one'))
    expect(await kept()).toEqual([])
  })
})
