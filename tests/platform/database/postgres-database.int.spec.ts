import { setImmediate as nextTurn } from 'node:timers/promises'
import { defineEntity, p } from '@mikro-orm/postgresql'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { PostgresDatabase, type PostgresOptions } from '#platform/database/postgres-database.ts'
import { AppError } from '#platform/kernel/error.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'

const Thing = defineEntity({
  name: 'Thing',
  tableName: 'thing',
  properties: { id: p.integer().primary(), name: p.string(), at: p.datetime(), day: p.date() },
})
const migrations = [
  {
    name: '20261121-01-thing',
    sql: 'create table thing (id int primary key, name text not null, at timestamptz not null, day date not null)',
  },
]
const at = new Date('2026-11-21T10:20:30.456Z')
const day = '2026-11-21'

describe('PostgresDatabase', () => {
  let test: TestDatabase
  let db: PostgresDatabase
  const opened: PostgresDatabase[] = []
  const timed = new Map<string, number>()

  beforeAll(async () => {
    test = await createTestDatabase({ migrations })
    db = await open({ onStatement: (name, seconds) => timed.set(name, seconds) })
  })
  afterAll(async () => {
    await Promise.all(opened.map((database) => database.close()))
    await test.drop()
  })

  async function open(options: Partial<PostgresOptions> = {}): Promise<PostgresDatabase> {
    const database = await PostgresDatabase.open({ url: test.url, entities: [Thing], ...options })
    opened.push(database)
    return database
  }

  it('given a query that waits for its connection, when the database is closed, then the query is answered and the close ends', async () => {
    const database = await PostgresDatabase.open({ url: test.url, entities: [Thing] })
    await database.em().find(Thing, { id: 0 })
    const slow = database.sql.query<{ done: number }>('select 1 as done from pg_sleep(0.1)')
    const waiting = database.em().find(Thing, { id: 0 })
    await nextTurn()
    const closed = database.close()
    expect(await waiting).toEqual([])
    expect(await slow).toEqual([{ done: 1 }])
    await closed
    await expect(database.sql.query('select 1')).rejects.toMatchObject({ kind: 'unavailable' })
  })

  it('given a transaction, when the entity manager writes, then plain SQL sees it on the same connection', async () => {
    await db.transaction(async ({ em, sql }) => {
      em.create(Thing, { id: 1, name: "O'Hara ?", at, day })
      await em.flush()
      const [row] = await sql.query('select *, $1::text as given from thing where id = 1', ['x'])
      expect(row).toEqual({ id: 1, name: "O'Hara ?", at, day, given: 'x' })
      expect(await db.sql.query('select from thing where id = 1')).toEqual([])
    })
    expect(await db.em().findOneOrFail(Thing, 1)).toMatchObject({ name: "O'Hara ?", at, day })
  })

  it('given an entity that was only read, when flushed, then nothing is written', async () => {
    const em = db.em()
    await em.findOneOrFail(Thing, 1)
    timed.clear()
    await em.flush()
    expect([...timed.keys()]).toEqual([])
  })

  it.each(['transaction', 'rawTransaction'] as const)(
    'given a throw in %s, then nothing stays',
    async (kind) => {
      const insert = `insert into thing values (2, 'two', now(), now())`
      const work =
        kind === 'transaction'
          ? db.transaction(async ({ sql }) => {
              await sql.query(insert)
              throw new Error('stop')
            })
          : db.rawTransaction(async (sql) => {
              await sql.query(insert)
              throw new Error('stop')
            })
      await expect(work).rejects.toThrow('stop')
      expect(await db.sql.query('select from thing where id = 2')).toEqual([])
    },
  )

  it('given a failed statement whose error was swallowed, when committing, then the caller is told', async () => {
    const failing = async (sql: { query(text: string): Promise<unknown> }) => {
      await sql.query('select 1 / 0').catch(() => undefined)
    }
    await expect(db.rawTransaction(failing)).rejects.toThrow('rolled back at its commit')
    await expect(db.transaction(({ sql }) => failing(sql))).rejects.toThrow('rolled back at its commit')
    // More often than the pool has connections: none was lost.
    for (let n = 0; n < 12; n += 1) await db.transaction(({ sql }) => failing(sql)).catch(() => undefined)
    expect(await db.sql.query('select 1 as one')).toEqual([{ one: 1 }])
  })

  it('given statements of every kind, then each is timed under its name', async () => {
    timed.clear()
    await db.sql.query('select * from thing')
    await db.em().count(Thing)
    await db.rawTransaction((sql) => sql.query(`update thing set name = 'x' where false`))
    await db.sql.query('select 1 / 0').catch(() => undefined)
    expect([...timed.keys()].sort()).toEqual(['begin', 'commit', 'select', 'select thing', 'update thing'])
    expect(timed.get('select thing')).toBeGreaterThan(0)
  })

  it('given every connection is taken, then each way of asking answers unavailable', async () => {
    const small = await open({ poolSize: 1 })
    const isTaken = Promise.withResolvers<void>()
    let isReleased = false
    const taken = small.rawTransaction(async (sql) => {
      isTaken.resolve()
      // Never idle for long: the server would end the session.
      while (!isReleased) await sql.query('select pg_sleep(0.1)')
    })
    await isTaken.promise
    const answers = await Promise.allSettled([
      small.sql.query('select 1'),
      small.em().find(Thing, {}),
      small.transaction(async () => undefined),
      small.rawTransaction(async () => undefined),
    ])
    isReleased = true
    for (const answer of answers) {
      const reason: unknown = answer.status === 'rejected' ? answer.reason : undefined
      expect(reason).toBeInstanceOf(AppError)
      expect(reason).toMatchObject({ kind: 'unavailable' })
    }
    await taken
    expect(await small.sql.query('select 1 as one')).toEqual([{ one: 1 }])
  })

  it('given a row that another transaction holds, then waiting for it ends with the lock timeout', async () => {
    const impatient = await open({ lockTimeout: 0.2 })
    await db.rawTransaction(async (sql) => {
      await sql.query('select from thing where id = 1 for update')
      await expect(impatient.sql.query('update thing set id = 1 where id = 1')).rejects.toMatchObject({
        code: '55P03',
      })
    })
  })

  it('given a statement that takes too long, then it is cancelled', async () => {
    const hasty = await open({ statementTimeout: 0.2 })
    await expect(hasty.sql.query('select pg_sleep(5)')).rejects.toMatchObject({ code: '57014' })
  })

  it('given a product whose clock is stopped, then no wait on the server or for it has a limit, and nothing is read at intervals', async () => {
    const patient = await open({ unlimited: true })
    const limits = await patient.sql.query(
      `select setting from pg_settings where name in
         ('lock_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout')`,
    )
    expect(limits).toEqual([{ setting: '0' }, { setting: '0' }, { setting: '0' }])
    const timers = vi.spyOn(globalThis, 'setInterval')
    await patient.listen('never', vi.fn(), () => patient.sql.query('select 1'))
    expect(timers.mock.calls).toEqual([])
    await (await open()).listen('often', vi.fn(), async () => 1)
    expect(timers.mock.calls).toHaveLength(2)
    timers.mockRestore()
  })

  it('given the defaults, then the limits of the design are in force', async () => {
    const limits = await db.sql.query(
      `select name, setting from pg_settings where name in
         ('lock_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout') order by name`,
    )
    expect(limits.map((row) => row.setting)).toEqual(['10000', '2000', '5000'])
  })

  it('given two processes, when one notifies, then both are notified, until they stop listening', async () => {
    const other = await open()
    const [here, there] = [vi.fn(), vi.fn()]
    const stop = await db.listen('news "quoted"', here)
    await other.listen('news "quoted"', there)
    await other.notify('news "quoted"', 'one')
    await vi.waitFor(() => expect([here.mock.calls, there.mock.calls]).toEqual([[['one']], [['one']]]))
    await stop()
    await db.notify('news "quoted"', 'two')
    await vi.waitFor(() => expect(there.mock.calls).toEqual([['one'], ['two']]))
    expect(here).toHaveBeenCalledTimes(1)
  })

  it('given a transaction that notifies, then listeners are notified only when that commits', async () => {
    const heard = vi.fn()
    await db.listen('owed', heard)
    await db
      .rawTransaction(async (sql) => {
        await db.notify('owed', 'never', sql)
        throw new Error('stop')
      })
      .catch(() => undefined)
    await db.rawTransaction((sql) => db.notify('owed', 'kept', sql))
    await vi.waitFor(() => expect(heard.mock.calls).toEqual([['kept']]))
  })

  it('given the server cuts every connection, then statements and listeners come back, and listeners are notified', async () => {
    const lines: string[] = []
    const cut = await open({ applicationName: 'to-be-cut', log: (line) => lines.push(line) })
    const heard = vi.fn()
    await cut.listen('cut', heard)
    await cut.sql.query('select 1')
    const admin = await open({ url: test.superUrl })
    await admin.sql.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and usename = 'veralead_app'`,
    )
    await vi.waitFor(() => expect(heard.mock.calls).toEqual([['']]), 5_000)
    await vi.waitFor(async () => expect(await cut.sql.query('select 1 as one')).toEqual([{ one: 1 }]))
    await cut.notify('cut', 'again')
    await vi.waitFor(() => expect(heard.mock.calls).toEqual([[''], ['again']]))
    expect(lines.join()).toContain('notification connection')
  })

  it('given transactions that lose their connection at any point, then the pool loses none', async () => {
    const small = await open({ poolSize: 1 })
    const admin = await open({ url: test.superUrl, poolSize: 1 })
    const lost = new Set<string>()
    for (let round = 0; round < 30; round += 1) {
      const backend = small.sql.query<{ pid: number }>('select pg_backend_pid() as pid')
      const pid = await backend.then(([row]) => row?.pid ?? 0).catch(() => 0)
      const killed = admin.sql.query('select pg_terminate_backend($1)', [pid])
      // Later in each round, so that BEGIN, a statement, COMMIT and ROLLBACK are hit in turn.
      if (round % 3 === 0) await killed
      await small
        .transaction(({ sql }) => sql.query(`select pg_sleep(${(round % 5) / 1_000})`))
        .catch((error: Error) => {
          lost.add(error.message)
        })
      await killed
    }
    expect(lost.size).toBeGreaterThan(0)
    await expect(
      small.transaction(({ sql }) => sql.query('select pg_terminate_backend(pg_backend_pid())')),
    ).rejects.toThrow(/terminat/)
    expect(await small.transaction(({ sql }) => sql.query('select 1 as one'))).toEqual([{ one: 1 }])
  }, 15_000)
})
