import Stripe from 'stripe'
import { describe, expect, test } from 'vitest'
import { apiVersion } from '../../apps/payment-lab/event-recorder.ts'
import { givenEach } from '../support/given.ts'
import { startLab } from './lab-under-test.ts'

const under = givenEach(startLab, 'close')
const stripe = givenEach(() => under.stripe)

const minute = 60_000
const hour = 60 * minute
const create = (): Promise<Stripe.Response<Stripe.PaymentIntent>> =>
  stripe.paymentIntents.create({ amount: 1000, currency: 'usd' })
const pay = (payment_method: string): Promise<unknown> =>
  stripe.paymentIntents
    .create(
      { amount: 1000, currency: 'usd', confirm: true, payment_method },
      { idempotencyKey: `pay-${payment_method}` },
    )
    .catch((error: unknown) => error)

describe('events', () => {
  test('given the installed SDK, when an event is made, then it has the shape of the version that the SDK pins', async () => {
    const intent = await create()
    await under.lab.runDue()
    const [event] = under.endpoint.events
    expect(event).toMatchObject({
      object: 'event',
      type: 'payment_intent.created',
      api_version: apiVersion,
      livemode: false,
      pending_webhooks: 1,
      request: { id: intent.lastResponse.requestId },
    })
    expect(new Stripe('sk_test_x').getApiField('version')).toBe(apiVersion)
    expect(event?.id).toMatch(/^evt_3[A-Za-z0-9]{24}$/)
    expect(event?.data.object).toMatchObject({ id: intent.id, status: 'requires_payment_method' })
    expect((await stripe.events.retrieve(event?.id ?? '')).pending_webhooks).toBe(0)
  })

  test.each([
    ['pm_card_visa', ['payment_intent.created', 'charge.succeeded', 'payment_intent.succeeded']],
    ['pm_card_chargeDeclined', ['payment_intent.created', 'charge.failed', 'payment_intent.payment_failed']],
    ['pm_card_authenticationRequired', ['payment_intent.created', 'payment_intent.requires_action']],
    [
      'pm_usBankAccount_success',
      [
        'payment_intent.created',
        'charge.pending',
        'payment_intent.processing',
        'charge.succeeded',
        'payment_intent.succeeded',
      ],
    ],
    [
      'pm_usBankAccount_failure',
      [
        'payment_intent.created',
        'charge.pending',
        'payment_intent.processing',
        'charge.failed',
        'payment_intent.payment_failed',
      ],
    ],
    [
      'pm_card_createDispute',
      [
        'payment_intent.created',
        'charge.succeeded',
        'payment_intent.succeeded',
        'charge.dispute.created',
        'charge.dispute.funds_withdrawn',
      ],
    ],
  ])('given %s, when it has paid and time has passed, then these events are sent', async (method, types) => {
    await pay(method)
    await under.lab.runDue()
    await under.pass(10_000)
    // Several are under way at once, so only what is sent is certain, not in which order it arrives.
    expect(under.endpoint.types().sort()).toEqual([...types].sort())
    const listed = (await stripe.events.list({ limit: 100 })).data.map((event) => event.type).reverse()
    expect(listed).toEqual(types)
  })

  test('given an event, when its object changes afterwards, then the event keeps what was true then', async () => {
    const { id } = await create()
    await stripe.paymentIntents.cancel(id)
    const events = (await stripe.events.list()).data.map(
      (event) => (event.data.object as Stripe.PaymentIntent).status,
    )
    expect(events).toEqual(['canceled', 'requires_payment_method'])
  })

  test('given an event that is never generated, when the payment is made, then it is neither sent nor listed', async () => {
    const { id } = await create()
    await under.control(`objects/${id}/silence`, { events: 1 })
    await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })
    await under.lab.runDue()
    const listed = (await stripe.events.list()).data.map((event) => event.type)
    expect(listed).toEqual(['charge.succeeded', 'payment_intent.created'])
    expect(under.endpoint.types()).not.toContain('payment_intent.succeeded')
    expect((await stripe.paymentIntents.retrieve(id)).status).toBe('succeeded')
  })
})

