import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { EventLog } from '#platform/event-log/event-log.ts'
import { eventually } from '../support/app.ts'
import { given } from '../support/given.ts'
import { type Checkpoint, expectInvariants } from './invariants.ts'
import { openShop, productId } from './support/shop.ts'

const long = process.env.LONG === '1'
const shop = given(openShop)
let checkpoint: Checkpoint
const log = given(() => shop.site.container.get(EventLog))
beforeEach(async () => {
  checkpoint = await log.head()
})
afterEach(async () => {
  await shop.lab('/lab/chaos', {})
  await shop.inbox.idle()
  await shop.reconciler.tick()
  await expectInvariants({ sql: shop.sql, log, stripe: shop.stripe }, { checkpoint, mayBuyTwice: true })
})

const types = async (orderId: string) => (await log.read(`order-${orderId}`)).map((event) => event.type)
const intentsOf = async (orderId: string) => {
  const all = await shop.stripe.paymentIntents.list({ limit: 100 }).autoPagingToArray({ limit: 10_000 })
  return all.filter((intent) => intent.metadata.order_id === orderId)
}

describe('P-9, P-10, M-310: preparing a payment', () => {
  test('P-9: given one customer, when twenty tabs prepare the payment at once, then there is one order, one intent and one secret', async () => {
    const buyer = await shop.buyer()
    const answers = await Promise.all(Array.from({ length: 20 }, () => shop.checkout(buyer)))
    expect(answers.map((answer) => answer.status)).toEqual(Array(20).fill(200))
    expect(new Set(answers.map(({ body }) => body.paymentIntent.clientSecret)).size).toBe(1)
    expect(new Set(answers.map(({ body }) => body.order.id)).size).toBe(1)
    expect(answers.filter(({ body }) => body.resumed)).toHaveLength(19)
    expect(await intentsOf(answers[0]?.body.order.id)).toHaveLength(1)
  })

  const faults = [
    { name: 'is cut before it is executed', rule: { fault: 'cut', when: 'before' } },
    { name: 'is cut after it is executed', rule: { fault: 'cut', when: 'after' } },
    { name: 'answers 500 before it is executed', rule: { fault: 'answer', status: 500, when: 'before' } },
    { name: 'answers 500 after it is executed', rule: { fault: 'answer', status: 500, when: 'after' } },
    { name: 'answers 429', rule: { fault: 'answer', status: 429, when: 'before' } },
  ]
  test.each(faults)(
    'P-10: given Stripe whose call $name, when the buyer tries again, then there is still one intent',
    async ({ name, rule }) => {
      const rounds = long ? 100 : 4
      for (let round = 0; round < rounds; round += 1) {
        const buyer = await shop.buyer()
        // Four times: the SDK itself tries three times.
        await shop.lab('/lab/chaos', {
          seed: `round-${round}`,
          // The event of the first intent would heal what the key must prevent.
          webhooks: [{ fault: 'drop' }],
          requests: [
            { match: { method: 'POST', path: '/v1/payment_intents' }, times: 1 + (round % 4), ...rule },
          ],
        })
        let answer = await shop.checkout(buyer)
        for (let tries = 0; answer.status === 503 && tries < 5; tries += 1)
          answer = await shop.checkout(buyer)
        expect(answer.status, answer.text).toBe(200)
        expect(await intentsOf(answer.body.order.id)).toHaveLength(1)
      }
      console.log(`P-10: ${rounds} rounds of a call that ${name}, 0 second intents`)
    },
  )

  test('P-10: given an intent whose answer was lost, when the buyer comes back after the key was forgotten, then the intent is found', async () => {
    // It would find the intent by itself, and give the order up after a day.
    await shop.reconciler.stop()
    const buyer = await shop.buyer()
    const webhooks = [{ fault: 'drop' }]
    await shop.lab('/lab/chaos', {
      webhooks,
      requests: [{ match: { method: 'POST', path: '/v1/payment_intents' }, fault: 'cut', when: 'after' }],
    })
    expect((await shop.checkout(buyer)).status).toBe(503)
    await shop.lab('/lab/chaos', { webhooks })
    const [row] = await shop.sql.query<{ id: string }>('select id from commerce_order where buyer_id = $1', [
      buyer.id,
    ])
    const lost = await intentsOf(row?.id ?? '')
    expect(lost).toHaveLength(1)
    await shop.advance(25 * 3_600_000)
    const answer = await shop.checkout(buyer)
    await shop.reconciler.start()
    expect(answer.body, answer.text).toMatchObject({
      order: { id: row?.id },
      paymentIntent: { id: lost[0]?.id },
    })
    expect(await intentsOf(row?.id ?? '')).toHaveLength(1)
  })
})

