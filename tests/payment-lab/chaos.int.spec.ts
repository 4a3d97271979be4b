import type Stripe from 'stripe'
import { describe, expect, test } from 'vitest'
import { givenEach } from '../support/given.ts'
import { failureOf, startLab } from './lab-under-test.ts'

const under = givenEach(startLab, 'close')
const stripe = givenEach(() => under.stripe)

const order = { amount: 1000, currency: 'usd' }
const create = (): Promise<Stripe.PaymentIntent> => stripe.paymentIntents.create(order)
const count = async (): Promise<number> => {
  await under.control('chaos', {})
  return (await stripe.paymentIntents.list({ limit: 100 })).data.length
}

describe('trouble with requests', () => {
  test.each([
    ['before', 0],
    ['after', 1],
  ])(
    'given a connection that is cut %s the work, when it is retried with its key, then there is one object',
    async (when, done) => {
      await under.control('chaos', {
        requests: [{ match: { method: 'post' }, fault: 'cut', when, times: 2 }],
      })
      const key = { idempotencyKey: 'k' }
      expect((await failureOf(stripe.paymentIntents.create(order, key))).type).toBe('StripeConnectionError')
      expect((await stripe.paymentIntents.list()).data).toHaveLength(done)
      const retried = await stripe.paymentIntents.create(order, key)
      expect(retried.lastResponse.headers['idempotent-replayed']).toBe(done === 1 ? 'true' : undefined)
      expect(await count()).toBe(1)
    },
  )

  test.each([
    [429, 'StripeRateLimitError'],
    [500, 'StripeAPIError'],
    [503, 'StripeAPIError'],
  ])(
    'given %i before the work, when it is retried, then the second try is executed',
    async (status, type) => {
      await under.control('chaos', { requests: [{ fault: 'answer', status, times: 1 }] })
      const key = { idempotencyKey: 'k' }
      const failure = await failureOf(stripe.paymentIntents.create(order, key))
      expect(failure).toMatchObject({ type, statusCode: status })
      expect((await stripe.paymentIntents.create(order, key)).object).toBe('payment_intent')
      expect(await count()).toBe(1)
    },
  )

  test('given a late answer, when the intent is created, then its webhook is there before the answer', async () => {
    await under.control('chaos', { requests: [{ fault: 'delay', when: 'after', ms: 400, times: 1 }] })
    const arrivedAfter = create().then(() => under.endpoint.events.length)
    await new Promise((done) => setTimeout(done, 100))
    await under.lab.runDue()
    expect(await arrivedAfter).toBe(1)
  })

  test('given a rule for one path, when others are called, then they are spared', async () => {
    await under.control('chaos', {
      requests: [{ match: { method: 'POST', path: '/v1/refunds*' }, fault: 'answer' }],
    })
    const { id } = await create()
    expect(await failureOf(stripe.refunds.create({ payment_intent: id }))).toMatchObject({ statusCode: 500 })
    expect((await stripe.refunds.list()).data).toEqual([])
  })

  test('given a plan with a mistake, when it is posted, then the answer names the field and nothing changes', async () => {
    await expect(under.control('chaos', { requests: [{ fault: 'explode' }] })).rejects.toThrow(
      'requests.0.fault',
    )
    await expect(under.control('chaos', { webhooks: [{ fault: 'drop', rate: 2 }] })).rejects.toThrow(
      'webhooks.0.rate',
    )
    expect((await create()).object).toBe('payment_intent')
  })
})

