import { beforeAll, beforeEach, expect, test } from 'vitest'
import { EventLog } from '#platform/event-log/event-log.ts'
import { factsOf, type Question } from '../../src/modules/commerce/domain/facts.ts'
import { metadataOf } from '../../src/modules/commerce/orders/author.ts'
import { streamOf } from '../../src/modules/commerce/orders/order-stream.ts'
import { StripeAccount } from '../../src/modules/commerce/payments/stripe/stripe.ts'
import { digestOf } from '../../src/modules/commerce/payments/stripe/stripe-objects.ts'
import { eventually } from '../support/app.ts'
import { given } from '../support/given.ts'
import { openShop } from './support/shop.ts'

const shop = given(openShop)
beforeAll(async () => {
  // It asks about everything, now and then.
  await shop.reconciler.stop()
})
beforeEach(() => shop.lab('/lab/chaos', {}))

async function requests() {
  const state = (await (await fetch(new URL('/lab/state', shop.labUrl))).json()) as {
    requests: { method: string; path: string; parameters?: { payment_intent?: string } }[]
  }
  return state.requests
}

/** The lists of one payment that were asked for: `charges`, `refunds`, `disputes`. */
async function lists(intentId: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { method, path, parameters } of await requests())
    if (method === 'GET' && parameters?.payment_intent === intentId) counts[path] = (counts[path] ?? 0) + 1
  return counts
}

test('given a sale, when its webhooks and its return page come, then no refund and no dispute is asked for', async () => {
  const buyer = await shop.buyer()
  const { body } = await shop.checkout(buyer)
  const { id, clientSecret } = body.paymentIntent
  await shop.pay(clientSecret)
  await buyer.http.get(`/api/checkout/verify-payment-intent/${id}`)
  await shop.inbox.idle()
  const asked = await lists(id)
  expect(asked['/v1/charges']).toBeGreaterThanOrEqual(1)
  expect(asked).not.toHaveProperty('/v1/refunds')
  expect(asked).not.toHaveProperty('/v1/disputes')
})

test('given a payment with a declined try, when a charge is expected, then one request answers the same as two, also where there is none', async () => {
  const { body } = await shop.checkout(await shop.buyer())
  const { id, clientSecret } = body.paymentIntent
  const untried = await looks(id)
  expect(untried.expected).toEqual(untried.plain)
  expect(untried.plain.facts).toMatchObject([{ data: { attempts: 0, state: 'requires_payment_method' } }])
  await shop.lab('/lab/chaos', { webhooks: [{ fault: 'drop' }] })
  await shop.pay(clientSecret, 'pm_card_chargeDeclined')
  await shop.pay(clientSecret)
  await shop.inbox.idle()
  const before = await requestsAbout(id)
  const paid = await looks(id)
  const after = await requestsAbout(id)
  expect(paid.expected).toEqual(paid.plain)
  expect(paid.plain.facts).toMatchObject([
    { data: { attempts: 2, state: 'succeeded', amountReceived: 250_000 } },
  ])
  expect(after - before).toBe(3)
})

test('given a refund at Stripe whose event is lost, when only the payment is looked at, then the refund is seen on its charge', async () => {
  const { orderId, intentId } = await shop.paidOrder()
  await shop.lab('/lab/chaos', { webhooks: [{ fault: 'drop' }] })
  await shop.stripe.refunds.create({ payment_intent: intentId, amount: 50_000 })
  const author = { actor: { kind: 'system', name: 'test' } } as const
  await shop.observations.observe(intentId, author, undefined, { subject: 'payment' })
  expect(await refundsOf(orderId)).toMatchObject([{ state: 'succeeded' }])
})

test('given a refund that fails at the bank, when its event comes, then that is known though its charge shows no refund any more', async () => {
  const { orderId, intentId } = await shop.paidOrder()
  const { id } = await shop.stripe.refunds.create({ payment_intent: intentId, amount: 50_000 })
  await eventually(async () => (await refundsOf(orderId)).length === 1)
  await shop.lab(`/lab/objects/${id}/fail`, {})
  await eventually(async () => (await refundsOf(orderId))[0]?.state === 'failed')
  expect(await refundsOf(orderId)).toMatchObject([{ state: 'failed' }])
})

test('given another process that has changed the order since, when a webhook of its payment is applied, then both changes are recorded', async () => {
  const { id, orderId } = await paidUnseen()
  const { version } = await shop.orders.load(orderId)
  await shop.site.container.get(EventLog).append({
    stream: streamOf(orderId),
    expectedVersion: version,
    events: [
      {
        ...{
          type: 'NoteAdded',
          schemaVersion: 1,
          data: { noteId: 'elsewhere', text: 'From elsewhere', by: 'test' },
        },
        ...{ source: 'test', sourceId: 'elsewhere' },
      },
    ],
    metadata: metadataOf(author),
  })
  await shop.observations.observe(id, author, undefined, { subject: 'payment' })
  const types = (await shop.orders.history(orderId)).slice(version).map(({ type }) => type)
  expect(types).toEqual(expect.arrayContaining(['NoteAdded', 'PaymentIntentObserved', 'InvoiceIssued']))
})

const author = { actor: { kind: 'system', name: 'test' } } as const

/** What a look adds to an order, without and with the expectation of a charge. */
async function looks(intentId: string) {
  const told = async (question: Question) => {
    const sighting = await shop.site.container.get(StripeAccount).look(intentId, question)
    if (sighting === null) throw new Error(`Stripe does not know ${intentId}`)
    return { facts: factsOf(sighting, digestOf), signed: sighting.signedOrder }
  }
  const plain = await told({ subject: 'payment' })
  return { plain, expected: await told({ subject: 'payment', charged: true }) }
}

/** How many requests there were that name this payment. */
async function requestsAbout(intentId: string): Promise<number> {
  return (await requests()).filter(
    ({ method, path, parameters }) =>
      method === 'GET' && (path.endsWith(intentId) || parameters?.payment_intent === intentId),
  ).length
}

/** A payment that was made, of which neither a webhook nor the return page has said so yet. */
async function paidUnseen(): Promise<{ id: string; orderId: string }> {
  const { body } = await shop.checkout(await shop.buyer())
  await shop.inbox.idle()
  await shop.lab('/lab/chaos', { webhooks: [{ fault: 'drop' }] })
  await shop.pay(body.paymentIntent.clientSecret)
  return { id: body.paymentIntent.id, orderId: body.order.id }
}

const refundsOf = async (orderId: string) =>
  Object.values((await shop.orders.load(orderId)).order.refunds) as { state: string }[]
