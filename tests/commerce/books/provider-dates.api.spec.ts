import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EventLog } from '#platform/event-log/event-log.ts'
import { openShop, type Shop } from '../support/shop.ts'

let shop: Shop
let log: EventLog
const author = { actor: { kind: 'system', name: 'test' } } as const
const dayMs = 86_400_000

beforeAll(async () => {
  shop = await openShop()
  log = shop.house.container.get(EventLog)
})
afterAll(() => shop?.stop())

const iso = (seconds: number): string => new Date(seconds * 1000).toISOString()
const read = (orderId: string) => log.read(`order-${orderId}`)

describe("the dates of Stripe's clock in the log", () => {
  test('given a payment, a failed refund and a won dispute that are seen days later, then the log has the dates on which Stripe moved the money, and a further look appends nothing', async () => {
    const buyer = await shop.buyer()
    const { body } = await shop.checkout(buyer)
    const orderId: string = body.order.id
    const intentId: string = body.paymentIntent.id
    await shop.pay(body.paymentIntent.clientSecret)
    const intent = await shop.stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] })
    const charge = intent.latest_charge as { id: string; created: number }
    await shop.advance(dayMs)
    const refund = (await shop.lab(`/lab/objects/${intentId}/refund`, {})) as { id: string; created: number }
    await shop.advance(dayMs)
    await shop.lab(`/lab/objects/${refund.id}/fail`, {})
    const failed = await shop.stripe.refunds.retrieve(refund.id, { expand: ['failure_balance_transaction'] })
    const back = failed.failure_balance_transaction as { created: number }
    await shop.advance(dayMs)
    const opened = (await shop.lab(`/lab/objects/${charge.id}/dispute`, {})) as {
      id: string
      created: number
    }
    await shop.advance(dayMs)
    await shop.lab(`/lab/objects/${opened.id}/win`)
    const { balance_transactions: moved } = await shop.stripe.disputes.retrieve(opened.id)
    await shop.advance(dayMs)

    await shop.observations.observe(intentId, author)
    const events = await read(orderId)
    const last = (type: string) => events.findLast((event) => event.type === type)
    expect(last('PaymentIntentObserved')).toMatchObject({
      schemaVersion: 2,
      data: { state: 'succeeded', paidAt: iso(charge.created) },
    })
    expect(last('RefundObserved')).toMatchObject({
      schemaVersion: 2,
      data: { state: 'failed', createdAt: iso(refund.created), failedAt: iso(back.created) },
    })
    expect(last('DisputeObserved')).toMatchObject({
      schemaVersion: 2,
      data: {
        state: 'won',
        createdAt: iso(opened.created),
        withdrawnAt: iso(moved[0]?.created ?? 0),
        reinstatedAt: iso(moved[1]?.created ?? 0),
      },
    })
    expect(back.created - refund.created).toBeGreaterThanOrEqual(86_400)
    await shop.observations.observe(intentId, author)
    expect(await read(orderId)).toHaveLength(events.length)
  })

  test('given a payment that an earlier release recorded as version 1, when Stripe is looked at again, then nothing is appended', async () => {
    const { body } = await shop.checkout(await shop.buyer())
    const orderId: string = body.order.id
    const intentId: string = body.paymentIntent.id
    await shop.pay(body.paymentIntent.clientSecret)
    const seen = await shop.observations.foresee(intentId)
    if (seen.outcome !== 'seen') throw new Error(`Foreseen: ${seen.outcome}`)
    const { type, data } = seen.facts[0] as (typeof seen.facts)[number]
    const { paidAt, ...first } = data as typeof data & { paidAt: string }
    expect(paidAt).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/)
    const stored = await read(orderId)
    await log.append({
      stream: `order-${orderId}`,
      expectedVersion: stored.length,
      events: [
        {
          type,
          schemaVersion: 1,
          data: first,
          source: 'stripe',
          sourceId: `${intentId}@${data.digest}`,
          occurredAt: shop.clock.now(),
        },
      ],
      metadata: { actor: 'system:test' },
      writes: [],
      jobs: [],
    })
    const { order } = await shop.orders.load(orderId)
    expect(order.intents[intentId]).toMatchObject({ state: 'succeeded', paidAt: null })
    await shop.observations.observe(intentId, author)
    const after = await read(orderId)
    expect(after.filter(({ data }) => data.state === 'succeeded')).toHaveLength(1)
  })
})
