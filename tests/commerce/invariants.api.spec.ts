import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { EventLog } from '#platform/event-log/event-log.ts'
import { eventually } from '../support/app.ts'
import { type Checkpoint, expectInvariants } from './invariants.ts'
import { openShop, type Shop } from './support/shop.ts'

let shop: Shop
let superuser: Client
let checkpoint: Checkpoint
let paid: Awaited<ReturnType<Shop['paidOrder']>>
let open: string
const tables = ['commerce_order', 'es.events', 'es.head', 'platform_owed_job', 'pgboss.job'] as const
const copyOf = (table: string): string => `untouched.${table.replace('.', '_')}`

beforeAll(async () => {
  shop = await openShop()
  paid = await shop.paidOrder()
  await shop.paidOrder()
  open = (await shop.checkout(await shop.buyer())).body.order.id
  await shop.inbox.idle()
  // What is still in the outbox would be in neither table after the rows are put back.
  const waiting = () => shop.sql.query('select 1 from platform_job_outbox')
  await eventually(async () => (await waiting()).length === 0)
  checkpoint = await shop.site.container.get(EventLog).head()
  superuser = new Client({ connectionString: shop.database.superUrl })
  await superuser.connect()
  // A role that may do this passes every trigger: the test asks whether it is noticed.
  await superuser.query('set session_replication_role = replica; create schema untouched')
  for (const table of tables) await superuser.query(`create table ${copyOf(table)} as select * from ${table}`)
})
afterEach(async () => {
  await superuser.query('begin')
  for (const table of tables) {
    await superuser.query(`delete from ${table}`)
    await superuser.query(`insert into ${table} select * from ${copyOf(table)}`)
  }
  await superuser.query('commit')
})
afterAll(async () => {
  await superuser?.end()
  await shop?.stop()
})

const check = (options: Parameters<typeof expectInvariants>[1] = { checkpoint }) =>
  expectInvariants({ sql: shop.sql, log: shop.site.container.get(EventLog), stripe: shop.stripe }, options)
const change = (text: string, values: unknown[]) => superuser.query(text, values)

describe('the invariants that every test of payments asks for at its end', () => {
  test('given sales as they should be, when they are looked at, then all of I1 to I8 hold', async () => {
    await check()
  })

  test.each([
    [
      'I1',
      'a payment that belongs to no order',
      () => change("update commerce_order set intent_ids = '{}' where id = $1", [paid.orderId]),
    ],
    [
      'I1',
      'a payment whose order is not recorded as paid',
      () => change("update commerce_order set status = 'cancelled' where id = $1", [paid.orderId]),
    ],
    [
      'I2',
      'an order that is completed and was not paid',
      () => change("update commerce_order set status = 'completed' where id = $1", [open]),
    ],
    [
      'I4',
      'a status that is not the fold of its events',
      () => change("update commerce_order set status = 'cancelled' where id = $1", [open]),
    ],
    [
      'I5',
      'an event that is missing in its stream',
      () =>
        change("delete from es.events where stream_id = $1 and type = 'PaymentRequested'", [`order-${open}`]),
    ],
    [
      'I5',
      'a head of the log that is not the last event',
      () => change('update es.head set position = position + $1', [1]),
    ],
    [
      'I6',
      'a row that differs from a rebuild',
      () => change('update commerce_order set refunded_minor = 1 where id = $1', [paid.orderId]),
    ],
    [
      'I7',
      'a completed order that owes no confirmation',
      () =>
        change("delete from platform_owed_job where queue = 'commerce-order-confirmation' and key = $1", [
          `order-confirmation-${paid.orderId}`,
        ]),
    ],
    [
      'I8',
      'an event that was changed afterwards',
      () =>
        change(
          `update es.events set data = jsonb_set(data, '{amountReceived}', '1')
           where stream_id = $1 and type = 'PaymentIntentObserved'
           and position = (select min(position) from es.events where stream_id = $1 and type = 'PaymentIntentObserved')`,
          [`order-${paid.orderId}`],
        ),
    ],
  ])('%s: given %s, when the sales are looked at, then it is named', async (name, _, breach) => {
    expect((await breach()).rowCount).toBe(1)
    await expect(check()).rejects.toThrow(name)
  })

  test('I3: given two payments of one buyer for one product, when the sales are looked at, then they are named', async () => {
    const again = await shop.checkout(paid.buyer, { confirmAgain: true })
    await shop.pay(again.body.paymentIntent.clientSecret)
    const seen = await paid.buyer.http.get(
      `/api/checkout/verify-payment-intent/${again.body.paymentIntent.id}`,
    )
    expect(seen.body.order.status).toBe('completed')
    await shop.inbox.idle()
    await check({ checkpoint, mayBuyTwice: true })
    await expect(check()).rejects.toThrow('I3')
  })
})