describe('what is charged', () => {
  test('given a price of the browser, a second piece, a product not for sale and an unverified buyer, when they check out, then the server price is charged or nothing (M-308)', async () => {
    const buyer = await shop.buyer()
    const send = (who: typeof buyer, item: object) =>
      who.http.post('/api/checkout/create-payment-intent', { items: [{ productId, quantity: 1, ...item }] })
    expect((await send(buyer, { quantity: 2 })).status).toBe(400)
    const unverified = await shop.buyer({ isEmailVerified: false })
    const unknown = await send(unverified, {})
    expect([unknown.status, unknown.body.code]).toEqual([403, 'EMAIL_NOT_VERIFIED'])
    await shop.sql.query('update commerce_product set active = false where id = $1', [productId])
    const offered = await buyer.http.get('/api/products/type/certification_program')
    const shown = await buyer.http.get(`/api/products/${productId}`)
    const refused = await send(buyer, {})
    await shop.sql.query('update commerce_product set active = true where id = $1', [productId])
    // It is no longer offered; a person who has its page open gets a message.
    expect([offered.body.products, shown.body.product.active]).toEqual([[], false])
    expect(refused.body.code).toBe('PRODUCT_NOT_AVAILABLE')
    expect((await buyer.http.get(`/api/products/${buyer.id}`)).body).toMatchObject({
      code: 'PRODUCT_NOT_FOUND',
      error: 'Product not found in system',
    })
    expect((await buyer.http.get('/api/orders')).body.orders).toEqual([])
    const { body } = await send(buyer, { price: '0.01' })
    const intent = await shop.stripe.paymentIntents.retrieve(body.paymentIntent.id)
    // Minor units at Stripe, of the price that the catalogue says.
    expect(intent).toMatchObject({ amount: 250_000, currency: 'usd' })
  })

  test('given an open payment, when it is asked for again, then it is resumed; when the price has changed, then it is cancelled and made again (M-310)', async () => {
    const buyer = await shop.buyer()
    const first = (await shop.checkout(buyer)).body
    const again = (await shop.checkout(buyer)).body
    expect(again).toMatchObject({ resumed: true, paymentIntent: { id: first.paymentIntent.id } })
    // A declined card leaves it payable.
    await shop.pay(first.paymentIntent.clientSecret, 'pm_card_chargeDeclined')
    await shop.inbox.idle()
    expect((await shop.checkout(buyer)).body).toMatchObject({
      ...{ resumed: true, order: { id: first.order.id }, paymentIntent: { id: first.paymentIntent.id } },
    })
    await shop.sql.query('update commerce_product set price_minor = 270000 where id = $1', [productId])
    try {
      const dearer = (await shop.checkout(buyer)).body
      expect(dearer).toMatchObject({ resumed: false, paymentIntent: { amount: '2700.00' } })
      expect(dearer.order.id).not.toBe(first.order.id)
      expect((await shop.stripe.paymentIntents.retrieve(first.paymentIntent.id)).status).toBe('canceled')
      const { order } = (await buyer.http.get(`/api/orders/${first.order.id}`)).body
      expect(order.status).toBe('cancelled')
      expect((await shop.checkout(buyer)).body).toMatchObject({
        resumed: true,
        paymentIntent: { id: dearer.paymentIntent.id },
      })
    } finally {
      await shop.sql.query('update commerce_product set price_minor = 250000 where id = $1', [productId])
    }
  })
})