describe('trouble with webhooks', () => {
  const trouble = (rule: object): Promise<unknown> => under.control('chaos', { webhooks: [rule] })

  test('given drop, when events happen, then none arrives and they are listed as undelivered', async () => {
    await trouble({ fault: 'drop' })
    await create()
    for (let hours = 0; hours < 80; hours += 8) await under.pass(8 * 3_600_000)
    expect(under.endpoint.events).toEqual([])
    expect((await stripe.events.list({ delivery_success: false })).data).toHaveLength(1)
  })

  test('given a first attempt that gets lost, when the retry is due, then the event arrives', async () => {
    await trouble({ fault: 'drop', attempts: 1 })
    await create()
    await under.lab.runDue()
    expect(under.endpoint.events).toEqual([])
    await under.pass(5000)
    expect(under.endpoint.events).toHaveLength(1)
  })

  test('given duplicates, when one event happens, then it arrives so many times', async () => {
    await trouble({ match: { type: 'payment_intent.*' }, fault: 'duplicate', copies: 5 })
    await create()
    await stripe.customers.create({})
    await under.lab.runDue()
    expect(under.endpoint.types().filter((type) => type === 'payment_intent.created')).toHaveLength(5)
    expect(under.endpoint.types().filter((type) => type === 'customer.created')).toHaveLength(1)
  })

  test('given a delay, when the event happens, then it arrives later', async () => {
    await under.control('chaos', { seed: 'late', webhooks: [{ fault: 'delay', ms: 3_600_000 }] })
    await create()
    await under.lab.runDue()
    expect(under.endpoint.events).toEqual([])
    await under.pass(3_600_000)
    expect(under.endpoint.events).toHaveLength(1)
  })

  test('given suppress, when events happen, then they are neither delivered nor listed', async () => {
    await trouble({ match: { type: 'payment_intent.created' }, fault: 'suppress' })
    await create()
    await under.lab.runDue()
    expect((await stripe.events.list()).data).toEqual([])
    expect(under.endpoint.events).toEqual([])
  })

  test('given reorder, when ten events happen, then all arrive, not as they happened', async () => {
    await under.control('chaos', { concurrency: 1, webhooks: [{ fault: 'reorder', ms: 60_000 }] })
    const made: string[] = []
    for (let index = 0; index < 10; index++) made.push((await create()).id)
    await under.pass(120_000)
    const arrived = under.endpoint.events.map((event) => (event.data.object as Stripe.PaymentIntent).id)
    expect(arrived).not.toEqual(made)
    expect([...arrived].sort()).toEqual([...made].sort())
  })
})

describe('replay', () => {
  /** Without the SDK, which tries a reset connection once more and pauses before it. */
  const bareCreate = async (): Promise<string> => {
    try {
      const answer = await fetch(`${under.url}/v1/payment_intents`, {
        method: 'POST',
        headers: { authorization: 'Bearer sk_test_lab' },
        body: new URLSearchParams({ amount: '1000', currency: 'usd' }),
      })
      return answer.ok ? ((await answer.json()) as { id: string }).id : String(answer.status)
    } catch {
      return 'cut'
    }
  }

  const history = async (seed: string): Promise<string[]> => {
    await under.control('reset')
    under.endpoint.events.length = 0
    await under.control('chaos', {
      seed,
      concurrency: 1,
      requests: [
        { fault: 'cut', when: 'after', rate: 0.3 },
        { fault: 'answer', status: 429, rate: 0.2 },
      ],
      webhooks: [
        { fault: 'drop', rate: 0.2 },
        { fault: 'duplicate', copies: 3, rate: 0.3 },
        { fault: 'reorder', ms: 60_000 },
      ],
    })
    const seen: string[] = []
    for (let index = 0; index < 20; index++) {
      seen.push(await bareCreate())
    }
    await under.pass(120_000)
    return [...seen, ...under.endpoint.events.map((event) => event.id)]
  }

  test('given a seed, when the same calls are made again after a reset, then ids, faults and arrivals are the same', async () => {
    // A minute of its own for each run: windows of reordering must not be split by the wall clock.
    const aligned = async (seed: string): Promise<string[]> => {
      await under.pass(60_000 - (under.clock.now().getTime() % 60_000) + 1)
      return history(seed)
    }
    const first = await aligned('seed-7')
    const second = await aligned('seed-7')
    const other = await aligned('seed-8')
    expect(second).toEqual(first)
    expect(other).not.toEqual(first)
    expect(first).toContain('cut')
    expect(first).toContain('429')
  })
})

describe('reset', () => {
  test('given a lab in use, when it is reset, then it is empty, at peace, and at its clock’s time', async () => {
    await under.control('chaos', { requests: [{ match: { method: 'DELETE' }, fault: 'answer' }] })
    await create()
    await under.control('clock', { advanceMs: 86_400_000 })
    await under.control('reset')
    const state = await (await fetch(`${under.url}/lab/state`)).json()
    expect(state).toMatchObject({
      offsetMs: 0,
      tasks: [],
      deliveries: [],
      requests: [],
      chaos: { requests: [] },
    })
    expect((await stripe.paymentIntents.list()).data).toEqual([])
  })
})
