import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { EventLog } from '#platform/event-log/event-log.ts'
import { requestRefund } from '../../src/modules/commerce/domain/refund-decisions.ts'
import { eventually } from '../support/app.ts'
import { given } from '../support/given.ts'
import { expectInvariants } from './invariants.ts'
import { openShop } from './support/shop.ts'

const shop = given(openShop)
const staff = given(() => shop.staff())
afterEach(async () => {
  await shop.lab('/lab/chaos', {})
  await shop.inbox.idle()
  const log = shop.site.container.get(EventLog)
  await expectInvariants({ sql: shop.sql, log, stripe: shop.stripe })
})

const author = { actor: { kind: 'system', name: 'test' } } as const
const state = async (orderId: string) => (await staff.get(`/api/finance/orders/${orderId}/state`)).body.order
const refund = (orderId: string, body: object) =>
  staff.post(`/api/finance/orders/${orderId}/refunds`, { requestId: randomUUID(), ...body })
const states = (order: { refundRequests: { state: string }[] }) =>
  order.refundRequests
    .map((one) => one.state)
    .sort()
    .join()
const made = async (intentId: string) =>
  (await shop.stripe.refunds.list({ payment_intent: intentId })).data.map(({ amount }) => amount)
/** Every try to make a refund meets this; each refund is tried three times by the SDK where that may help. */
const refunding = (fault: object) =>
  shop.lab('/lab/chaos', {
    requests: [{ match: { method: 'POST', path: '/v1/refunds' }, fault: 'answer', ...fault }],
  })

describe('one request id for two orders', () => {
  test('given it, when both are refunded with it, then both are, and each repeat asks for nothing more', async () => {
    const [one, two] = [await shop.paidOrder(), await shop.paidOrder()]
    const body = { amount: '100.00', reason: 'goodwill', requestId: randomUUID() }
    for (const { orderId } of [one, two, one, two]) {
      const answer = await refund(orderId, body)
      expect(answer.status, answer.text).toBe(200)
      expect(answer.body.order.refundRequests).toMatchObject([{ state: 'succeeded', refusal: null }])
    }
    expect([await made(one.intentId), await made(two.intentId)]).toEqual([[10_000], [10_000]])
    const other = await refund(one.orderId, { ...body, amount: '200.00' })
    expect(other.status, other.text).toBe(409)
    expect(other.body).toMatchObject({ code: 'REQUEST_ID_USED' })
    expect(await made(one.intentId)).toEqual([10_000])
  })

  test('given a request whose key Stripe knows from another order, when it is repeated, then it is refused, and the rest goes back', async () => {
    const [one, two] = [await shop.paidOrder(), await shop.paidOrder()]
    const requestId = randomUUID()
    const idempotencyKey = `${two.orderId}:${requestId}`
    await shop.stripe.refunds.create({ payment_intent: one.intentId, amount: 10_000 }, { idempotencyKey })
    await shop.orders.change(two.orderId, author, ({ order }) =>
      requestRefund(order, { idempotencyKey, amount: 10_000, reason: 'goodwill', by: 's' }),
    )
    const again = await refund(two.orderId, { amount: '100.00', reason: 'goodwill', requestId })
    expect(again.status, again.text).toBe(409)
    expect(again.body).toMatchObject({ code: 'REFUND_REFUSED', providerCode: 'idempotency_error' })
    expect(await made(two.intentId)).toEqual([])
    const all = await refund(two.orderId, { reason: 'all of it' })
    expect(all.status, all.text).toBe(200)
    expect(all.body.order).toMatchObject({ status: 'refunded', refundedAmount: '2500.00' })
  })
})

