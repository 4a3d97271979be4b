import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { EventLog } from '#platform/event-log/event-log.ts'
import { expectInvariants } from './invariants.ts'
import { type Buyer, openShop, type Shop } from './support/shop.ts'

let one: Shop
let two: Shop
let log: EventLog
beforeAll(async () => {
  one = await openShop()
  two = await openShop({ beside: one })
  log = one.site.container.get(EventLog)
})
afterAll(async () => {
  await two?.stop()
  await one?.stop()
})
afterEach(async () => {
  await one.lab('/lab/chaos', {})
  await Promise.all([one.inbox.idle(), two.inbox.idle()])
  await expectInvariants({ sql: one.sql, log, stripe: one.stripe })
})

/** The same browser, answered by the other process. */
function elsewhere(buyer: Buyer): Buyer {
  const http = two.client()
  http.setCookie('session', buyer.http.cookies.get('session') ?? '')
  return { ...buyer, http }
}

describe('R-10: two processes on one database', () => {
  test('P-9: given twenty tabs over both, when they prepare the payment at once, then there is one order, one intent and one secret', async () => {
    for (let round = 0; round < 5; round += 1) {
      const buyer = await one.buyer()
      const other = elsewhere(buyer)
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? one.checkout(buyer) : two.checkout(other))),
      )
      expect(answers.map((answer) => answer.status)).toEqual(Array(20).fill(200))
      expect(new Set(answers.map(({ body }) => body.paymentIntent.clientSecret)).size).toBe(1)
      expect(answers.filter(({ body }) => body.resumed)).toHaveLength(19)
      const intents = await one.stripe.paymentIntents.list({ limit: 100 })
      const mine = intents.data.filter((intent) => intent.metadata.order_id === answers[0]?.body.order.id)
      expect(mine).toHaveLength(1)
    }
  })

  test('given forty paid orders, when both processes complete them at once, then the numbers have no gap and no double', async () => {
    await one.lab('/lab/chaos', { webhooks: [{ fault: 'drop' }] })
    const intents: string[] = []
    for (let i = 0; i < 40; i += 1) {
      const { body } = await one.checkout(await one.buyer())
      await one.pay(body.paymentIntent.clientSecret)
      intents.push(body.paymentIntent.id)
    }
    const author = { actor: { kind: 'system', name: 'test' } } as const
    await Promise.all(
      intents.flatMap((id) => [one.observations.observe(id, author), two.observations.observe(id, author)]),
    )
    const numbers = await one.sql.query<{ number: number }>(
      "select number from commerce_invoice where kind = 'invoice' order by number",
    )
    expect(numbers.map(({ number }) => number)).toEqual(numbers.map((_, i) => i + 1))
    expect(numbers.length).toBeGreaterThanOrEqual(40)
  })

  test('given orders that are due, when both reconcilers tick at once, then each is completed once', async () => {
    await one.lab('/lab/chaos', { webhooks: [{ fault: 'drop' }] })
    const orders: string[] = []
    for (let i = 0; i < 10; i += 1) {
      const { body } = await one.checkout(await one.buyer())
      await one.pay(body.paymentIntent.clientSecret)
      orders.push(body.order.id)
    }
    await one.advance(25_000)
    await Promise.all([one.reconciler.tick(), two.reconciler.tick()])
    const rows = await one.sql.query(
      'select from commerce_order where id = any($1::uuid[]) and status = $2',
      [orders, 'completed'],
    )
    expect(rows).toHaveLength(10)
  })
})