describe('P-11: a request that lies', () => {
  const item = { productId, quantity: 1 as unknown }
  test.each([
    ['quantity -1', [{ ...item, quantity: -1 }]],
    ['quantity 0', [{ ...item, quantity: 0 }]],
    ['quantity 2', [{ ...item, quantity: 2 }]],
    ['quantity 1e9', [{ ...item, quantity: 1e9 }]],
    ['quantity as text', [{ ...item, quantity: '1' }]],
    ['quantity as list', [{ ...item, quantity: [1] }]],
    ['no item', []],
    ['two items', [item, item]],
    ['a product id that is none', [{ ...item, productId: 'prod_1' }]],
  ])('given %s, when it is sent, then it is refused with 400 and nothing is stored', async (_name, items) => {
    const buyer = await shop.buyer()
    const answer = await buyer.http.post('/api/checkout/create-payment-intent', { items })
    expect(answer.status).toBe(400)
    expect((await buyer.http.get('/api/orders')).body.orders).toEqual([])
  })

  test('given an unknown and an inactive product, when they are ordered, then both are refused', async () => {
    const buyer = await shop.buyer()
    const order = (id: string) =>
      buyer.http.post('/api/checkout/create-payment-intent', { items: [{ productId: id, quantity: 1 }] })
    expect((await order('00000000-0000-4000-8000-000000000000')).body.code).toBe('PRODUCT_NOT_FOUND')
    const inactive = '11111111-1111-4111-8111-111111111111'
    await shop.sql.query(
      `insert into commerce_product (id, stripe_product_id, name, description, type, price_minor, currency, active)
       values ($1, 'prod_old', 'Old', '', 'other', 100, 'usd', false)`,
      [inactive],
    )
    expect((await order(inactive)).body.code).toBe('PRODUCT_NOT_AVAILABLE')
  })

  test('given a price, a currency and another person in the request, when it is sent, then the server price is charged to the session (W-6)', async () => {
    const buyer = await shop.buyer()
    const victim = await shop.buyer()
    const { body } = await buyer.http.post('/api/checkout/create-payment-intent', {
      items: [{ ...item, price: '1.00', amount: 1, currency: 'jpy' }],
      price: 1,
      currency: 'jpy',
      metadata: { userEmail: victim.email, order_id: 'x', app: 'other', price: 1, userId: victim.id },
    })
    expect(body.paymentIntent).toMatchObject({ amount: '2500.00', currency: 'usd' })
    const intent = await shop.stripe.paymentIntents.retrieve(body.paymentIntent.id)
    expect(intent).toMatchObject({ amount: 250_000, currency: 'usd' })
    expect(intent.metadata).toEqual({
      app: 'veralead',
      order_id: body.order.id,
      buyer_id: buyer.id,
      product_id: productId,
      seal: expect.stringMatching(/^[\w-]{43}$/),
    })
    expect((await victim.http.get('/api/orders')).body.orders).toEqual([])
  })
})

