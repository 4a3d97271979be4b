import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { EventLog } from '#platform/event-log/event-log.ts'
import { given } from '../support/given.ts'
import { expectInvariants } from './invariants.ts'
import { openShop } from './support/shop.ts'

const hour = 3_600_000
const day = 24 * hour
const shop = given(() => openShop({ pauses: { refund: 100 * day } }))
const log = given(() => shop.site.container.get(EventLog))
beforeEach(async () => {
  // The comparison of this day is over: whatever a test changes now waits for the next one.
  await shop.advance(day)
  await shop.reconciler.tick()
})
afterEach(() => shop.lab('/lab/chaos', {}))

const neverGenerated = () => shop.lab('/lab/chaos', { webhooks: [{ fault: 'suppress' }] })
const orderOf = async (orderId: string) => (await shop.orders.load(orderId)).order
const reconciliation = async () => (await (await shop.staff()).get('/api/finance/reconciliation')).body
const about = (intentId: string, differences: { id: string; intentId: string }[]) =>
  differences.filter((one) => one.intentId === intentId)

async function pass(ms: number): Promise<void> {
  await shop.advance(ms)
  // The first may be one that began before the clock moved.
  await shop.reconciler.tick()
  await shop.reconciler.tick()
}

/** A second payment of an order's own, as after an answer that got lost; `metadata` is what it carries. */
async function paidAgain(metadata: Record<string, string>, amount = 250_000): Promise<string> {
  const card = { payment_method: 'pm_card_visa', confirm: true, return_url: shop.url }
  return (await shop.stripe.paymentIntents.create({ amount, currency: 'usd', metadata, ...card })).id
}

describe('what Stripe never announces, and is plain, is recorded within a day', () => {
  afterEach(async () => {
    // One order here is paid twice on purpose.
    await expectInvariants({ sql: shop.sql, log, stripe: shop.stripe }, { mayBuyTwice: true })
  })

  test('P-13: given an order that is paid twice, when the event of the second payment was never generated, then the order is flagged and the difference says that the product recorded it', async () => {
    const { orderId, intentId } = await shop.paidOrder()
    const { metadata } = await shop.stripe.paymentIntents.retrieve(intentId)
    await neverGenerated()
    const second = await paidAgain(metadata)
    await pass(day)
    const flags = Object.values((await orderOf(orderId)).flags)
    expect(flags).toEqual([expect.objectContaining({ reason: 'surplus', surplus: 250_000 })])
    const { open, settled, report } = await reconciliation()
    expect(about(second, open)).toEqual([])
    expect(about(second, settled)).toEqual([
      expect.objectContaining({
        kind: 'missing-in-log',
        state: 'automatic',
        settledBy: 'system:reconciler',
        logSays: 'Nothing about this payment',
        stripeSays: '2500.00 USD received',
        cause: expect.stringContaining('which never heard of it'),
      }),
    ])
    expect(report).toMatchObject({ startedBy: 'system:daily', found: 0, recorded: 1, error: null })
  })

  test('P-6: given a refund made in the dashboard and a dispute, when their events were never generated, then both are recorded', async () => {
    // Before anything is paid: an event of the payment that arrives late would report the refund, too.
    await neverGenerated()
    const refunded = await shop.paidOrder()
    const disputed = await shop.paidOrder()
    await shop.lab(`/lab/objects/${refunded.intentId}/refund`, { amount: 10_000 })
    await shop.lab(`/lab/objects/${disputed.intentId}/dispute`)
    await pass(day)
    expect(Object.values((await orderOf(refunded.orderId)).refunds)).toMatchObject([{ amount: 10_000 }])
    expect(Object.values((await orderOf(disputed.orderId)).disputes)).toMatchObject([
      { state: 'needs_response' },
    ])
    const { settled } = await reconciliation()
    for (const { intentId } of [refunded, disputed])
      expect(about(intentId, settled)).toMatchObject([{ state: 'automatic', kind: 'behind-stripe' }])
  })

  test('given a refund that was sent and comes back on day 40, when its event was never generated, then the failure is recorded with its debit note', async () => {
    const { orderId, intentId } = await shop.paidOrder()
    const refund = (await shop.lab(`/lab/objects/${intentId}/refund`, { amount: 10_000 })) as { id: string }
    await shop.observations.observe(intentId, { actor: { kind: 'system', name: 'test' } })
    await neverGenerated()
    await pass(40 * day)
    await shop.lab(`/lab/objects/${refund.id}/fail`)
    await pass(day)
    const order = await orderOf(orderId)
    expect(order.refunds[refund.id]?.state).toBe('failed')
    expect(Object.values(order.debitNotes)).toHaveLength(1)
  })

  test('given people who compare now and then, when a day has passed, then the daily comparison runs all the same', async () => {
    const { orderId, intentId } = await shop.paidOrder()
    await neverGenerated()
    await pass(12 * hour)
    const staff = await shop.staff()
    expect((await staff.post('/api/finance/reconciliation/run')).status).toBe(200)
    await shop.lab(`/lab/objects/${intentId}/refund`, {})
    const { body } = await staff.post('/api/finance/reconciliation/run')
    const [waiting] = about(intentId, body.open)
    await pass(12 * hour)
    expect(Object.values((await orderOf(orderId)).refunds)).toHaveLength(1)
    expect(about(intentId, (await reconciliation()).settled)).toMatchObject([
      { id: waiting?.id, state: 'automatic' },
    ])
  })
})

describe('what is not plain waits for a person', () => {
  test('given a payment that only names an order, one of another amount, and one of an unknown order, when a day has passed, then each is open and nothing is recorded', async () => {
    const { orderId, intentId } = await shop.paidOrder()
    const { metadata } = await shop.stripe.paymentIntents.retrieve(intentId)
    await neverGenerated()
    const named = await paidAgain({ app: 'veralead', order_id: orderId })
    const cheaper = await paidAgain(metadata, 100)
    const stranger = await paidAgain({ app: 'veralead', order_id: crypto.randomUUID() })
    await pass(day)
    expect(Object.keys((await orderOf(orderId)).intents)).toEqual([intentId])
    const { open } = await reconciliation()
    expect(about(named, open)).toMatchObject([{ kind: 'missing-in-log', orderId }])
    expect(about(cheaper, open)).toMatchObject([{ kind: 'missing-in-log', orderId }])
    expect(about(stranger, open)).toMatchObject([{ kind: 'unknown-order' }])
  })
})
