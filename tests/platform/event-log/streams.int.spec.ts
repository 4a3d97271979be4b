import { randomUUID } from 'node:crypto'
import { defineEntity, p } from '@mikro-orm/postgresql'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Sql } from '#platform/database/sql.ts'
import { Projection } from '#platform/event-log/projection.ts'
import { foldOf, type StreamKind, Streams } from '#platform/event-log/streams.ts'
import { OffsetClock } from '#platform/kernel/clock.ts'
import { RandomIds } from '#platform/kernel/ids.ts'
import { given } from '../../support/given.ts'
import { event, item, openTestLog } from './test-log.ts'

/** An account with a limit: opened, moved, and closed, which removes its row. */
type AccountEvent =
  | { type: 'Opened'; data: { name: string; limit: number } }
  | { type: 'Moved'; data: { amount: number } }
  | { type: 'Closed'; data: Record<string, never> }

interface Account {
  id: string
  name: string | null
  limit: number
  moves: number[]
  openedAt: Date | null
}

const accountStream: StreamKind<Account, AccountEvent> = {
  prefix: 'account-',
  empty: (id) => ({ id, name: null, limit: 0, moves: [], openedAt: null }),
  evolve: (account, event, at) => {
    if (event.type === 'Opened') return { ...account, ...event.data, openedAt: at }
    if (event.type === 'Closed') return { ...account, openedAt: null }
    return { ...account, moves: [...account.moves, event.data.amount] }
  },
}

const AccountRow = defineEntity({
  name: 'AccountRow',
  tableName: 'test_account',
  properties: {
    accountId: p.uuid().primary(),
    fullName: p.text(),
    limitMinor: p.bigint('number'),
    balance: p.integer(),
    moves: p.json<number[]>(),
    openedAt: p.datetime(),
    note: p.text().nullable(),
  },
})

const accountRows = new Projection(accountStream, AccountRow, ({ id, name, limit, moves, openedAt }) => {
  if (name === 'unreadable') throw new Error('This account cannot be folded')
  return name === null || openedAt === null
    ? null
    : {
        accountId: id,
        fullName: name,
        limitMinor: limit,
        balance: moves.reduce((sum, amount) => sum + amount, 0),
        moves,
        openedAt,
        note: moves.length > 2 ? 'moved often' : null,
      }
})

const opened = (name = 'Ann', limit = 9_000_000_000): AccountEvent[] => [
  { type: 'Opened', data: { name, limit } },
]
const moved = (...amounts: number[]): AccountEvent[] =>
  amounts.map((amount) => ({ type: 'Moved', data: { amount } }))

const test = given(openTestLog, 'close')
let streams: Streams
let sql: Sql
let id: string

beforeAll(async () => {
  streams = new Streams(test.log, new OffsetClock(), new RandomIds())
  await test.asSuperuser(`create table test_account (account_id uuid primary key, full_name text not null unique,
    limit_minor bigint not null, balance int not null, moves jsonb not null, opened_at timestamptz not null, note text)`)
  await test.asSuperuser('grant all on test_account to public')
  sql = {
    query: async <Row>(text: string, values: readonly unknown[] = []) =>
      (await test.pool.query(text, [...values])).rows as Row[],
  }
})
beforeEach(() => {
  id = randomUUID()
})

/** Changes an account, and its row in the same append. */
const change = (
  account: string,
  decide: (account: Account, now: Date) => AccountEvent[] | Promise<AccountEvent[]>,
  more: { once?: string; again?: (error: unknown) => boolean } = {},
) =>
  streams.change(
    accountStream,
    account,
    decide,
    ({ before, after }) => ({
      metadata: { actor: 'system:test' },
      writes: accountRows.write(before, after),
      ...(more.once !== undefined && { once: more.once }),
    }),
    more.again,
  )
const rowOf = async (account: string) =>
  (await sql.query('select * from test_account where account_id = $1', [account]))[0]
const sourceIds = async (account: string) =>
  (await test.log.read(`account-${account}`)).map(({ sourceId }) => sourceId)

