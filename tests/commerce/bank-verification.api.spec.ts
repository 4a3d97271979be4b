import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { EventLog } from '#platform/event-log/event-log.ts'
import { eventually } from '../support/app.ts'
import { expectInvariants } from './invariants.ts'
import { type Buyer, openShop, type Shop } from './support/shop.ts'

const hour = 3_600_000
const day = 24 * hour
const account = 'lab_bank_microdeposits'

describe('a bank account that is verified by micro-deposits', () => {
  let shop: Shop
  beforeAll(async () => {
    shop = await openShop()
  })
  afterEach(async () => {
    const log = shop.site.container.get(EventLog)
    await expectInvariants({ sql: shop.sql, log, stripe: shop.stripe })
  })
  afterAll(() => shop?.stop())

  const orderOf = async (buyer: Buyer, orderId: string) => {
    buyer.http.setCookie('session', await shop.sessionOf(buyer))
    return (await buyer.http.get(`/api/orders/${orderId}`)).body.order
  }
  const mailsOf = (orderId: string) =>
    shop.sql.query<{ kind: string; state: string; reason: string | null }>(
      'select kind, state, reason from commerce_order_mail where order_id = $1 order by kind',
      [orderId],
    )

  /** As an intent of an earlier release, or one that was changed in the dashboard. */
  async function waiting(): Promise<{ buyer: Buyer; orderId: string; intentId: string }> {
    const buyer = await shop.buyer()
    const { body } = await shop.checkout(buyer)
    const { id, clientSecret } = body.paymentIntent
    await shop.stripe.paymentIntents.update(id, {
      payment_method_options: { us_bank_account: { verification_method: 'automatic' } },
    })
    await shop.pay(clientSecret, account)
    expect((await shop.stripe.paymentIntents.retrieve(id)).next_action?.type).toBe(
      'verify_with_microdeposits',
    )
    const seen = await buyer.http.get(`/api/checkout/verify-payment-intent/${id}`)
    expect(seen.body.order.status).toBe('processing')
    return { buyer, orderId: body.order.id, intentId: id }
  }

  test('given a payment as it is asked for, then an account that cannot be verified at once is refused, and the order stays payable', async () => {
    const buyer = await shop.buyer()
    const { body } = await shop.checkout(buyer)
    const intent = await shop.stripe.paymentIntents.retrieve(body.paymentIntent.id)
    expect(intent.payment_method_options?.us_bank_account?.verification_method).toBe('instant')
    await shop.pay(body.paymentIntent.clientSecret, account)
    expect((await shop.stripe.paymentIntents.retrieve(intent.id)).status).toBe('requires_payment_method')
    expect((await orderOf(buyer, body.order.id)).payable).toBe(true)
    await shop.pay(body.paymentIntent.clientSecret, 'pm_usBankAccount_success')
    expect((await shop.stripe.paymentIntents.retrieve(intent.id)).status).toBe('processing')
    await shop.advance(60_000)
    await eventually(async () => (await orderOf(buyer, body.order.id)).status === 'completed')
  })

  test('given deposits on their way, then the order is processing with the page that verifies them, nobody is reminded, and a second payment is refused', async () => {
    const { buyer, orderId, intentId } = await waiting()
    const { next_action } = await shop.stripe.paymentIntents.retrieve(intentId)
    const order = await orderOf(buyer, orderId)
    expect(order).toMatchObject({ status: 'processing', payable: false })
    expect(order.bankVerification).toEqual({
      url: next_action?.verify_with_microdeposits?.hosted_verification_url,
    })
    expect((await shop.checkout(buyer)).body.code).toBe('PAYMENT_PROCESSING')
    await shop.advance(4 * hour)
    await eventually(async () => (await mailsOf(orderId)).every(({ state }) => state !== 'owed'))
    expect(await mailsOf(orderId)).toEqual([
      { kind: 'reminder', state: 'not-needed', reason: expect.stringContaining('processing') },
    ])
  })

  test('given deposits that are confirmed on the third day, then the order was not cancelled and is completed', async () => {
    const { buyer, orderId, intentId } = await waiting()
    await shop.advance(3 * day)
    await shop.reconciler.tick()
    expect(await orderOf(buyer, orderId)).toMatchObject({ status: 'processing' })
    await shop.stripe.paymentIntents.verifyMicrodeposits(intentId, { descriptor_code: 'SM11AA' })
    await shop.reconciler.tick()
    await shop.advance(hour)
    await shop.reconciler.tick()
    // Whichever comes first: the webhook or the look.
    await eventually(async () => (await orderOf(buyer, orderId)).status === 'completed')
    expect(await orderOf(buyer, orderId)).toMatchObject({ bankVerification: null })
  })

  test('given deposits that nobody confirms for ten days, then the buyer is told, and a day later the order is cancelled', async () => {
    const { buyer, orderId, intentId } = await waiting()
    await shop.advance(9 * day)
    await shop.reconciler.tick()
    expect((await shop.stripe.paymentIntents.retrieve(intentId)).status).toBe('requires_action')
    await shop.advance(day + hour)
    await shop.reconciler.tick()
    expect(await orderOf(buyer, orderId)).toMatchObject({
      status: 'pending',
      payable: true,
      failureCode: 'payment_method_microdeposit_verification_timeout',
      bankVerification: null,
    })
    await eventually(async () => (await mailsOf(orderId)).some(({ kind }) => kind === 'payment-failed'))
    await shop.advance(day + hour)
    await shop.reconciler.tick()
    expect(await orderOf(buyer, orderId)).toMatchObject({ status: 'cancelled' })
    expect((await shop.stripe.paymentIntents.retrieve(intentId)).status).toBe('canceled')
  })

  test('given a failure that a webhook records just as the order is looked after, then the buyer still has a day', async () => {
    const { buyer, orderId, intentId } = await waiting()
    await shop.lab('/lab/chaos', { webhooks: [{ fault: 'suppress' }] })
    const load = shop.orders.load.bind(shop.orders)
    const loading = vi.spyOn(shop.orders, 'load').mockImplementationOnce(async (id) => {
      await shop.observations.observe(intentId, { actor: { kind: 'system', name: 'test' } })
      return load(id)
    })
    await shop.advance(10 * day + hour)
    await shop.reconciler.tick()
    expect(loading).toHaveBeenCalledWith(orderId)
    loading.mockRestore()
    await shop.lab('/lab/chaos', {})
    expect(await orderOf(buyer, orderId)).toMatchObject({ status: 'pending', payable: true })
  })

  test('given deposits that Stripe itself does not end, when a day more has passed, then the payment is cancelled', async () => {
    const { buyer, orderId, intentId } = await waiting()
    await shop.lab(`/lab/objects/${intentId}/keep-waiting`)
    await shop.advance(11 * day + 2 * hour)
    await shop.reconciler.tick()
    expect(await orderOf(buyer, orderId)).toMatchObject({ status: 'cancelled' })
  })

  test('given Stripe that does not answer, then the order is shown without the address', async () => {
    const { buyer, orderId } = await waiting()
    await shop.lab('/lab/chaos', {
      requests: [{ match: { path: '/v1/payment_intents/*' }, fault: 'answer', status: 500 }],
    })
    const order = await orderOf(buyer, orderId).finally(() => shop.lab('/lab/chaos', {}))
    expect(order).toMatchObject({ status: 'processing', bankVerification: { url: null } })
  })
})
