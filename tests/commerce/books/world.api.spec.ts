import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { Database } from '#platform/database/database.ts'
import { inSnapshot } from '#platform/database/snapshot.ts'
import { EventLog, type RecordedEvent } from '#platform/event-log/event-log.ts'
import { fromDecimal } from '#platform/kernel/money.ts'
import { Books } from '../../../src/modules/commerce/finance/books/books.ts'
import { forgetBooks } from '../../../src/modules/commerce/finance/books/forget-books.ts'
import { exportLines } from '../../../src/modules/commerce/finance/exports/exports.ts'
import { accountSettings } from '../../../src/modules/commerce/finance/journal/accounts.ts'
import { LogKey } from '../../../src/modules/commerce/finance/log/log-key.ts'
import { OrderState } from '../../../src/modules/commerce/finance/search/contract.ts'
import { stateView } from '../../../src/modules/commerce/finance/search/views.ts'
import { SignedHeads } from '../../../src/modules/commerce/finance/verification/signed-heads.ts'
import { verifyOrders } from '../../../src/modules/commerce/finance/verification/verify-orders.ts'
import { loadedFrom } from '../../../src/modules/commerce/orders/loaded.ts'
import { rebuildOrders } from '../../../src/modules/commerce/orders/rebuild.ts'
import { fillYardstick, projected, yardstickDifferences } from '../../bench/books-yardstick.ts'
import type { HttpClient } from '../../support/http-client.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { makeWorld } from '../support/world.ts'

const fromAmount = (text: string): number => fromDecimal(text, 'usd')

const long = process.env.LONG === '1'
const count = Number(process.env.WORLD ?? (long ? 20_000 : 240))
const moments = long ? 1_000 : 40

let shop: Shop
let log: EventLog
let staff: HttpClient
let ids: string[]
let disputed: number

async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const started = performance.now()
  const answer = await work()
  console.log(`${what}: ${((performance.now() - started) / 1000).toFixed(2)} s`)
  return answer
}

// Without a collection before each look, memory shows when the last one was.
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
/** Events or lines between two looks at the memory. */
const lookEvery = long ? 10_000 : 500

function memoryInUse(): number {
  collect()
  return process.memoryUsage().heapUsed
}

async function median(rounds: number, work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const started = performance.now()
    await work()
    times.push(performance.now() - started)
  }
  return times.sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0
}

const listPage = () => staff.get('/api/finance/orders?pageSize=25')

beforeAll(async () => {
  shop = await openShop()
  await shop.reconciler.stop()
  log = shop.site.container.get(EventLog)
  staff = await shop.staff()
  const parts = { orders: shop.orders, database: shop.site.container.get(Database) }
  const few = await makeWorld(parts, 200)
  const small = await median(9, listPage)
  const many = await timed(`writing ${count - 200} orders`, () => makeWorld(parts, count - 200))
  ids = [...few.ids, ...many.ids]
  disputed = few.disputed + many.disputed
  const large = await median(9, listPage)
  console.log(
    `list page with 200 orders ${small.toFixed(1)} ms, with ${count} ${large.toFixed(1)} ms: ${(large / small).toFixed(2)} times`,
  )
}, 3_600_000)
afterAll(() => shop?.stop())

