import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { EventLog } from '#platform/event-log/event-log.ts'
import { eventually } from '../support/app.ts'
import { given } from '../support/given.ts'
import { expectInvariants } from './invariants.ts'
import { openShop } from './support/shop.ts'

const minute = 60_000
const hour = 60 * minute
const shop = given(openShop)
const log = given(() => shop.site.container.get(EventLog))
beforeEach(() => shop.lab('/lab/chaos', { webhooks: [{ fault: 'drop' }] }))
afterEach(async () => {
  await shop.lab('/lab/chaos', {})
  await expectInvariants({ sql: shop.sql, log, stripe: shop.stripe })
})

const statusOf = async (orderId: string) =>
  (await shop.sql.query<{ status: string }>('select status from commerce_order where id = $1', [orderId]))[0]
    ?.status

describe('P-6: no webhook ever arrives', () => {
  test('given a payment that no webhook reported, when ten minutes pass, then the order is completed', async () => {
    const buyer = await shop.buyer()
    const { body } = await shop.checkout(buyer)
    await shop.pay(body.paymentIntent.clientSecret)
    expect(await statusOf(body.order.id)).toBe('pending')
    await shop.advance(25_000)
    await shop.reconciler.tick()
    expect(await statusOf(body.order.id)).toBe('completed')
    const listed = await shop.sql.query(
      'select state, settled_by, log_says, stripe_says from commerce_difference where intent_id = $1',
      [body.paymentIntent.id],
    )
    expect(listed).toEqual([
      {
        state: 'automatic',
        settled_by: 'system:reconciler',
        log_says: '2500.00 USD requires payment method',
        stripe_says: '2500.00 USD received',
      },
    ])
  })

  test('given a payment that succeeds minutes later, when its next check is due, then the order is completed within ten minutes', async () => {
    const buyer = await shop.buyer()
    const { body } = await shop.checkout(buyer)
    await shop.advance(3 * minute)
    await shop.reconciler.tick()
    await shop.pay(body.paymentIntent.clientSecret)
    await shop.advance(2.5 * minute)
    await shop.reconciler.tick()
    expect(await statusOf(body.order.id)).toBe('completed')
  })

  test('given a refund whose webhook never arrived, when an hour has passed, then it is recorded and listed as recorded automatically with its cause', async () => {
    const refunded = await shop.paidOrder()
    await shop.lab(`/lab/objects/${refunded.intentId}/refund`, {})
    expect(await statusOf(refunded.orderId)).toBe('completed')
    await shop.advance(66 * minute)
    await shop.reconciler.tick()
    expect(await statusOf(refunded.orderId)).toBe('refunded')
    const staff = await shop.staff()
    const { body } = await staff.get('/api/finance/reconciliation')
    expect(body.settled).toContainEqual(
      expect.objectContaining({
        orderId: refunded.orderId,
        state: 'automatic',
        settledBy: 'system:reconciler',
        logSays: '2500.00 USD received',
        stripeSays: '2500.00 USD received; refund of 2500.00 USD succeeded',
        cause: expect.stringContaining('No webhook about this payment has arrived.'),
      }),
    )
  })
})

describe('the daily comparison', () => {
  test('given a comparison that failed, when an hour has passed, then it is run again and not only a day later', async () => {
    // Before the clock moves: the product's own tick may be the first that compares.
    await shop.lab('/lab/chaos', { requests: [{ match: { path: '/v1/*' }, fault: 'answer', status: 500 }] })
    await shop.advance(25 * hour)
    await shop.reconciler.tick()
    const last = async () =>
      (
        await shop.sql.query<{ error: string | null }>(
          'select error from commerce_reconciliation order by started_at desc limit 1',
        )
      )[0]
    expect((await last())?.error).toContain('does not answer')
    await shop.lab('/lab/chaos', {})
    await shop.advance(66 * minute)
    await shop.reconciler.tick()
    expect((await last())?.error).toBeNull()
    const runs = await shop.sql.query('select from commerce_reconciliation')
    await shop.advance(2 * hour)
    await shop.reconciler.tick()
    expect(await shop.sql.query('select from commerce_reconciliation')).toHaveLength(runs.length)
  })
})

