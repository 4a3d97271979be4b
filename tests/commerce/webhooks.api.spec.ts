import { describe, expect, test } from 'vitest'
import { EventLog } from '#platform/event-log/event-log.ts'
import { eventually } from '../support/app.ts'
import { given } from '../support/given.ts'
import { expectInvariants } from './invariants.ts'
import { placedData } from './support/placed.ts'
import { openShop } from './support/shop.ts'

const shop = given(openShop)
const log = given(() => shop.site.container.get(EventLog))

const path = '/api/webhooks/stripe'
let count = 0

function eventOf(object: object, type = 'payment_intent.succeeded', change: object = {}) {
  count += 1
  const created = Math.floor(shop.clock.now().getTime() / 1000)
  const id = `evt_test_${count}`
  return {
    id,
    object: 'event',
    type,
    api_version: '2026-10-28.endive',
    created,
    livemode: false,
    data: { object },
    ...change,
  }
}

function signed(payload: string, options: { secret?: string; ageSeconds?: number } = {}): string {
  return shop.stripe.webhooks.generateTestHeaderString({
    payload,
    secret: options.secret ?? 'whsec_lab',
    timestamp: Math.floor(shop.clock.now().getTime() / 1000) - (options.ageSeconds ?? 0),
  })
}

function send(raw: string | Buffer, signature?: string, type = 'application/json') {
  const headers: Record<string, string> = { 'content-type': type }
  if (signature !== undefined) headers['stripe-signature'] = signature
  return shop.client().post(path, undefined, { raw, headers })
}

const rows = async () =>
  Number((await shop.sql.query<{ n: string }>('select count(*) n from commerce_stripe_inbox'))[0]?.n)
const inboxRow = async (id: string) =>
  (
    await shop.sql.query<{ status: string; order_id: string | null }>(
      'select * from commerce_stripe_inbox where event_id = $1',
      [id],
    )
  )[0]

describe('P-8 signatures', () => {
  const body = () => JSON.stringify(eventOf({ id: 'pi_x', object: 'payment_intent', metadata: {} }))
  const bad: Record<string, () => Promise<{ status: number }>> = {
    'no signature': () => send(body()),
    'an empty signature': () => send(body(), ''),
    'a malformed signature': () => send(body(), 't=now,v1=zz'),
    'a signature without a time': () => send(body(), 'v1=00'),
    'another scheme only': () => {
      const raw = body()
      return send(raw, signed(raw).replace('v1=', 'v0='))
    },
    'another secret': () => {
      const raw = body()
      return send(raw, signed(raw, { secret: 'whsec_other' }))
    },
    'JSON that was parsed and written again': () => {
      const raw = body()
      return send(JSON.stringify(JSON.parse(raw), null, 1), signed(raw))
    },
    'one byte changed': () => {
      const raw = body()
      return send(raw.replace('pi_x', 'pi_y'), signed(raw))
    },
    'a signature 301 seconds old': () => {
      const raw = body()
      return send(raw, signed(raw, { ageSeconds: 301 }))
    },
    'a signature from 310 seconds ahead': () => {
      const raw = body()
      return send(raw, signed(raw, { ageSeconds: -310 }))
    },
    'the other mode': () => {
      const raw = JSON.stringify(
        eventOf({ id: 'pi_x', object: 'payment_intent' }, 'payment_intent.succeeded', { livemode: true }),
      )
      return send(raw, signed(raw))
    },
    'an empty body': () => send('', signed(' ')),
    ...Object.fromEntries(
      (
        [
          ['id', { id: 'evt_\0x' }],
          ['type', { type: 'payment_intent\0' }],
          ['api_version', { api_version: '2026\0' }],
          ['object id', { data: { object: { id: 'pi_\0', object: 'payment_intent', metadata: {} } } }],
          ['payment_intent', { data: { object: { id: 'ch_x', object: 'charge', payment_intent: 'pi_\0' } } }],
          [
            'payment_intent that is an object',
            { data: { object: { id: 'ch_x', payment_intent: { id: '\0' } } } },
          ],
        ] as const
      ).map(([field, change]) => [
        `NUL in ${field}`,
        () => {
          const raw = JSON.stringify(eventOf({ id: 'pi_x' }, 'payment_intent.succeeded', change))
          return send(raw, signed(raw))
        },
      ]),
    ),
    'a body that is no event': () => send('{"a":1}', signed('{"a":1}')),
    'a body that is no JSON': () => send('hello', signed('hello')),
    'a body over one megabyte': () => {
      const raw = `${body()}${' '.repeat(1_000_001)}`
      return send(raw, signed(raw))
    },
    'another content type': () => {
      const raw = body()
      return send(raw, signed(raw), 'text/plain')
    },
  }
  test.each(Object.keys(bad))(
    'given %s, when it is posted, then it is refused and nothing is stored',
    async (name) => {
      const before = await rows()
      const { status } = await (bad[name] as () => Promise<{ status: number }>)()
      expect([400, 413, 415]).toContain(status)
      expect(await rows()).toBe(before)
    },
  )

  test('given a signature 299 seconds old, when it is posted, then it is taken', async () => {
    const raw = body()
    expect((await send(raw, signed(raw, { ageSeconds: 299 }))).body).toEqual({ received: true })
  })
})

