import type Stripe from 'stripe'
import { describe, expect, test } from 'vitest'
import { givenEach } from '../support/given.ts'
import { failureOf, startLab } from './lab-under-test.ts'

const under = givenEach(startLab, 'close')
const stripe = givenEach(() => under.stripe)

const create = (amount: number): Promise<Stripe.PaymentIntent> =>
  stripe.paymentIntents.create({ amount, currency: 'usd' })
const amounts = (list: { data: Stripe.PaymentIntent[] }): number[] => list.data.map((each) => each.amount)

describe('lists', () => {
  test('given seven objects, when they are paged, then cursors and has_more behave as documented', async () => {
    const ids: string[] = []
    for (let index = 1; index <= 7; index++) ids.push((await create(index * 100)).id)
    const first = await stripe.paymentIntents.list({ limit: 3 })
    expect([amounts(first), first.has_more, first.object]).toEqual([[700, 600, 500], true, 'list'])
    const second = await stripe.paymentIntents.list({ limit: 3, starting_after: first.data[2]?.id ?? '' })
    expect([amounts(second), second.has_more]).toEqual([[400, 300, 200], true])
    const last = await stripe.paymentIntents.list({ limit: 3, starting_after: second.data[2]?.id ?? '' })
    expect([amounts(last), last.has_more]).toEqual([[100], false])
    const back = await stripe.paymentIntents.list({ limit: 2, ending_before: ids[3] ?? '' })
    expect([amounts(back), back.has_more]).toEqual([[600, 500], true])
    const walked: string[] = []
    for await (const each of stripe.paymentIntents.list({ limit: 2 })) walked.push(each.id)
    expect(walked).toEqual(ids.reverse())
    expect(await failureOf(stripe.paymentIntents.list({ limit: 101 }))).toMatchObject({ param: 'limit' })
    expect(await failureOf(stripe.paymentIntents.list({ starting_after: 'pi_x' }))).toMatchObject({
      code: 'resource_missing',
    })
  })

  test('given objects of different times, when created is bounded, then only those within are listed', async () => {
    const first = await create(100)
    under.clock.advance(60_000)
    const second = await create(200)
    under.clock.advance(60_000)
    await create(300)
    expect(amounts(await stripe.paymentIntents.list({ created: { gt: first.created } }))).toEqual([300, 200])
    expect(
      amounts(await stripe.paymentIntents.list({ created: { gte: first.created, lt: second.created } })),
    ).toEqual([100])
    expect(amounts(await stripe.paymentIntents.list({ created: second.created }))).toEqual([200])
  })

  test('given charges of two payments, when they are filtered by payment, then only its charges are listed', async () => {
    const paid = await stripe.paymentIntents.create({
      amount: 1000,
      currency: 'usd',
      confirm: true,
      payment_method: 'pm_card_visa',
    })
    await stripe.paymentIntents.create({
      amount: 2000,
      currency: 'usd',
      confirm: true,
      payment_method: 'pm_card_visa',
    })
    const list = await stripe.charges.list({ payment_intent: paid.id, expand: ['data.balance_transaction'] })
    expect(list.data).toHaveLength(1)
    expect(list.data[0]?.balance_transaction).toMatchObject({ fee: 59 })
    expect(await failureOf(stripe.charges.list({ expand: ['data.nonsense'] }))).toMatchObject({
      statusCode: 400,
    })
  })

  test('given events of several types, when they are filtered, then types, wildcards and delivery count', async () => {
    under.endpoint.status = 500
    await stripe.paymentIntents.create({
      amount: 1000,
      currency: 'usd',
      confirm: true,
      payment_method: 'pm_card_visa',
    })
    await under.lab.runDue()
    under.endpoint.status = 200
    await create(500)
    await under.lab.runDue()
    const types = async (params: Stripe.EventListParams): Promise<string[]> =>
      (await stripe.events.list(params)).data.map((event) => event.type)
    expect(await types({ type: 'charge.*' })).toEqual(['charge.succeeded'])
    expect(await types({ types: ['payment_intent.created', 'charge.succeeded'] })).toHaveLength(3)
    expect(await types({ delivery_success: true })).toEqual(['payment_intent.created'])
    expect(await types({ delivery_success: false })).toHaveLength(3)
    const [event] = (await stripe.events.list({ limit: 1 })).data
    expect(JSON.stringify(await stripe.events.retrieve(event?.id ?? ''))).toBe(JSON.stringify(event))
  })

  test('given events older than thirty days, when they are listed, then they are gone', async () => {
    await create(500)
    under.clock.advance(31 * 86_400_000)
    expect((await stripe.events.list()).data).toEqual([])
  })
})

