import { describe, expect, test } from 'vitest'
import { givenEach } from '../support/given.ts'
import { failureOf, startLab } from './lab-under-test.ts'

const under = givenEach(startLab, 'close')
const stripe = givenEach(() => under.stripe)

const order = { amount: 250_000, currency: 'usd', metadata: { order_id: 'o-1' } }
const key = { idempotencyKey: 'order-o-1' }
const day = 86_400_000

describe('idempotency keys', () => {
  test('given a used key, when the same request comes again, then the first answer is replayed and marked', async () => {
    const first = await stripe.paymentIntents.create(order, key)
    const again = await stripe.paymentIntents.create(
      { metadata: order.metadata, currency: 'usd', amount: 250_000 },
      key,
    )
    expect(again.id).toBe(first.id)
    expect(again.lastResponse.headers['idempotent-replayed']).toBe('true')
    expect(again.lastResponse.headers['original-request']).toBe(first.lastResponse.requestId)
    expect((await stripe.paymentIntents.list()).data).toHaveLength(1)
  })

  test('given a used key, when other parameters or another path come with it, then it is an idempotency error', async () => {
    const { id } = await stripe.paymentIntents.create(order, key)
    for (const other of [
      stripe.paymentIntents.create({ ...order, amount: 1000 }, key),
      stripe.paymentIntents.cancel(id, {}, key),
    ]) {
      expect(await failureOf(other)).toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 })
    }
    expect((await stripe.paymentIntents.retrieve(id)).status).toBe('requires_payment_method')
  })

  test('given a key of yesterday, when it is used again, then it is forgotten and a second object is made', async () => {
    const first = await stripe.paymentIntents.create(order, key)
    under.clock.advance(day - 60_000)
    expect((await stripe.paymentIntents.create(order, key)).id).toBe(first.id)
    under.clock.advance(60_000)
    expect((await stripe.paymentIntents.create(order, key)).id).not.toBe(first.id)
  })

  test('given a decline, when the request is repeated under its key, then the decline is replayed without a second try', async () => {
    const pay = (): Promise<unknown> =>
      stripe.paymentIntents.create({ ...order, confirm: true, payment_method: 'pm_card_chargeDeclined' }, key)
    const [first, second] = [await failureOf(pay()), await failureOf(pay())]
    expect(second.payment_intent?.id).toBe(first.payment_intent?.id)
    expect((await stripe.charges.list()).data).toHaveLength(1)
  })

  test('given a request that was wrong before anything was done, when it is mended, then its key is still free', async () => {
    await failureOf(stripe.paymentIntents.create({ ...order, amount: 1 }, key))
    expect((await stripe.paymentIntents.create(order, key)).amount).toBe(250_000)
  })

  test('given a 500 after execution, when the request is repeated, then the 500 is replayed and the object exists once', async () => {
    await under.control('chaos', { requests: [{ fault: 'answer', when: 'after', status: 500, times: 1 }] })
    expect(await failureOf(stripe.paymentIntents.create(order, key))).toMatchObject({ statusCode: 500 })
    expect(await failureOf(stripe.paymentIntents.create(order, key))).toMatchObject({ statusCode: 500 })
    const { data } = await stripe.paymentIntents.search({ query: "metadata['order_id']:'o-1'" })
    expect(data).toHaveLength(1)
  })
})
