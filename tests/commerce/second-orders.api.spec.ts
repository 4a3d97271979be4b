import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { EventLog } from '#platform/event-log/event-log.ts'
import { eventually } from '../support/app.ts'
import type { HttpClient } from '../support/http-client.ts'
import { expectInvariants } from './invariants.ts'
import { type Buyer, openShop, type Shop } from './support/shop.ts'

let one: Shop
let two: Shop
let staff: HttpClient
beforeAll(async () => {
  one = await openShop()
  two = await openShop({ beside: one })
  staff = await one.staff()
})
afterAll(async () => {
  await two?.stop()
  await one?.stop()
})
afterEach(async () => {
  await one.lab('/lab/chaos', {})
  await Promise.all([one.inbox.idle(), two.inbox.idle()])
  const log = one.site.container.get(EventLog)
  await expectInvariants({ sql: one.sql, log, stripe: one.stripe }, { mayBuyTwice: true })
})

const author = { actor: { kind: 'system', name: 'test' } } as const
const webhooks = [{ fault: 'drop' }]
interface State {
  status: string
  invoiceNumber: string
  flags: { reason: string; subject: string; amount: string }[]
}
const state = async (orderId: string): Promise<State> =>
  (await staff.get(`/api/finance/orders/${orderId}/state`)).body.order
const flagged = async (orderId: string) =>
  (await state(orderId)).flags.filter(({ reason }) => reason === 'second-order')
/** No job is left that has still to look at completed orders. */
const looked = () =>
  eventually(async () => {
    // One snapshot of both: a job on its way from one table to the other would be seen in neither.
    const [row] = await one.sql.query<{ left: number }>(
      `select (select count(*) from platform_job_outbox where queue = 'commerce-second-order')::int
         + (select count(*) from pgboss.job where name = 'commerce-second-order'
            and state in ('created', 'retry', 'active'))::int as left`,
    )
    return row?.left === 0
  }, 20)

/** Two open orders of one buyer, as when Stripe says for a moment that it does not know the first payment. */
async function twoOpen(buyer: Buyer): Promise<{ orderId: string; intentId: string; secret: string }[]> {
  const prepared = async () => {
    const { body, text } = await one.checkout(buyer)
    if (body.order === undefined) throw new Error(`Not prepared: ${text}`)
    const { id: intentId, clientSecret: secret } = body.paymentIntent
    return { orderId: body.order.id, intentId, secret }
  }
  const first = await prepared()
  const match = { method: 'GET', path: `/v1/payment_intents/${first.intentId}` }
  await one.lab('/lab/chaos', { webhooks, requests: [{ match, fault: 'answer', status: 404 }] })
  const second = await prepared()
  await one.lab('/lab/chaos', { webhooks })
  return [first, second]
}

describe('two paid orders of one buyer for one product', () => {
  test('given two payments, when both orders are completed at the same moment in two processes, then the second is flagged', async () => {
    for (let round = 0; round < 5; round += 1) {
      await one.lab('/lab/chaos', { webhooks })
      const orders = await twoOpen(await one.buyer())
      expect(new Set(orders.map(({ orderId }) => orderId)).size).toBe(2)
      for (const { secret } of orders) await one.pay(secret)
      const [first, second] = orders
      await Promise.all([
        one.observations.observe(first?.intentId ?? '', author),
        two.observations.observe(second?.intentId ?? '', author),
      ])
      await looked()
      const states = await Promise.all(orders.map(async ({ orderId: id }) => ({ id, ...(await state(id)) })))
      expect(states.map(({ status }) => status)).toEqual(['completed', 'completed'])
      const [earlier, later] = states.sort((a, b) => a.invoiceNumber.localeCompare(b.invoiceNumber))
      expect(earlier?.flags).toEqual([])
      expect(later?.flags).toMatchObject([
        { reason: 'second-order', subject: earlier?.id, amount: '2500.00', currency: 'usd', surplus: '0.00' },
      ])
    }
    const { body } = await staff.get('/api/finance/orders?flagged=true')
    expect(
      body.orders.filter(({ flags }: { flags: string[] }) => flags.join().includes('second-order')),
    ).toHaveLength(5)
  })

  test('given a buyer who buys again on purpose, when a third is paid, then the second and the third are flagged, once each', async () => {
    const { buyer, orderId } = await one.paidOrder()
    const bought: string[] = []
    for (let i = 0; i < 2; i += 1) {
      const { body } = await one.checkout(buyer, { confirmAgain: true })
      await one.pay(body.paymentIntent.clientSecret)
      await one.observations.observe(body.paymentIntent.id, author)
      bought.push(body.order.id)
    }
    await looked()
    expect(await flagged(orderId)).toEqual([])
    for (const id of bought) expect(await flagged(id)).toMatchObject([{ subject: orderId }])
  })

  test('given an earlier order that was refunded or lost to the bank, when another one is paid, then nothing is flagged', async () => {
    const refunded = await one.paidOrder()
    const answer = await staff.post(`/api/finance/orders/${refunded.orderId}/refunds`, { reason: 'no time' })
    expect(answer.body.order.status, answer.text).toBe('refunded')
    const lost = await one.paidOrder()
    const dispute = (await one.lab(`/lab/objects/${lost.intentId}/dispute`, {})) as { id: string }
    await one.lab(`/lab/objects/${dispute.id}/lose`, {})
    await one.observations.observe(lost.intentId, author)
    for (const { buyer } of [refunded, lost]) {
      const { body } = await one.checkout(buyer)
      await one.pay(body.paymentIntent.clientSecret)
      await one.observations.observe(body.paymentIntent.id, author)
      await looked()
      expect(await state(body.order.id)).toMatchObject({ status: 'completed', flags: [] })
    }
    expect(await flagged(lost.orderId)).toEqual([])
  })

  test('given a refunded order and a paid one, when the refund fails after all, then both are paid and the second is flagged', async () => {
    const { buyer, orderId, intentId } = await one.paidOrder()
    const made = (await one.lab(`/lab/objects/${intentId}/refund`, {})) as { id: string }
    await one.observations.observe(intentId, author)
    const { body } = await one.checkout(buyer)
    await one.pay(body.paymentIntent.clientSecret)
    await one.observations.observe(body.paymentIntent.id, author)
    await looked()
    expect(await flagged(body.order.id)).toEqual([])
    await one.lab(`/lab/objects/${made.id}/fail`, {})
    await one.observations.observe(intentId, author)
    await looked()
    expect(await flagged(body.order.id)).toMatchObject([{ subject: orderId }])
  })
})