describe('a change of a stream', () => {
  it('stores what is decided with its row, and answers the state, the version and the positions', async () => {
    const first = await change(id, () => [...opened(id), ...moved(5, 7)])
    const { position } = await test.log.head()
    expect(first).toMatchObject({
      version: 3,
      isNew: true,
      positions: [position - 2, position - 1, position],
    })
    expect(first.state).toEqual((await streams.load(accountStream, id)).state)
    expect(await rowOf(id)).toMatchObject({
      full_name: id,
      limit_minor: '9000000000',
      balance: 12,
      moves: [5, 7],
    })
    const facts = await test.log.factsOf(`account-${id}`)
    expect(foldOf(accountStream, id, facts)).toEqual(first.state)
    expect(facts[0]?.occurredAt).toEqual(first.state.openedAt)
    const ids = await sourceIds(id)
    const [, call] = /^change:([0-9a-f-]{36}):0$/.exec(ids[0] ?? '') ?? []
    expect(ids).toEqual([0, 1, 2].map((at) => `change:${call}:${at}`))

    const nothing = await change(id, () => [])
    expect(nothing).toEqual({ state: first.state, version: 3, isNew: false, positions: [] })
    await change(id, () => moved(1))
    expect(await rowOf(id)).toMatchObject({ balance: 13, note: 'moved often' })
  })

  it('is decided again when another one was faster, and each of many is stored once', async () => {
    await change(id, () => opened(id))
    await Promise.all(Array.from({ length: 12 }, () => change(id, ({ moves }) => moved(moves.length))))
    expect((await streams.load(accountStream, id)).state.moves).toEqual(
      Array.from({ length: 12 }, (_, at) => at),
    )
    expect(new Set(await sourceIds(id)).size).toBe(13)
  })

  it('with an id of its own is stored once', async () => {
    const twice = await Promise.all([1, 2].map(() => change(id, () => opened(id), { once: 'opened' })))
    expect(twice.filter(({ isNew }) => isNew)).toHaveLength(1)
    expect(await sourceIds(id)).toEqual(['opened'])
    await expect(change(id, () => moved(1, 2), { once: 'moved' })).rejects.toThrow('Only one event')
  })

  it('stores nothing when a write is refused, and is decided again after the errors that the caller names', async () => {
    const taken = id
    await change(taken, () => opened(taken))
    const other = randomUUID()
    await expect(change(other, () => opened(taken))).rejects.toThrow('test_account_full_name_key')
    expect(await test.log.read(`account-${other}`)).toEqual([])
    let tries = 0
    const decide = async () => opened(tries++ === 0 ? taken : other)
    await change(other, decide, { again: (error) => String(error).includes('test_account_full_name_key') })
    expect([tries, (await rowOf(other))?.full_name]).toEqual([2, other])
    await expect(change(other, () => Promise.reject(new Error('refused')))).rejects.toThrow('refused')
  })
})

describe('the row of a stream', () => {
  it('keeps the columns that a change does not concern, goes with its state, and comes back', async () => {
    await change(id, () => opened(id))
    await sql.query(`update test_account set note = 'by another hand' where account_id = $1`, [id])
    await change(id, () => moved(3))
    expect(await rowOf(id)).toMatchObject({ balance: 3, note: 'by another hand' })
    await change(id, () => [{ type: 'Closed', data: {} }])
    expect(await rowOf(id)).toBeUndefined()
    expect(accountRows.write(accountStream.empty(id), accountStream.empty(id))).toEqual([])
    await change(id, () => opened(`${id} again`))
    expect(await rowOf(id)).toMatchObject({ full_name: `${id} again`, balance: 3 })
  })

  it('is compared with the log in both directions, over more streams than are folded at a time, and repaired', async () => {
    const ids = Array.from({ length: 1_100 }, () => randomUUID()).sort()
    await Promise.all(ids.map((each) => change(each, () => [...opened(each, 2), ...moved(1)])))
    await sql.query(`update test_account set note = null where note = 'by another hand'`)
    expect(await accountRows.differing(sql)).toEqual([])
    expect(await accountRows.restore(sql)).toBe(0)
    const before = await sql.query('select * from test_account order by account_id')

    const [gone, wrong, renamed, other, last] = [ids[3], ids[500], ids[501], ids[1_000], ids[1_099]]
    const stray = randomUUID()
    const set = async (change: string, of: string | undefined) =>
      expect(
        await sql.query(`update test_account set ${change} where account_id = $1 returning 1`, [of]),
      ).toHaveLength(1)
    await sql.query('delete from test_account where account_id = $1', [gone])
    await set(`balance = 8, moves = '[8]', note = 'wrong'`, wrong)
    await set(`full_name = 'between'`, other)
    await set(`full_name = '${other}'`, renamed)
    await set(`limit_minor = 3`, last)
    await sql.query(`insert into test_account values ($1, 'nobody', 1, 1, '[]', now(), null)`, [stray])
    expect((await accountRows.differing(sql)).sort()).toEqual(
      [
        `test_account does not have the row ${gone} that the log gives`,
        `test_account has a row ${stray} that the log does not give`,
        `test_account ${wrong}: balance is 8, by the log 1; moves is 8, by the log 1; note is wrong, by the log nothing`,
        `test_account ${renamed}: full_name is ${other}, by the log ${renamed}`,
        `test_account ${other}: full_name is between, by the log ${other}`,
        `test_account ${last}: limit_minor is 3, by the log 2`,
      ].sort(),
    )
    expect(await accountRows.restore(sql)).toBe(6)
    expect(await accountRows.differing(sql)).toEqual([])
    expect(await sql.query('select * from test_account order by account_id')).toEqual(before)
  })

  it('of a stream that cannot be folded is named, and nothing is repaired then', async () => {
    await test.log.append(
      item(`account-${id}`, 0, [{ ...event(), type: 'Opened', data: { name: 'unreadable', limit: 1 } }]),
    )
    expect(await accountRows.differing(sql)).toEqual([])
    await sql.query(`insert into test_account values ($1, 'unreadable', 1, 0, '[]', now(), null)`, [id])
    expect(await accountRows.differing(sql)).toEqual([
      `test_account has a row ${id} that the log does not give`,
    ])
    await expect(accountRows.restore(sql)).rejects.toThrow('cannot be folded')
  })
})
