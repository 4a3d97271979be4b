import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { EventLog } from '#platform/event-log/event-log.ts'
import { Books } from '../../src/modules/commerce/finance/books/books.ts'
import { nextCheck } from '../../src/modules/commerce/orders/effects.ts'
import { expectInvariants } from './invariants.ts'
import { openShop, type Shop } from './support/shop.ts'

const hour = 3_600_000
const day = 24 * hour
let shop: Shop
let log: EventLog
beforeAll(async () => {
  // A refund that is pending stays so until the test ends it.
  shop = await openShop({ pauses: { refund: 100 * day } })
  log = shop.site.container.get(EventLog)
})
afterAll(() => shop?.stop())
afterEach(async () => {
  await shop.lab('/lab/chaos', {})
  await expectInvariants({ sql: shop.sql, log, stripe: shop.stripe })
})

const author = { actor: { kind: 'system', name: 'test' } } as const
const orderOf = async (orderId: string) => (await shop.orders.load(orderId)).order
const neverGenerated = () => shop.lab('/lab/chaos', { webhooks: [{ fault: 'suppress' }] })

/** A disputed payment of which the log knows; from then on Stripe makes no event of it. */
async function disputed() {
  const { orderId, intentId } = await shop.paidOrder()
  await neverGenerated()
  const { id: disputeId } = (await shop.lab(`/lab/objects/${intentId}/dispute`)) as { id: string }
  await shop.observations.observe(intentId, author)
  expect((await orderOf(orderId)).disputes[disputeId]?.state).toBe('needs_response')
  return { orderId, disputeId }
}

/** A payment whose refund has the given state in the log; from then on Stripe makes no event of it. */
async function refunded(method: string, state: string) {
  const { body } = await shop.checkout(await shop.buyer())
  const { id: intentId, clientSecret } = body.paymentIntent
  await shop.pay(clientSecret, method)
  await neverGenerated()
  const { id: refundId } = await shop.stripe.refunds.create({ payment_intent: intentId, amount: 50_000 })
  await shop.observations.observe(intentId, author)
  const orderId: string = body.order.id
  expect((await orderOf(orderId)).refunds[refundId]?.state).toBe(state)
  return { orderId, refundId }
}

async function pass(days: number): Promise<void> {
  await shop.advance(days * day)
  // The first may be one that began before the clock moved.
  await shop.reconciler.tick()
  await shop.reconciler.tick()
}

async function disputedInBooks(): Promise<number> {
  const lines = await shop.site.container.get(Books).lines({}, 'month')
  return lines.reduce((sum, line) => sum + line.figures.disputed, 0)
}

describe('what is open at Stripe for longer than a comparison looks back, and changes without an event', () => {
  test('given a dispute that is lost on day 40, when a day has passed, then the log knows', async () => {
    const { orderId, disputeId } = await disputed()
    await pass(40)
    await shop.lab(`/lab/objects/${disputeId}/lose`)
    await pass(1)
    expect((await orderOf(orderId)).disputes[disputeId]?.state).toBe('lost')
  })

  test('given a dispute that is won on day 40, when a day has passed, then the log knows and the books have the money back', async () => {
    const before = await disputedInBooks()
    const { orderId, disputeId } = await disputed()
    expect(await disputedInBooks()).toBe(before + 250_000)
    await pass(40)
    await shop.lab(`/lab/objects/${disputeId}/win`)
    await pass(1)
    expect((await orderOf(orderId)).disputes[disputeId]?.state).toBe('won')
    expect(await disputedInBooks()).toBe(before)
  })

  test('given a pending refund that fails on day 40, when a day has passed, then the log knows', async () => {
    const { orderId, refundId } = await refunded('pm_card_pendingRefund', 'pending')
    await pass(40)
    await shop.lab(`/lab/objects/${refundId}/fail`)
    await pass(1)
    expect((await orderOf(orderId)).refunds[refundId]?.state).toBe('failed')
  })

  test('given a paid order with a second payment that could still be made, when a day has passed, then that one is cancelled at Stripe and the order stays as it is', async () => {
    const { orderId, intentId } = await shop.paidOrder()
    const { metadata } = await shop.stripe.paymentIntents.retrieve(intentId)
    const second = await shop.stripe.paymentIntents.create({ amount: 250_000, currency: 'usd', metadata })
    await shop.observations.observe(second.id, author)
    await pass(1.1)
    expect((await shop.stripe.paymentIntents.retrieve(second.id)).status).toBe('canceled')
    expect((await orderOf(orderId)).intents[second.id]?.state).toBe('canceled')
    const rows = await shop.sql.query('select status from commerce_order where id = $1', [orderId])
    expect(rows).toEqual([{ status: 'completed' }])
    expect(await shop.sql.query('select from commerce_order_check where order_id = $1', [orderId])).toEqual(
      [],
    )
  })

  test('given an order with nothing open, when it is paid and checked, then nobody asks about it any more', async () => {
    const { orderId } = await shop.paidOrder()
    await pass(1)
    expect(await shop.sql.query('select from commerce_order_check where order_id = $1', [orderId])).toEqual(
      [],
    )
  })
})

test('given an order that changed long ago, when its next check is asked for, then it is hourly for a week and daily from then on', () => {
  const changed = new Date('2026-01-01T00:00:00Z')
  const after = (ms: number) =>
    nextCheck(changed, new Date(changed.getTime() + ms)).getTime() - changed.getTime()
  expect(after(1_000)).toBe(20_000)
  expect(after(3 * hour)).toBe(4 * hour)
  expect(after(6 * day + 23 * hour)).toBe(7 * day)
  expect(after(7 * day)).toBe(8 * day)
  expect(after(40 * day + 5 * hour)).toBe(41 * day)
})