describe('customers, products, prices, checkout', () => {
  test('given a customer, when it is created, changed and listed, then it keeps what was said', async () => {
    const { id } = await stripe.customers.create({
      email: 'a@example.test',
      name: 'A',
      metadata: { user_id: 'u' },
    })
    await stripe.customers.update(id, { name: 'B' })
    expect(await stripe.customers.retrieve(id)).toMatchObject({
      name: 'B',
      email: 'a@example.test',
      metadata: { user_id: 'u' },
    })
    expect((await stripe.customers.list({ email: 'a@example.test' })).data).toHaveLength(1)
    expect((await stripe.customers.list({ email: 'b@example.test' })).data).toEqual([])
    const method = await stripe.paymentMethods.attach('pm_card_visa', { customer: id })
    expect(await stripe.paymentMethods.retrieve(method.id)).toMatchObject({ customer: id, type: 'card' })
  })

  test('given a product with a price, when both are read, then they refer to each other', async () => {
    const product = await stripe.products.create({
      name: 'Certification',
      default_price_data: { currency: 'usd', unit_amount: 250_000 },
    })
    const price = await stripe.prices.create({ product: product.id, currency: 'usd', unit_amount: 200_000 })
    expect(await stripe.products.retrieve(product.id, { expand: ['default_price'] })).toMatchObject({
      name: 'Certification',
      default_price: { unit_amount: 250_000, product: product.id },
    })
    expect(await stripe.prices.retrieve(price.id)).toMatchObject({ unit_amount: 200_000, type: 'one_time' })
    expect((await stripe.prices.list({ product: product.id })).data).toHaveLength(2)
    expect((await stripe.products.list()).data).toHaveLength(1)
    expect(await failureOf(stripe.prices.create({ currency: 'usd', unit_amount: 1 }))).toMatchObject({
      param: 'product',
    })
  })

  const session = (): Promise<Stripe.Checkout.Session> =>
    stripe.checkout.sessions.create({
      mode: 'payment',
      line_items: [
        { price_data: { currency: 'usd', unit_amount: 5000, product_data: { name: 'Book' } }, quantity: 2 },
      ],
      success_url: 'https://example.test/done?session={CHECKOUT_SESSION_ID}',
      cancel_url: 'https://example.test/back',
      payment_intent_data: { metadata: { order_id: 'o-9' } },
    })

  test('given a checkout session, when it is paid on its page, then it is complete and the buyer is sent on', async () => {
    const { id, url, amount_total, payment_intent } = await session()
    expect([amount_total, payment_intent]).toEqual([10_000, null])
    expect(await (await fetch(url ?? '')).text()).toContain('Pay $100.00')
    const post = (payment_method: string): Promise<Response> =>
      fetch(url ?? '', { method: 'POST', redirect: 'manual', body: new URLSearchParams({ payment_method }) })
    const declined = await post('pm_card_chargeDeclined')
    expect([declined.status, await declined.text()]).toEqual([
      402,
      expect.stringContaining('Your card was declined.'),
    ])
    expect((await post('pm_card_visa')).status).toBe(303)
    const onward = await fetch(url ?? '', { redirect: 'manual' })
    expect(onward.headers.get('location')).toBe(`https://example.test/done?session=${id}`)
    const paid = await stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent', 'line_items'] })
    expect(paid).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      payment_intent: { status: 'succeeded', metadata: { order_id: 'o-9' } },
    })
    expect(paid.line_items?.data[0]).toMatchObject({ description: 'Book', quantity: 2, amount_total: 10_000 })
    expect((await stripe.checkout.sessions.listLineItems(id)).data).toHaveLength(1)
    await under.lab.runDue()
    expect(under.endpoint.types()).toContain('checkout.session.completed')
  })

  test('given a checkout session, when it expires or is paid by bank debit, then the events say so', async () => {
    const expired = await stripe.checkout.sessions.expire((await session()).id)
    expect(expired.status).toBe('expired')
    expect(await failureOf(stripe.checkout.sessions.expire(expired.id))).toMatchObject({ statusCode: 400 })
    const forgotten = await session()
    const { id } = await session()
    await under.control(`objects/${id}/pay`, { payment_method: 'pm_usBankAccount_success' })
    expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({
      status: 'complete',
      payment_status: 'unpaid',
    })
    await under.pass(10_000)
    expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({ payment_status: 'paid' })
    await under.pass(86_400_000)
    expect((await stripe.checkout.sessions.retrieve(forgotten.id)).status).toBe('expired')
    expect(under.endpoint.types().filter((type) => type.startsWith('checkout.'))).toEqual([
      'checkout.session.expired',
      'checkout.session.completed',
      'checkout.session.async_payment_succeeded',
      'checkout.session.expired',
    ])
  })
})