describe('a world of orders in every state', () => {
  test('given the world, when its list is read, then every state is there and the sums are those of the books', async () => {
    const { body } = await listPage()
    expect(body.total).toBe(count)
    for (const status of ['pending', 'processing', 'completed', 'cancelled', 'refunded']) {
      expect(
        (await staff.get(`/api/finance/orders?status=${status}&pageSize=1`)).body.total,
        status,
      ).toBeGreaterThan(0)
    }
    const books = await timed('booking the whole log', () => staff.get('/api/finance/books?by=month'))
    const sums = books.body.sums[0]
    expect(fromAmount(sums.received)).toBe(fromAmount(body.sums[0].receivedAmount))
    expect(fromAmount(sums.refunded)).toBe(fromAmount(body.sums[0].refundedAmount))
    expect(fromAmount(sums.disputed)).toBe(disputed)
  })

  test('given random orders and moments, when the order as of then is asked for, then it equals the fold of the events up to then', async () => {
    const shown = (id: string, events: RecordedEvent[]) =>
      z.encode(OrderState, stateView(loadedFrom(id, events))!)
    for (let n = 0; n < moments; n += 1) {
      const id = ids[Math.floor(Math.random() * ids.length)] as string
      const events: RecordedEvent[] = await log.read(`order-${id}`)
      const pick = events[Math.floor(Math.random() * events.length)] as RecordedEvent
      const byVersion = await staff.get(`/api/finance/orders/${id}/state?version=${pick.version}`)
      const upTo = events.filter(({ version }) => version <= pick.version)
      expect(byVersion.body.order, `${id} version ${pick.version}`).toEqual(shown(id, upTo))
      const at = pick.occurredAt.toISOString()
      const byMoment = await staff.get(`/api/finance/orders/${id}/state?at=${at}`)
      const until = events.filter(({ occurredAt }) => occurredAt <= pick.occurredAt)
      expect(byMoment.body.order, `${id} at ${at}`).toEqual(shown(id, until))
    }
  })

  test('E-7, E-8: given the world, when it is verified and rebuilt, then nothing differs', async () => {
    const { events } = await timed('verifying the chain', () => log.verify())
    console.log(`${events} events`)
    const verdict = await timed('verifying chain, rows and numbers', () => verifyOrders(log))
    expect(verdict).toMatchObject({ ok: true, orders: count })
    const before = memoryInUse()
    let highest = before
    let looked = 0
    const rebuilt = await timed('rebuilding the rows', () =>
      rebuildOrders(shop.database.adminUrl, (done) => {
        if (done - looked < lookEvery) return
        looked = done
        highest = Math.max(highest, memoryInUse())
      }),
    )
    console.log(`memory in use grew by ${((highest - before) / 1e6).toFixed(1)} MB`)
    // An order at a time, whatever there is.
    expect(highest - before).toBeLessThan(20e6)
    expect(rebuilt).toMatchObject({ orders: count, differing: 0, swapped: false })
  })

  test('given the world, when the SQL that the bench compares the rebuild with writes its rows, then they are the same rows', async () => {
    const owner = new Client({ connectionString: shop.database.adminUrl })
    await owner.connect()
    try {
      await fillYardstick(owner, projected)
      expect(await yardstickDifferences(owner)).toBe(0)
      await owner.query('drop table bench_yard')
    } finally {
      await owner.end()
    }
  })

  test('given the world, when its events are exported, then memory stays flat', async () => {
    const before = memoryInUse()
    let highest = before
    let lines = 0
    const request = {
      name: 'events.jsonl',
      period: {},
      step: 'day',
      dates: 'stripe',
      timeZone: 'UTC',
      accounts: accountSettings.schema.parse({}),
    } as const
    await inSnapshot(shop.database.url, async (snapshot) => {
      for await (const line of exportLines(snapshot, request, new LogKey([Buffer.alloc(32)]), new Date())) {
        lines += line === '' ? 0 : 1
        if (lines % lookEvery === 0) highest = Math.max(highest, memoryInUse())
      }
    })
    console.log(`${lines} lines exported, memory in use grew by ${((highest - before) / 1e6).toFixed(1)} MB`)
    expect(lines).toBe((await log.head()).position + 2)
    // A page of events at a time, whatever there is.
    expect(highest - before).toBeLessThan(20e6)
  })

  test('D-1: given a backup of the whole database, when it is wiped, restored, verified, rebuilt and booked, then 0 rows differ and the signed head is still in it', async () => {
    const { signed } = await shop.site.container.get(SignedHeads).keep()
    const books = shop.site.container.get(Books)
    const booked = await books.lines({}, 'day')
    const superuser = new Client({ connectionString: shop.database.superUrl })
    await superuser.connect()
    const tables = [
      'es.events',
      'es.head',
      'public.commerce_order',
      'public.commerce_invoice',
      'public.commerce_signed_head',
    ]
    const copyOf = (table: string) => `backup.${table.replace('.', '_')}`
    await superuser.query('create schema backup; set session_replication_role = replica')
    for (const table of tables)
      await superuser.query(`create table ${copyOf(table)} as select * from ${table}`)
    for (const table of tables) await superuser.query(`delete from ${table}`)
    expect((await verifyOrders(log).catch((error: Error) => error)) as object).not.toMatchObject({
      orders: count,
    })
    for (const table of tables) await superuser.query(`insert into ${table} select * from ${copyOf(table)}`)
    await superuser.query('drop schema backup cascade')
    await superuser.end()
    const verdict = await verifyOrders(log)
    expect(verdict).toMatchObject({ ok: true, orders: count, differences: [], numbers: { count: 0 } })
    const heads = (await staff.get('/api/finance/integrity')).body
    expect(heads).toMatchObject({
      ok: true,
      parts: expect.arrayContaining([expect.objectContaining({ name: 'heads', checked: 1, count: 0 })]),
    })
    expect(signed).not.toBeNull()
    expect(await rebuildOrders(shop.database.adminUrl)).toMatchObject({ differing: 0 })
    await forgetBooks(shop.database.adminUrl)
    expect(await books.lines({}, 'day')).toEqual(booked)
  })
})