describe('a refund that Stripe refuses for good', () => {
  test('given an open dispute, when a refund is asked for, then the answer is a refusal with its reason, and the amount is free', async () => {
    const { orderId, intentId } = await shop.paidOrder()
    const dispute = (await shop.lab(`/lab/objects/${intentId}/dispute`, {})) as { id: string }
    const body = { amount: '100.00', reason: 'goodwill', requestId: randomUUID() }
    for (const answer of [await refund(orderId, body), await refund(orderId, body)]) {
      expect(answer.status, answer.text).toBe(409)
      expect(answer.body).toMatchObject({ code: 'REFUND_REFUSED', providerCode: 'charge_disputed' })
      expect(answer.body.error).toMatch(
        /^The payment provider refused this refund; nothing goes back\. It says: Charge \w+ has been charged back; cannot issue a refund\.$/,
      )
    }
    const refused = await state(orderId)
    expect(refused.refundRequests).toMatchObject([
      {
        amount: '100.00',
        state: 'refused',
        refusal: {
          code: 'charge_disputed',
          message: expect.stringMatching(/has been charged back; cannot issue a refund\.$/),
        },
      },
    ])
    expect(refused.flags).toMatchObject([{ reason: 'refund-refused', amount: '100.00' }])
    const { body: told } = await staff.get(`/api/finance/orders/${orderId}/events`)
    const types = told.events.map(({ type }: { type: string }) => type)
    expect(types.filter((type: string) => type === 'RefundRefused')).toHaveLength(1)
    await shop.lab(`/lab/objects/${dispute.id}/win`, {})
    const all = await refund(orderId, { reason: 'all of it' })
    expect(all.status, all.text).toBe(200)
    expect(await made(intentId)).toEqual([250_000])
  })

  test.each([
    [402, 'card_declined'],
    [404, 'resource_missing'],
    [409, 'resource_conflict'],
    [400, 'amount_too_small'],
  ])('given %i from Stripe, then the answer is a refusal that names %s', async (status, code) => {
    const { orderId, intentId } = await shop.paidOrder()
    await refunding({ status, code })
    const answer = await refund(orderId, { reason: 'all of it' })
    expect(answer.status, answer.text).toBe(409)
    expect(answer.body).toMatchObject({ code: 'REFUND_REFUSED', providerCode: code })
    await shop.lab('/lab/chaos', {})
    expect((await refund(orderId, { reason: 'all of it' })).status).toBe(200)
    expect(await made(intentId)).toEqual([250_000])
  })
})

describe('a refund that may still be made', () => {
  test.each([
    [401, 'PAYMENT_PROVIDER_REFUSES_KEY'],
    [403, 'PAYMENT_PROVIDER_RIGHT_MISSING'],
    [409, 'PAYMENT_PROVIDER_BUSY'],
    [429, 'PAYMENT_PROVIDER_UNAVAILABLE'],
    [500, 'PAYMENT_PROVIDER_UNAVAILABLE'],
  ])(
    'given %i from Stripe, then it stays open under %s and is made once Stripe takes it',
    async (status, code) => {
      const { orderId, intentId } = await shop.paidOrder()
      await refunding({ status })
      const answer = await refund(orderId, { amount: '100.00', reason: 'goodwill' })
      expect(answer.status, answer.text).toBe(503)
      expect(answer.body.code).toBe(code)
      expect((await state(orderId)).refundRequests).toMatchObject([{ state: 'open' }])
      await shop.lab('/lab/chaos', {})
      await shop.advance(60_000)
      await shop.reconciler.tick()
      await eventually(async () => states(await state(orderId)) === 'succeeded')
      await shop.reconciler.tick()
      expect(await made(intentId)).toEqual([10_000])
    },
  )

  test('given one that keeps failing, then another refund of the order is made, the order is looked at, and the next check is set', async () => {
    // A late webhook would look at the order, and set its next check, when this test does not want it to.
    const webhooks = [{ fault: 'drop' }]
    const match = { method: 'POST', path: '/v1/refunds' }
    const refusing = { match, fault: 'answer', status: 403 }
    await shop.lab('/lab/chaos', { webhooks })
    const { orderId, intentId } = await shop.paidOrder()
    await shop.lab('/lab/chaos', { webhooks, requests: [refusing] })
    expect((await refund(orderId, { amount: '100.00', reason: 'one' })).status).toBe(503)
    expect((await refund(orderId, { amount: '200.00', reason: 'two' })).status).toBe(503)
    await shop.lab('/lab/chaos', { webhooks })
    expect((await refund(orderId, { amount: '300.00', reason: 'three' })).status).toBe(200)
    expect(await made(intentId)).toEqual([30_000])
    // The first of the two meets trouble again, the second does not; a dashboard refund is found beside them.
    await shop.lab(`/lab/objects/${intentId}/refund`, { amount: 5_000 })
    await shop.lab('/lab/chaos', { webhooks, requests: [{ ...refusing, times: 1 }] })
    await shop.advance(60_000)
    await shop.reconciler.tick()
    const seen = await eventually(async () => {
      const now = await state(orderId)
      return states(now) === 'open,succeeded,succeeded' ? now : null
    })
    expect(seen.refundedAmount).toBe('550.00')
    const [check] = await shop.sql.query<{ next: Date }>(
      'select next_check_at as next from commerce_order_check where order_id = $1',
      [orderId],
    )
    expect(check?.next.getTime()).toBeGreaterThan(shop.clock.now().getTime())
    await shop.lab('/lab/chaos', { webhooks })
    // Not by an hour: the fees of that hour would be collected while the log is verified.
    await shop.advance(60_000)
    await shop.reconciler.tick()
    await eventually(async () => (await state(orderId)).refundedAmount === '650.00')
    // What the reconciler is still doing for other orders would append while the log is verified.
    await shop.reconciler.tick()
  })
})