describe('P-12: payments that do not fit', () => {
  const cases = [
    { name: 'another amount', change: { amount: 100 }, reason: 'wrong-amount' },
    { name: 'too much', change: { amount: 300_000 }, reason: 'wrong-amount' },
    { name: 'another currency', change: { currency: 'eur' }, reason: 'wrong-currency' },
  ]
  test.each(cases)(
    'given a payment of $name for an order, when it arrives, then the order is flagged and not completed',
    async ({ change, reason }) => {
      const buyer = await shop.buyer()
      const { body } = await shop.checkout(buyer)
      const { id } = body.order
      const metadata = { app: 'veralead', order_id: id }
      const payment = {
        amount: 250_000,
        currency: 'usd',
        payment_method: 'pm_card_visa',
        confirm: true,
        return_url: shop.url,
      }
      const intent = await shop.stripe.paymentIntents.create({ ...payment, metadata, ...change })
      const flags = await eventually(async () => {
        const [row] = await shop.sql.query<{ flags: string[]; status: string }>(
          'select flags, status from commerce_order where id = $1',
          [id],
        )
        return row !== undefined && row.flags.length > 0 ? row : null
      })
      expect(flags).toEqual({ status: 'pending', flags: [`${reason}:${intent.id}`] })
      const staff = await shop.staff()
      const found = await staff.get(`/api/finance/orders?flagged=true&q=${id}`)
      expect(found.body).toMatchObject({ total: 1, orders: [{ id, email: buyer.email }] })
      // The way out: the right payment still completes it.
      await shop.pay(body.paymentIntent.clientSecret)
      await eventually(
        async () => (await buyer.http.get(`/api/orders/${id}`)).body.order.status === 'completed',
      )
    },
  )

  test('given intents of ours, when the order id that they carry is changed or removed before they are paid, then their orders are completed and flagged', async () => {
    for (const metadata of [{ order_id: '00000000-0000-4000-8000-000000000001' }, { order_id: '' }, '']) {
      const buyer = await shop.buyer()
      const { body } = await shop.checkout(buyer)
      await shop.stripe.paymentIntents.update(body.paymentIntent.id, { metadata } as never)
      await shop.pay(body.paymentIntent.clientSecret)
      await shop.observations.observe(body.paymentIntent.id, { actor: { kind: 'system', name: 'test' } })
      const [row] = await shop.sql.query('select status, flags from commerce_order where id = $1', [
        body.order.id,
      ])
      expect(row).toEqual({ status: 'completed', flags: [`order-edited:${body.paymentIntent.id}`] })
      expect((await shop.checkout(buyer)).body.code).toBe('ALREADY_ENROLLED')
    }
  })

  test('given ten paid orders, when the order id that their payments carry is changed or removed and Stripe is asked again, then every order stays paid and is flagged', async () => {
    const staff = await shop.staff()
    const unassigned = async () => (await staff.get('/api/finance/books?by=month')).body.sums[0]?.unassigned
    const before = await unassigned()
    for (let n = 0; n < 10; n += 1) {
      const { buyer, orderId, intentId } = await shop.paidOrder()
      const order_id = n % 2 === 0 ? '' : `00000000-0000-4000-8000-00000000000${n}`
      await shop.stripe.paymentIntents.update(intentId, { metadata: { order_id } })
      await shop.lab(`/lab/objects/${intentId}/refund`, { amount: 100 })
      await shop.observations.observe(intentId, { actor: { kind: 'system', name: 'test' } })
      const { body } = await staff.get(`/api/finance/orders/${orderId}/state`)
      expect(body.order, `order ${n}`).toMatchObject({ status: 'completed', receivedAmount: '2500.00' })
      expect(body.order.flags, `order ${n}`).toMatchObject([{ reason: 'order-edited', subject: intentId }])
      expect((await buyer.http.get(`/api/orders/${orderId}`)).body.order.status).toBe('completed')
    }
    expect(await unassigned()).toBe(before)
  })

  test('given two payments of the total, when both arrive, then the surplus is flagged and the order stays completed', async () => {
    const { buyer, orderId } = await shop.paidOrder()
    const second = await shop.payAtStripe(orderId)
    await eventually(async () => (await types(orderId)).includes('OrderFlagged'))
    const staff = await shop.staff()
    const { body } = await staff.get(`/api/finance/orders/${orderId}/state`)
    expect(body.order).toMatchObject({ status: 'completed', receivedAmount: '5000.00' })
    expect(body.order.flags).toMatchObject([{ reason: 'surplus', surplus: '2500.00' }])
    expect(body.order.intents.map((intent: { id: string }) => intent.id)).toContain(second.id)
    expect((await buyer.http.get(`/api/orders/${orderId}`)).body.order.status).toBe('completed')
  })
})