describe('abandoned orders', () => {
  test('given an order nobody pays, when a day has passed, then its intent is cancelled at Stripe and the order is over', async () => {
    const buyer = await shop.buyer()
    const { body } = await shop.checkout(buyer)
    await shop.advance(23 * hour)
    await shop.reconciler.tick()
    expect(await statusOf(body.order.id)).toBe('pending')
    await shop.advance(2 * hour)
    await shop.reconciler.tick()
    expect(await statusOf(body.order.id)).toBe('cancelled')
    expect((await shop.stripe.paymentIntents.retrieve(body.paymentIntent.id)).status).toBe('canceled')
    const events = await log.read(`order-${body.order.id}`)
    expect(events.at(-1)?.type).toBe('OrderCancelled')
    const next = await shop.checkout(buyer)
    expect(next.body.order.id).not.toBe(body.order.id)
  })

  test('given a bank debit that came back and that no webhook reported, when it is seen after two days, then its buyer has a day to try again', async () => {
    const buyer = await shop.buyer()
    const { body } = await shop.checkout(buyer)
    await shop.pay(body.paymentIntent.clientSecret, 'pm_usBankAccount_failure')
    await shop.advance(48 * hour)
    await shop.reconciler.tick()
    expect(await statusOf(body.order.id)).toBe('pending')
    expect((await shop.stripe.paymentIntents.retrieve(body.paymentIntent.id)).status).toBe(
      'requires_payment_method',
    )
    await shop.advance(25 * hour)
    await shop.reconciler.tick()
    expect(await statusOf(body.order.id)).toBe('cancelled')
  })

  test('given an order whose intent was never reported again, when a day has passed, then the lost intent is found and cancelled', async () => {
    const buyer = await shop.buyer()
    await shop.lab('/lab/chaos', {
      webhooks: [{ fault: 'drop' }],
      requests: [{ match: { method: 'POST', path: '/v1/payment_intents' }, fault: 'cut', when: 'after' }],
    })
    expect((await shop.checkout(buyer)).status).toBe(503)
    await shop.lab('/lab/chaos', { webhooks: [{ fault: 'drop' }] })
    const [row] = await shop.sql.query<{ id: string }>('select id from commerce_order where buyer_id = $1', [
      buyer.id,
    ])
    await shop.advance(25 * hour)
    // The first may be one that began before the clock moved.
    await shop.reconciler.tick()
    await shop.reconciler.tick()
    expect(await statusOf(row?.id ?? '')).toBe('cancelled')
    const intents = await shop.stripe.paymentIntents.list({ limit: 100 })
    const lost = intents.data.find((intent) => intent.metadata.order_id === row?.id)
    expect(lost?.status).toBe('canceled')
  })

  test('given a bank payment that is still processing, when days pass, then the order waits for it', async () => {
    const buyer = await shop.buyer()
    const { body } = await shop.checkout(buyer)
    await shop.lab(`/lab/objects/${body.paymentIntent.id}/pay`, {
      payment_method: 'pm_usBankAccount_processing',
    })
    await shop.observations.observe(body.paymentIntent.id, { actor: { kind: 'system', name: 'test' } })
    expect(await statusOf(body.order.id)).toBe('processing')
    expect((await shop.checkout(buyer)).body.code).toBe('PAYMENT_PROCESSING')
    await shop.advance(30 * hour)
    await shop.reconciler.tick()
    expect(await statusOf(body.order.id)).toBe('processing')
  })
})

describe('a captured payment on a cancelled order', () => {
  test('given an order that was cancelled, when money arrives for it late, then it is recorded and the order is completed', async () => {
    const buyer = await shop.buyer()
    const { body } = await shop.checkout(buyer)
    await shop.stripe.paymentIntents.cancel(body.paymentIntent.id)
    await shop.observations.observe(body.paymentIntent.id, { actor: { kind: 'system', name: 'test' } })
    expect(await statusOf(body.order.id)).toBe('cancelled')
    const late = await shop.payAtStripe(body.order.id)
    await shop.observations.observe(late.id, { actor: { kind: 'system', name: 'test' } })
    expect(await statusOf(body.order.id)).toBe('completed')
  })
})

describe('by itself', () => {
  const long = `'2020-01-01T00:00:00Z'`
  test.each([
    [
      'a webhook',
      `update commerce_stripe_inbox set next_try = ${long}`,
      `select from commerce_stripe_inbox where next_try = ${long}`,
    ],
    [
      'an order with an open payment',
      `update commerce_order_check set next_check_at = ${long}`,
      `select from commerce_order_check where next_check_at = ${long}`,
    ],
    [
      'the hourly reading of undelivered events',
      `update commerce_undelivered_mark set asked_at = ${long}`,
      `select from commerce_undelivered_mark where asked_at = ${long}`,
    ],
    [
      'the daily comparison',
      `update commerce_reconciliation set started_at = ${long}`,
      `select where (select max(started_at) from commerce_reconciliation) = ${long}`,
    ],
  ])('given %s that is due, then the running site does it', async (_what, make, due) => {
    await shop.lab('/lab/chaos', {})
    await shop.paidOrder()
    await shop.checkout(await shop.buyer())
    await eventually(async () => (await shop.sql.query('select from commerce_stripe_inbox')).length > 0)
    await shop.sql.query(make)
    await eventually(async () => (await shop.sql.query(due)).length === 0, 20)
  })
})
