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
    applicationName: 'steps',
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

describe('a transaction in steps', () => {
  it('given two steps, then each is one message with all of its statements, and both are committed', async () => {
    const word = await db.inSteps(async (step) => {
      const [row] = await step(async (sql) => {
        const first = sql.query<{ word: string }>(`insert into step values (1, 'one') returning word`)
        void sql.query('insert into step values ($1, $2)', [2, 'two'])
        return first
      })
      await step((sql) => sql.query('insert into step values (3, $1)', [row?.word]), 'commit')
      return row?.word
    })
    expect(word).toBe('one')
    expect(timed).toEqual(['insert step', 'insert step'])
    expect(await kept()).toEqual([1, 2, 3])
  })

  it('given no last step, or none at all, then it is committed all the same', async () => {
    await db.inSteps((step) => step((sql) => sql.query('insert into step values (1, null)')))
    await db.inSteps(async () => undefined)
    expect(await kept()).toEqual([1])
  })

  it('given a throw between two steps, then nothing stays', async () => {
    const work = db.inSteps(async (step) => {
      await step((sql) => sql.query('insert into step values (1, null)'))
      throw new Error('stop')
    })
    await expect(work).rejects.toThrow('stop')
    expect(await kept()).toEqual([])
  })

  it('given a step that fails and is swallowed, then the next one fails too: nothing is lost in silence', async () => {
    for (let n = 0; n < 4; n += 1) {
      const work = db.inSteps(async (step) => {
        await step((sql) => sql.query('insert into step values (1, null), (1, null)')).catch(() => undefined)
        await step((sql) => sql.query('insert into step values (2, null)'), 'commit')
      })
      await expect(work).rejects.toMatchObject({ code: '23505' })
    }
    expect(await kept()).toEqual([])
  })

  it('given a connection that is cut under way, then the caller is told to try again, and the pool recovers', async () => {
    const cut = db.inSteps(async (step) => {
      const [row] = await step((sql) => sql.query<{ pid: number }>('select pg_backend_pid() as pid'))
      await db.sql.query('select pg_terminate_backend($1::int)', [row?.pid])
      await step((sql) => sql.query('insert into step values (1, null)'), 'commit')
    })
    await expect(cut).rejects.toMatchObject({ kind: 'unavailable' })
    for (let n = 0; n < 4; n += 1)
      await db.inSteps((step) => step((sql) => sql.query('select 1 as one'), 'commit'))
    expect(await kept()).toEqual([])
  })
})