describe('secrets in rotation', () => {
  test('given two configured secrets, when events are signed with either, then both are taken (M-452)', async () => {
    const rotating = await openShop({
      env: {
        PAYMENT_LAB_URL: '',
        STRIPE_SECRET_KEY: 'sk_test_0123456789abcdefghijklmn',
        STRIPE_PUBLISHABLE_KEY: 'pk_test_0123456789abcdefghijklmn',
        STRIPE_WEBHOOK_SECRET: 'whsec_new0123456789abcdefghijklmn,whsec_old0123456789abcdefghijklmn',
      },
    })
    try {
      for (const secret of ['whsec_new0123456789abcdefghijklmn', 'whsec_old0123456789abcdefghijklmn']) {
        const raw = JSON.stringify(eventOf({ id: 'prod_1', object: 'product' }, 'product.created'))
        const headers = { 'content-type': 'application/json', 'stripe-signature': signed(raw, { secret }) }
        expect((await rotating.client().post(path, undefined, { raw, headers })).status).toBe(200)
      }
    } finally {
      await rotating.stop()
    }
  })
})

describe('deliveries', () => {
  test('P-3: given one event, when it arrives a hundred times at once, then it is stored and applied once', async () => {
    const checkpoint = await log.head()
    const buyer = await shop.buyer()
    await shop.lab('/lab/chaos', { webhooks: [{ fault: 'drop' }] })
    const { body } = await shop.checkout(buyer)
    await shop.pay(body.paymentIntent.clientSecret)
    await shop.lab('/lab/chaos', {})
    const intent = await shop.stripe.paymentIntents.retrieve(body.paymentIntent.id)
    const event = eventOf(intent)
    const raw = JSON.stringify(event)
    const header = signed(raw)
    const answers = await Promise.all(Array.from({ length: 100 }, () => send(raw, header)))
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]))
    await shop.inbox.idle()
    expect(await inboxRow(event.id)).toMatchObject({ status: 'applied', order_id: body.order.id })
    const history = await log.read(`order-${body.order.id}`)
    expect(history.filter((one) => one.data.state === 'succeeded')).toHaveLength(1)
    expect(history.filter((one) => one.type === 'InvoiceIssued')).toHaveLength(1)
    await expectInvariants({ sql: shop.sql, log, stripe: shop.stripe }, { checkpoint })
  })

  test('P-15: given event types, versions and shapes nobody knows, when they arrive, then they are stored and change nothing', async () => {
    const head = await log.head()
    const events = [
      eventOf({ id: 'x_1', object: 'something_new' }, 'something.happened'),
      eventOf({ id: 'cus_1', object: 'customer' }, 'customer.created', { api_version: '2099-01-01.future' }),
      {
        id: 'evt_thin',
        object: 'v2.core.event',
        type: 'v2.core.event_destination.ping',
        livemode: false,
        created: '2026-11-21T00:00:00.000Z',
      },
      { id: 'evt_bare', type: 'ping', livemode: false },
      eventOf({ id: 'x_2', object: 'something_new', payment_intent: 42, metadata: 'none' }, 'something.odd'),
      // An endpoint that asks for all events gets those that only accompany others, too.
      eventOf({ id: 'ch_1', object: 'charge', payment_intent: 'pi_1' }, 'charge.succeeded'),
    ]
    for (const event of events) {
      const raw = JSON.stringify(event)
      expect((await send(raw, signed(raw))).status, event.id).toBe(200)
      await shop.inbox.idle()
      expect((await inboxRow(event.id))?.status).toBe('ignored')
    }
    expect(await log.head()).toEqual(head)
  })

  test('given a destination that sends thin events of v1 objects, when one arrives, then it is refused with the setting to change', async () => {
    for (const [type, object] of [
      ['v1.payment_intent.succeeded', 'payment_intent'],
      ['v1.charge.dispute.created', 'dispute'],
    ] as const) {
      const raw = JSON.stringify({
        ...{ id: `evt_${object}`, object: 'v2.core.event', type, livemode: false },
        created: '2026-11-21T00:00:00.000Z',
        related_object: { id: `${object}_1`, type: object, url: `/v1/${object}s/${object}_1` },
      })
      const answer = await send(raw, signed(raw))
      expect([answer.status, answer.body.code]).toEqual([400, 'INVALID_EVENT'])
      expect(answer.body.message).toContain('payload style of this destination at Stripe to Snapshot')
    }
  })

  test('given a payment of another product in the same account, when its event arrives, then it is kept apart', async () => {
    const foreign = await shop.stripe.paymentIntents.create({
      amount: 500,
      currency: 'usd',
      payment_method: 'pm_card_visa',
      confirm: true,
      return_url: shop.url,
    })
    const row = await eventually(async () => {
      const [found] = await shop.sql.query<{ status: string }>(
        "select status from commerce_stripe_inbox where intent_id = $1 and type = 'payment_intent.succeeded' and status <> 'new'",
        [foreign.id],
      )
      return found
    })
    expect(row.status).toBe('foreign')
  })

  test('P-4: given an event that is quicker than its order, when the order exists, then it is applied within seconds', async () => {
    const orderId = '7b7c3f6e-93a5-4b54-8d53-9e2d4a8c9b01'
    const intent = await shop.payAtStripe(orderId)
    await eventually(async () => {
      const parked = await shop.sql.query(
        "select from commerce_stripe_inbox where intent_id = $1 and status = 'parked'",
        [intent.id],
      )
      return parked.length > 0
    })
    const staff = await shop.staff()
    const { events } = (await staff.get('/api/finance/inbox?status=parked')).body
    const event = events.find((each: { orderId: string }) => each.orderId === orderId)
    const reason = 'The order 4A8C9B01 that it names is not on this site'
    expect(event).toMatchObject({ lastError: reason, orderKnown: false })
    const { body } = await staff.get(`/api/finance/inbox/${event.id}/body`)
    expect(body.event).toMatchObject({ lastError: reason, orderKnown: false })
    const buyer = await shop.buyer()
    const { place } = await import('../../src/modules/commerce/domain/decisions.ts')
    await shop.orders.change(orderId, { actor: { kind: 'system', name: 'test' } }, ({ order }) =>
      place(order, {
        ...placedData({ buyerId: buyer.id, productId: '5f0d3a52-6c1e-4c8b-9a44-1b7c2e90d6af' }),
        payment: { method: 'card', idempotencyKey: 'k' },
      }),
    )
    await eventually(
      async () => (await buyer.http.get(`/api/orders/${orderId}`)).body.order.status === 'completed',
    )
    await eventually(async () => {
      const left = await shop.sql.query(
        "select from commerce_stripe_inbox where intent_id = $1 and status not in ('applied', 'ignored')",
        [intent.id],
      )
      return left.length === 0
    }, 5)
  })

  test('given a failed application, when finance replays the event, then it is applied', async () => {
    const buyer = await shop.buyer()
    const { body } = await shop.checkout(buyer)
    await shop.lab('/lab/chaos', { webhooks: [{ fault: 'drop' }] })
    await shop.pay(body.paymentIntent.clientSecret)
    await shop.lab('/lab/chaos', {
      requests: [{ match: { path: '/v1/*' }, fault: 'answer', status: 500 }],
    })
    const event = eventOf({
      id: body.paymentIntent.id,
      object: 'payment_intent',
      metadata: { app: 'veralead', order_id: body.order.id },
    })
    const raw = JSON.stringify(event)
    expect((await send(raw, signed(raw))).status).toBe(200)
    await shop.inbox.idle()
    expect((await inboxRow(event.id))?.status).toBe('failed')
    await shop.lab('/lab/chaos', {})
    const staff = await shop.staff()
    const replayed = await staff.post(`/api/finance/inbox/${event.id}/replay`)
    expect(replayed.body, replayed.text).toMatchObject({
      success: true,
      event: { status: 'applied', orderId: body.order.id, orderKnown: true },
    })
    expect((await staff.get('/api/finance/inbox?status=applied')).body.events.length).toBeGreaterThan(0)
    expect((await buyer.http.get(`/api/orders/${body.order.id}`)).body.order.status).toBe('completed')
  })

  test('P-7: given an endpoint that was down for three days, when it is back, then a backlog is worked off and nothing is lost', async () => {
    const orders: string[] = []
    await shop.lab('/lab/chaos', { webhooks: [{ fault: 'drop' }] })
    await shop.reconciler.stop()
    const events: string[] = []
    for (let i = 0; i < (process.env.LONG === '1' ? 1_000 : 60); i += 1) {
      const { body } = await shop.checkout(await shop.buyer())
      await shop.pay(body.paymentIntent.clientSecret)
      orders.push(body.order.id)
      events.push(JSON.stringify(eventOf(await shop.stripe.paymentIntents.retrieve(body.paymentIntent.id))))
    }
    // Three days later Stripe delivers everything at once; its API answers nothing at first.
    await shop.advance(72 * 3_600_000)
    await shop.lab('/lab/chaos', {
      requests: [{ match: { path: '/v1/*' }, fault: 'answer', status: 500 }],
    })
    const answers = await Promise.all(events.map((raw) => send(raw, signed(raw))))
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]))
    await shop.inbox.idle()
    await shop.lab('/lab/chaos', {})
    await shop.advance(60_000)
    const began = performance.now()
    await shop.reconciler.start()
    await shop.reconciler.tick()
    const took = (performance.now() - began) / 1000
    const rows = await shop.sql.query<{ status: string }>(
      'select status from commerce_order where id = any($1::uuid[])',
      [orders],
    )
    expect(rows.map((row) => row.status)).toEqual(Array(orders.length).fill('completed'))
    console.log(`P-7: ${orders.length} events after 72 h caught up in ${took.toFixed(1)} s, 0 lost`)
    await expectInvariants({ sql: shop.sql, log, stripe: shop.stripe })
  }, 600_000)
})