describe('deliveries', () => {
  test('given an endpoint that answers 500, when hours pass, then attempts come with growing pauses until it recovers', async () => {
    under.endpoint.status = 500
    await create()
    await under.lab.runDue()
    const attempts: number[] = [under.endpoint.events.length]
    for (const pause of [5000, 5 * minute, 30 * minute, 2 * hour]) {
      await under.pass(pause - 1000)
      attempts.push(under.endpoint.events.length)
      await under.pass(1000)
      attempts.push(under.endpoint.events.length)
    }
    expect(attempts).toEqual([1, 1, 2, 2, 3, 3, 4, 4, 5])
    under.endpoint.status = 200
    await under.pass(5 * hour)
    await under.pass(20 * hour)
    expect(under.endpoint.events).toHaveLength(6)
    expect(new Set(under.endpoint.events.map((event) => event.id)).size).toBe(1)
    expect(new Set(under.endpoint.signatures).size).toBe(6)
  })

  test('given an endpoint that never recovers, when four days pass, then the lab gives up and says so', async () => {
    under.endpoint.status = 503
    await create()
    for (let hours = 0; hours < 96; hours += 2) await under.pass(2 * hour)
    expect(under.endpoint.events).toHaveLength(12)
    const state = (await (await fetch(`${under.url}/lab/state`)).json()) as {
      deliveries: { state: string }[]
    }
    expect(state.deliveries.map((each) => each.state)).toEqual(['given-up'])
  })

  test('given an event that was delivered, when it is sent again three times, then it arrives three times more', async () => {
    await create()
    await under.lab.runDue()
    await under.control(`objects/${under.endpoint.events[0]?.id}/resend`, { copies: 3 })
    await under.lab.runDue()
    expect(new Set(under.endpoint.events.map((event) => event.id)).size).toBe(1)
    expect(under.endpoint.events).toHaveLength(4)
  })

  test('given no endpoint yet, when one is named later, then events from then on are delivered', async () => {
    const other = await startLab({ webhookUrl: undefined as never })
    await other.stripe.customers.create({})
    await other.control('connect', { webhookUrl: under.endpoint.url })
    await other.stripe.products.create({ name: 'Book' })
    await other.lab.runDue()
    await other.close()
    expect(under.endpoint.types()).toEqual(['product.created'])
  })

  test('given an endpoint that asks for some types of events, when a payment is made, then it gets no others', async () => {
    const other = await startLab({
      webhookUrl: under.endpoint.url,
      webhookEvents: ['payment_intent.succeeded'],
    })
    const card = { amount: 1000, currency: 'usd', confirm: true, payment_method: 'pm_card_visa' }
    await other.stripe.paymentIntents.create(card)
    await other.lab.runDue()
    await other.close()
    expect(under.endpoint.types()).toEqual(['payment_intent.succeeded'])
  })

  test('given a lab that is not asked to, when a payment is made, then its events arrive by themselves', async () => {
    await pay('pm_card_visa')
    const deadline = Date.now() + 5000
    while (under.endpoint.events.length < 3 && Date.now() < deadline)
      await new Promise((done) => setTimeout(done, 20))
    expect(under.endpoint.types()).toHaveLength(3)
  })
})

describe('the clock', () => {
  test('given a lab that shares our clock, when it is set to the present time, then it does not move twice', async () => {
    under.clock.advance(hour)
    const answer = await under.control('clock', { to: under.clock.now().toISOString() })
    expect(answer).toMatchObject({ offsetMs: 0 })
    expect(await under.control('clock', { advanceMs: minute })).toMatchObject({ offsetMs: minute })
    await expect(under.control('clock', {})).rejects.toThrow('give either advanceMs or to')
    await expect(under.control('clock', { advanceMs: -1 })).rejects.toThrow('advanceMs')
  })
})
