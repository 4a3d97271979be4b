import type Stripe from 'stripe'
import { describe, expect, test } from 'vitest'
import { givenEach } from '../support/given.ts'
import { failureOf, sdk, startLab } from './lab-under-test.ts'

const under = givenEach(startLab, 'close')
const stripe = givenEach(() => under.stripe)

const order = { amount: 250_000, currency: 'usd', metadata: { order_id: 'o-1' } }

describe('payment intents', () => {
  test('given amount, currency and metadata, when an intent is created, then it waits for a payment method', async () => {
    const intent = await stripe.paymentIntents.create({
      ...order,
      automatic_payment_methods: { enabled: true },
    })
    expect(intent).toMatchObject({
      object: 'payment_intent',
      amount: 250_000,
      amount_received: 0,
      currency: 'usd',
      livemode: false,
      status: 'requires_payment_method',
      metadata: { order_id: 'o-1' },
      latest_charge: null,
      last_payment_error: null,
      next_action: null,
    })
    expect(intent.id).toMatch(/^pi_3[A-Za-z0-9]{24}$/)
    expect(intent.client_secret).toMatch(new RegExp(`^${intent.id}_secret_[A-Za-z0-9]{24}$`))
    const again = await stripe.paymentIntents.retrieve(intent.id)
    expect(JSON.stringify(again)).toBe(JSON.stringify(intent))
  })

  test('given a card, when the intent is confirmed, then the money is there with charge, receipt and fee', async () => {
    const created = await stripe.paymentIntents.create(order)
    const intent = await stripe.paymentIntents.confirm(created.id, {
      payment_method: 'pm_card_visa',
      return_url: 'https://example.test/back',
      expand: ['latest_charge.balance_transaction', 'payment_method'],
    })
    const charge = intent.latest_charge as Stripe.Charge
    expect(intent).toMatchObject({ status: 'succeeded', amount_received: 250_000 })
    expect((intent.payment_method as Stripe.PaymentMethod).card?.last4).toBe('4242')
    expect(charge).toMatchObject({
      paid: true,
      status: 'succeeded',
      amount_captured: 250_000,
      payment_intent: intent.id,
    })
    expect(charge.metadata).toEqual({ order_id: 'o-1' })
    expect(charge.balance_transaction).toMatchObject({ amount: 250_000, fee: 7280, net: 242_720 })
    const receipt = await fetch(charge.receipt_url ?? '')
    expect(receipt.status).toBe(200)
    expect(await receipt.text()).toContain('$2,500.00')
  })

  test('given wrong parameters, when an intent is created, then each is named in Stripe’s words and nothing exists', async () => {
    const wrong = (params: object): Promise<Stripe.errors.StripeError> =>
      failureOf(stripe.paymentIntents.create(params as Stripe.PaymentIntentCreateParams))
    expect(await wrong({ currency: 'usd' })).toMatchObject({ code: 'parameter_missing', param: 'amount' })
    expect(await wrong({ amount: 10.5, currency: 'usd' })).toMatchObject({
      code: 'parameter_invalid_integer',
    })
    expect(await wrong({ amount: -1, currency: 'usd' })).toMatchObject({ statusCode: 400, param: 'amount' })
    expect(await wrong({ amount: 10, currency: 'usd' })).toMatchObject({ code: 'amount_too_small' })
    expect(await wrong({ amount: 100, currency: 'dollars' })).toMatchObject({ param: 'currency' })
    expect(await wrong({ ...order, colour: 'red' })).toMatchObject({
      code: 'parameter_unknown',
      param: 'colour',
    })
    expect(await wrong({ ...order, customer: 'cus_x' })).toMatchObject({
      code: 'resource_missing',
      param: 'customer',
    })
    expect(await wrong({ ...order, payment_method: 'pm_card_nobody' })).toMatchObject({
      code: 'resource_missing',
    })
    expect((await stripe.paymentIntents.list()).data).toEqual([])
  })

  test('given an open intent, when it is updated, then amount and metadata change, and a succeeded one keeps its amount', async () => {
    const { id } = await stripe.paymentIntents.create(order)
    const updated = await stripe.paymentIntents.update(id, {
      amount: 200_000,
      metadata: { order_id: '', batch: '7' },
    })
    expect(updated).toMatchObject({ amount: 200_000, metadata: { batch: '7' } })
    expect(updated.metadata).not.toHaveProperty('order_id')
    await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })
    const refused = await failureOf(stripe.paymentIntents.update(id, { amount: 1000 }))
    expect(refused).toMatchObject({ statusCode: 400, code: 'payment_intent_unexpected_state' })
    expect((await stripe.paymentIntents.update(id, { metadata: { note: 'x' } })).metadata).toEqual({
      batch: '7',
      note: 'x',
    })
  })

  test('given an intent in each state, when it is cancelled, then only an unpaid one is', async () => {
    const open = await stripe.paymentIntents.create(order)
    const cancelled = await stripe.paymentIntents.cancel(open.id, { cancellation_reason: 'abandoned' })
    expect(cancelled).toMatchObject({ status: 'canceled', cancellation_reason: 'abandoned' })
    expect(cancelled.canceled_at).toBeGreaterThan(0)
    expect(await failureOf(stripe.paymentIntents.cancel(open.id))).toMatchObject({
      code: 'payment_intent_unexpected_state',
    })
    expect(
      await failureOf(stripe.paymentIntents.confirm(open.id, { payment_method: 'pm_card_visa' })),
    ).toMatchObject({
      code: 'payment_intent_unexpected_state',
    })
    const paid = await stripe.paymentIntents.create({
      ...order,
      confirm: true,
      payment_method: 'pm_card_visa',
    })
    const refused = await failureOf(stripe.paymentIntents.cancel(paid.id))
    expect(refused.code).toBe('payment_intent_unexpected_state')
    expect(refused.payment_intent).toMatchObject({ id: paid.id, status: 'succeeded' })
  })

  test('given a search by metadata, when the index lags, then a new intent is found only later', async () => {
    await stripe.paymentIntents.create(order)
    await stripe.paymentIntents.create({ ...order, metadata: { order_id: 'o-2' } })
    const search = (): Promise<Stripe.ApiSearchResult<Stripe.PaymentIntent>> =>
      stripe.paymentIntents.search({
        query: "metadata['order_id']:'o-2' AND status:'requires_payment_method'",
      })
    expect((await search()).data.map((each) => each.metadata.order_id)).toEqual(['o-2'])
    await under.control('chaos', { searchLagMs: 60_000 })
    expect((await search()).data).toEqual([])
    await under.pass(61_000)
    expect((await search()).data).toHaveLength(1)
    expect(await failureOf(stripe.paymentIntents.search({ query: 'what is this' }))).toMatchObject({
      statusCode: 400,
    })
  })
})