describe('P-5: three triggers at once', () => {
  test(
    'given a paid intent, when webhook, return page and reconciler look at once, then it is completed once',
    async () => {
      const rounds = long ? 1_000 : 40
      for (let round = 0; round < rounds; round += 1) {
        const buyer = await shop.buyer()
        const { body } = await shop.checkout(buyer)
        await shop.sql.query(
          'update commerce_order_check set next_check_at = to_timestamp(0) where order_id = $1',
          [body.order.id],
        )
        await shop.pay(body.paymentIntent.clientSecret)
        const path = `/api/checkout/verify-payment-intent/${body.paymentIntent.id}`
        const answers = await Promise.all([
          buyer.http.get(path),
          shop.reconciler.tick(),
          shop.client().get(path),
          buyer.http.get(path),
        ])
        expect([answers[0].status, answers[2].status, answers[3].status]).toEqual([200, 200, 200])
        expect(answers[0].body.order.status).toBe('completed')
        await shop.inbox.idle()
        const recorded = await types(body.order.id)
        expect(recorded.filter((type) => type === 'InvoiceIssued')).toHaveLength(1)
      }
      const [server] = await shop.sql.query<{ deadlocks: number }>(
        'select deadlocks::int from pg_stat_database where datname = current_database()',
      )
      expect(server?.deadlocks).toBe(0)
      console.log(`P-5: ${rounds} rounds of four triggers, 0 completed twice, 0 × 5xx, 0 deadlocks`)
    },
    long ? 600_000 : 120_000,
  )
})

describe('a look at Stripe that a second try overtakes', () => {
  test('given a declined card whose charges are counted after a bank debit began, then the decline is not taken for the outcome of the debit', async () => {
    const buyer = await shop.buyer()
    const { body } = await shop.checkout(buyer)
    const { id, clientSecret } = body.paymentIntent
    await shop.pay(clientSecret, 'pm_card_chargeDeclined')
    await shop.inbox.idle()
    const asked = async (): Promise<number> => {
      const state = (await (await fetch(new URL('/lab/state', shop.labUrl))).json()) as {
        requests: { method: string; path: string }[]
      }
      return state.requests.filter(({ method, path }) => method === 'GET' && path.endsWith(id)).length
    }
    // The look has the declined intent in its hands and waits for the charges when the debit begins.
    await shop.lab('/lab/chaos', {
      requests: [{ match: { path: '/v1/charges*' }, fault: 'delay', ms: 1500 }],
    })
    const before = await asked()
    const overtaken = shop.observations.observe(id, { actor: { kind: 'system', name: 'test' } })
    await eventually(async () => (await asked()) > before)
    await shop.pay(clientSecret, 'pm_usBankAccount_processing')
    await overtaken
    await shop.lab('/lab/chaos', {})
    await shop.observations.observe(id, { actor: { kind: 'system', name: 'test' } })
    expect((await buyer.http.get(`/api/orders/${body.order.id}`)).body.order.status).toBe('processing')
  })
})

describe('invoice numbers', () => {
  test('given fifty orders, when their payments complete at once, then their numbers have no gap and no double', async () => {
    await shop.lab('/lab/chaos', { webhooks: [{ fault: 'drop' }] })
    const [{ before = 0 } = {}] = await shop.sql.query<{ before: number }>(
      "select coalesce(max(number), 0) as before from commerce_invoice where kind = 'invoice'",
    )
    const intents: string[] = []
    for (let i = 0; i < 50; i += 1) {
      const { body } = await shop.checkout(await shop.buyer())
      await shop.pay(body.paymentIntent.clientSecret)
      intents.push(body.paymentIntent.id)
    }
    const author = { actor: { kind: 'system', name: 'test' } } as const
    await Promise.all(intents.map((id) => shop.observations.observe(id, author)))
    const numbers = await shop.sql.query<{ number: number }>(
      "select number from commerce_invoice where kind = 'invoice' and number > $1 order by number",
      [before],
    )
    expect(numbers.map(({ number }) => number)).toEqual(Array.from({ length: 50 }, (_, i) => before + i + 1))
  })
})