describe('keys', () => {
  test('given no key, a wrong one or the publishable one, when the API is called, then it is refused', async () => {
    const bare = await fetch(`${under.url}/v1/payment_intents`)
    expect(bare.status).toBe(401)
    expect(await bare.json()).toMatchObject({ error: { type: 'invalid_request_error' } })
    const wrong = await failureOf(sdk(under.url, 'sk_test_other').paymentIntents.list())
    expect(wrong.type).toBe('StripeAuthenticationError')
    const published = await failureOf(sdk(under.url, 'pk_test_lab').paymentIntents.list())
    expect(published).toMatchObject({ statusCode: 401, code: 'secret_key_required' })
  })

  test('given the publishable key, when an intent is read, then its client secret is needed and little is shown', async () => {
    const browser = sdk(under.url, 'pk_test_lab')
    const { id, client_secret } = await stripe.paymentIntents.create(order)
    expect(await failureOf(browser.paymentIntents.retrieve(id))).toMatchObject({ param: 'client_secret' })
    expect(
      await failureOf(browser.paymentIntents.retrieve(id, { client_secret: `${id}_secret_x` })),
    ).toMatchObject({
      statusCode: 404,
    })
    const shown = await browser.paymentIntents.retrieve(id, { client_secret: client_secret ?? '' })
    expect(shown).toMatchObject({ id, status: 'requires_payment_method' })
    expect(shown).not.toHaveProperty('metadata')
    expect(shown).not.toHaveProperty('latest_charge')
  })
})

describe('limits of Stripe', () => {
  test('given a request just beyond a documented limit, when it is sent, then it is refused; at the limit it is taken', async () => {
    const keys = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, 'v']))
    const types = (count: number) => Array.from({ length: count }, (_, at) => `type.${at}`)
    const create = (more: object, options: object = {}) =>
      stripe.paymentIntents.create({ ...order, ...more }, options)
    await create({ metadata: keys(50), description: 'd'.repeat(1_000) }, { idempotencyKey: 'k'.repeat(255) })
    await stripe.events.list({ types: types(20) })
    const automatic = { automatic_payment_methods: { enabled: true }, payment_method_types: ['card'] }
    for (const [what, request] of [
      ['metadata', () => create({ metadata: keys(51) })],
      ['brackets', () => create({ metadata: { 'a[b]': 'c' } })],
      ['description', () => create({ description: 'd'.repeat(1_001) })],
      ['currency', () => create({ currency: 'xxx' })],
      ['both ways', () => create(automatic)],
      ['key', () => create({}, { idempotencyKey: 'k'.repeat(256) })],
      ['version', () => create({}, { apiVersion: '2099-01-01' })],
      ['types', () => stripe.events.list({ types: types(21) })],
      ['expand', () => create({ expand: ['amount'] })],
    ] as const)
      expect(await failureOf(request()), what).toMatchObject({
        statusCode: 400,
        type: 'StripeInvalidRequestError',
      })
  })
})

describe('unknown things', () => {
  test('given a route or an object that does not exist, when it is asked for, then the answer is Stripe’s 404', async () => {
    expect(await failureOf(stripe.invoices.list())).toMatchObject({
      statusCode: 404,
      type: 'StripeInvalidRequestError',
      message: expect.stringContaining('Unrecognized request URL (GET: /v1/invoices)'),
    })
    expect(await failureOf(stripe.paymentIntents.retrieve('pi_none'))).toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
      param: 'intent',
      message: "No such payment_intent: 'pi_none'",
    })
    expect(await failureOf(stripe.charges.retrieve('ch_none'))).toMatchObject({ code: 'resource_missing' })
    // An object that a parameter names, not the address.
    expect(await failureOf(stripe.refunds.create({ charge: 'ch_none' }))).toMatchObject({
      statusCode: 400,
      code: 'resource_missing',
      param: 'charge',
    })
  })
})
