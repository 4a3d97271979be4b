import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { EventLog, type Write } from '#platform/event-log/event-log.ts'
import { Differences } from '../../src/modules/commerce/finance/reconciliation/differences.ts'
import { Reconciliations } from '../../src/modules/commerce/finance/reconciliation/reconciliations.ts'
import { Staff } from '../../src/modules/identity/staff/staff.ts'
import { given } from '../support/given.ts'
import type { HttpClient } from '../support/http-client.ts'
import { lostOrder } from './support/lost-orders.ts'
import { openShop } from './support/shop.ts'

const shop = given(openShop)
let log: EventLog
let finance: HttpClient
let viewer: HttpClient

async function signedIn(role: 'finance' | 'viewer'): Promise<HttpClient> {
  const form = { username: `${role}-who-compares`, password: 'A-long-password-1A' }
  await shop.site.container.get(Staff).create({ ...form, role }, { replace: true })
  const http = shop.client()
  expect((await http.post('/api/auth/login', form)).status).toBe(200)
  return http
}

beforeAll(async () => {
  // What the product records by itself has tests of its own: here only people do.
  await shop.reconciler.stop()
  log = shop.site.container.get(EventLog)
  finance = await signedIn('finance')
  viewer = await signedIn('viewer')
})
beforeEach(() => shop.lab('/lab/chaos', { webhooks: [{ fault: 'drop' }] }))

interface Difference {
  id: string
  kind: string
  intentId: string
  orderId: string
  state: string
  action: string | null
  settledBy: string | null
  logSays: string
  stripeSays: string
  cause: string
}

const compare = async () => (await finance.post('/api/finance/reconciliation/run')).body
const settle = (id: string, action: string, by = finance) =>
  by.post(`/api/finance/reconciliation/differences/${id}/settle`, { action })
const about = (intentId: string, differences: Difference[]): Difference => {
  const found = differences.filter((one) => one.intentId === intentId)
  expect(found, intentId).toHaveLength(1)
  return found[0] as Difference
}
const position = async () => (await log.head()).position
const last = async (orderId: string) => (await log.read(`order-${orderId}`)).at(-1)

/** Paid at Stripe, and no webhook came. */
async function unheardOf() {
  const buyer = await shop.buyer()
  const { body } = await shop.checkout(buyer)
  await shop.pay(body.paymentIntent.clientSecret)
  return { orderId: body.order.id as string, intentId: body.paymentIntent.id as string }
}

describe('a comparison that a person starts reads only', () => {
  test('given a payment that the log missed, when it is compared twice, then nothing is appended and one difference waits with its cause', async () => {
    const { orderId, intentId } = await unheardOf()
    const before = await position()
    await compare()
    const { report, open, counts } = await compare()
    expect(await position()).toBe(before)
    expect(report).toMatchObject({ startedBy: 'finance-who-compares', error: null })
    expect(counts.open).toBe(open.length)
    expect(about(intentId, open)).toMatchObject({
      kind: 'behind-stripe',
      orderId,
      action: 'record',
      logSays: '2500.00 USD requires payment method',
      stripeSays: '2500.00 USD received',
      cause: 'No webhook about this payment has arrived. The product asks about this order again by itself.',
      settledBy: null,
    })
  })

  test('given a webhook that arrives after the comparison, when it is compared again, then the difference is closed and says who recorded it', async () => {
    const { intentId, orderId } = await unheardOf()
    about(intentId, (await compare()).open)
    await shop.observations.observe(intentId, { actor: { kind: 'provider', name: 'stripe' } })
    const { open, settled } = await compare()
    expect(open.filter((one: Difference) => one.intentId === intentId)).toEqual([])
    expect(about(intentId, settled)).toMatchObject({
      orderId,
      state: 'automatic',
      settledBy: 'provider:stripe',
    })
  })

  test('given a webhook that failed, when it is compared, then the cause says so with its reason', async () => {
    const { intentId } = await unheardOf()
    await shop.sql.query(
      `insert into commerce_stripe_inbox (event_id, type, livemode, created, received_at, raw_digest, intent_id, status, last_error)
       values ('evt_failed', 'payment_intent.succeeded', false, now(), now(), '', $1, 'failed', 'The disk was full')`,
      [intentId],
    )
    expect(about(intentId, (await compare()).open).cause).toContain(
      'A webhook about this payment arrived and could not be applied: The disk was full.',
    )
  })

  test('given Stripe that fails halfway, when it is compared, then the run says that it failed and why, and keeps what it found', async () => {
    const { intentId } = await unheardOf()
    const unlucky = await unheardOf()
    const path = `/v1/payment_intents/${unlucky.intentId}`
    await shop.lab('/lab/chaos', {
      webhooks: [{ fault: 'drop' }],
      requests: [{ match: { path }, fault: 'answer', status: 500 }],
    })
    const { report, open } = await compare()
    expect(report.error).toContain('does not answer')
    expect(report.finishedAt).not.toBeNull()
    about(intentId, open)
    await shop.lab('/lab/chaos', { webhooks: [{ fault: 'drop' }] })
    const again = await compare()
    expect(again.report).toMatchObject({ error: null })
    about(unlucky.intentId, again.open)
  })

  test('given a run whose process was killed, when the next one begins, then the first is said to have failed', async () => {
    const id = crypto.randomUUID()
    const started = new Date(shop.clock.now().getTime() - 2 * 3_600_000)
    await shop.sql.query('insert into commerce_reconciliation (id, started_at, since) values ($1, $2, $2)', [
      id,
      started,
    ])
    await compare()
    const [run] = await shop.sql.query('select error from commerce_reconciliation where id = $1', [id])
    expect(run).toEqual({ error: 'The process ended before the comparison did' })
  })
})

describe('one action for each difference', () => {
  test('given a difference, when finance records what Stripe says, then an event with their name completes the order, and a repeat changes nothing', async () => {
    const { intentId, orderId } = await unheardOf()
    const { id } = about(intentId, (await compare()).open)
    const [one, two] = await Promise.all([settle(id, 'record'), settle(id, 'record')])
    for (const answer of [one, two]) {
      expect(answer.body.difference, answer.text).toMatchObject({
        state: 'recorded',
        action: null,
        settledBy: 'finance-who-compares',
      })
    }
    const events = await log.read(`order-${orderId}`)
    const observed = events.filter(({ data }) => data.state === 'succeeded')
    expect(observed).toHaveLength(1)
    expect(observed[0]?.metadata.actor).toMatch(/^staff:/)
    expect(events.at(-1)?.type).toBe('InvoiceIssued')
    const before = await position()
    expect((await settle(id, 'record')).body.difference.state).toBe('recorded')
    expect(await position()).toBe(before)
  })

  test('given a payment that its order does not know, when it is compared and recorded, then the order knows it', async () => {
    const { body } = await shop.checkout(await shop.buyer())
    const twin = await shop.payAtStripe(body.order.id)
    const found = about(twin.id, (await compare()).open)
    expect(found).toMatchObject({ kind: 'missing-in-log', logSays: 'Nothing about this payment' })
    expect((await settle(found.id, 'record')).body.difference.state).toBe('recorded')
    const [row] = await shop.sql.query('select intent_ids from commerce_order where id = $1', [body.order.id])
    expect(row?.intent_ids).toContain(twin.id)
  })

  test('given a payment that names an order nobody placed, when it is noted as foreign, then an event of its own says so and it is raised again only when Stripe says something new', async () => {
    const stranger = await shop.payAtStripe(crypto.randomUUID(), 700)
    const found = about(stranger.id, (await compare()).open)
    expect(found).toMatchObject({ kind: 'unknown-order', action: 'foreign', stripeSays: '7.00 USD received' })
    const refused = await settle(found.id, 'record')
    expect(refused.status).toBe(409)
    expect(refused.body.code).toBe('DIFFERENCE_ACTION')
    expect((await settle(found.id, 'foreign')).body.difference).toMatchObject({ state: 'foreign' })
    expect(await log.read(`foreign-${stranger.id}`)).toMatchObject([{ type: 'ForeignPaymentNoted' }])
    const names = (body: { open: Difference[] }) => body.open.map((one) => one.intentId)
    expect(names(await compare())).not.toContain(stranger.id)
    await shop.stripe.refunds.create({ payment_intent: stranger.id, amount: 100 })
    const anew = about(stranger.id, (await compare()).open)
    expect(anew.stripeSays).toBe('7.00 USD received; refund of 1.00 USD succeeded')
    expect((await settle(anew.id, 'foreign')).body.difference.state).toBe('foreign')
    expect(await log.read(`foreign-${stranger.id}`)).toHaveLength(2)
    expect((await log.verify()).ok).toBe(true)
  })

  test('given a paid order that the log and the accounts have lost, when it is taken over, then it is there, paid and invoiced, under the name of who did it, and its payment may not be called foreign', async () => {
    const lost = await lostOrder(shop, crypto.randomUUID(), 'pm_card_visa')
    const found = about(lost.intentId, (await compare()).open)
    expect(found).toMatchObject({
      kind: 'lost-order',
      action: 'take-over',
      orderId: lost.orderId,
      logSays: 'No such order',
      stripeSays: '2500.00 USD received',
    })
    expect(found.cause).toContain('carries the signature of this site')
    expect((await settle(found.id, 'foreign')).body.code).toBe('DIFFERENCE_ACTION')
    const twice = await Promise.all([settle(found.id, 'take-over'), settle(found.id, 'take-over')])
    for (const answer of twice)
      expect(answer.body.difference, answer.text).toMatchObject({ state: 'recorded' })
    const { body } = await finance.get(`/api/finance/orders/${lost.orderId}/state`)
    expect(body.order).toMatchObject({
      status: 'completed',
      receivedAmount: '2500.00',
      buyerId: lost.buyerId,
    })
    expect(body.order.invoiceNumber).toMatch(/^INV-/)
    expect(body.order.notes).toHaveLength(1)
    expect(body.order.notes[0].text).toContain('The account that placed it is lost too.')
    expect((await compare()).open.map((one: Difference) => one.intentId)).not.toContain(lost.intentId)
    expect((await log.verify()).ok).toBe(true)
  })

  test('given an unpaid order that was lost, whose buyer has begun another one since, when it is taken over, then its payment is cancelled at Stripe, it is over and says why, and the other goes on', async () => {
    const buyer = await shop.buyer()
    const { body } = await shop.checkout(buyer)
    const lost = await lostOrder(shop, buyer.id)
    const found = about(lost.intentId, (await compare()).open)
    const answer = await settle(found.id, 'take-over')
    expect(answer.body.difference, answer.text).toMatchObject({ state: 'recorded' })
    expect((await shop.stripe.paymentIntents.retrieve(lost.intentId)).status).toBe('canceled')
    const { order } = await shop.orders.load(lost.orderId)
    expect(order.cancelled).not.toBeNull()
    expect(Object.values(order.notes)[0]?.text).toContain(
      'Its buyer has begun another order since, so this payment was cancelled at Stripe.',
    )
    const status = (id: string) => shop.sql.query('select status from commerce_order where id = $1', [id])
    expect(await status(lost.orderId)).toEqual([{ status: 'cancelled' }])
    expect(await status(body.order.id)).toEqual([{ status: 'pending' }])
  })

  test('given a lost order whose payment is under way, whose buyer has begun another one since, when it is taken over, then that is refused with the reason until the payment has ended', async () => {
    const buyer = await shop.buyer()
    await shop.checkout(buyer)
    const lost = await lostOrder(shop, buyer.id)
    await shop.lab(`/lab/objects/${lost.intentId}/pay`, { payment_method: 'pm_usBankAccount_processing' })
    const found = about(lost.intentId, (await compare()).open)
    const refused = await settle(found.id, 'take-over')
    expect(refused.status).toBe(409)
    expect(refused.body).toMatchObject({ code: 'BUYER_HAS_OPEN_ORDER' })
    expect(await log.read(`order-${lost.orderId}`)).toEqual([])
    await shop.lab(`/lab/objects/${lost.intentId}/settle`, { outcome: 'succeed' })
    const anew = about(lost.intentId, (await compare()).open)
    expect((await settle(anew.id, 'take-over')).body.difference).toMatchObject({ state: 'recorded' })
    const [row] = await shop.sql.query('select status from commerce_order where id = $1', [lost.orderId])
    expect(row?.status).toBe('completed')
  })

  test('given an order whose payment Stripe does not know, when that is recorded, then the order says so and it is not raised again', async () => {
    const { body } = await shop.checkout(await shop.buyer())
    const orderId: string = body.order.id
    const intentId = `pi_elsewhere_${orderId.slice(0, 8)}`
    await shop.orders.change(orderId, { actor: { kind: 'system', name: 'test' } }, () => [
      { type: 'PaymentIntentCreated', data: { intentId, idempotencyKey: 'of-another-account' } },
    ])
    const found = about(intentId, (await compare()).open)
    expect(found).toMatchObject({ kind: 'missing-at-stripe', stripeSays: 'No such payment' })
    expect((await settle(found.id, 'record')).body.difference.state).toBe('recorded')
    const recorded = (await log.read(`order-${orderId}`)).find(({ data }) => data.state === 'missing')
    expect(recorded?.metadata.actor).toMatch(/^staff:/)
    expect((await compare()).open.map((one: Difference) => one.intentId)).not.toContain(intentId)
  })

  test('given a log with more money than Stripe, when it is noted, then a note is at the order, no amount changes, and it is not raised again', async () => {
    await shop.lab('/lab/chaos', {})
    const { orderId, intentId } = await shop.paidOrder()
    await shop.inbox.idle()
    const refund = {
      refundId: `re_invented_${orderId.slice(0, 8)}`,
      intentId,
      requestKey: null,
      state: 'pending',
      amount: 100,
      currency: 'usd',
      reason: null,
      failureCode: null,
      digest: 'invented',
      createdAt: null,
      failedAt: null,
    }
    await shop.orders.change(orderId, { actor: { kind: 'system', name: 'test' } }, () => [
      { type: 'RefundObserved', data: refund },
    ])
    const found = about(intentId, (await compare()).open)
    expect(found).toMatchObject({
      kind: 'ahead-of-stripe',
      logSays: '2500.00 USD received; refund of 1.00 USD pending',
      stripeSays: '2500.00 USD received',
    })
    expect((await settle(found.id, 'record')).body.difference.state).toBe('recorded')
    expect(await last(orderId)).toMatchObject({
      type: 'NoteAdded',
      metadata: { actor: expect.stringMatching(/^staff:/) },
    })
    expect((await compare()).open.map((one: Difference) => one.intentId)).not.toContain(intentId)
  })

  test('given several differences of one kind, when finance records all of them, then each has an event under their name, and one that fails stops no other', async () => {
    const missed = [await unheardOf(), await unheardOf(), await unheardOf()]
    const lost = await lostOrder(shop, crypto.randomUUID(), 'pm_card_visa')
    const { open } = await compare()
    const ids = missed.map(({ intentId }) => about(intentId, open).id)
    const other = about(lost.intentId, open).id
    const all = (wanted: string[], by = finance) =>
      by.post('/api/finance/reconciliation/differences/settle', { action: 'record', ids: wanted })
    expect((await all(ids, viewer)).status).toBe(403)
    expect((await all(Array.from({ length: 21 }, () => crypto.randomUUID()))).status).toBe(400)
    const before = await position()
    const [one, two] = await Promise.all([all([...ids, other, ids[0] as string]), all(ids)])
    expect(one.body.settled, one.text).toHaveLength(3)
    expect(one.body.failures).toEqual([
      expect.objectContaining({ id: other, intentId: lost.intentId, code: 'DIFFERENCE_ACTION' }),
    ])
    expect(two.body).toMatchObject({ failures: [], settled: ids.map(() => ({ state: 'recorded' })) })
    for (const { orderId } of missed) {
      const paid = (await log.read(`order-${orderId}`)).filter(({ data }) => data.state === 'succeeded')
      expect(paid).toHaveLength(1)
      expect(paid[0]?.metadata.actor).toMatch(/^staff:/)
    }
    // Paid and invoiced, three times, and nothing besides.
    expect((await position()) - before).toBe(6)
    expect(about(lost.intentId, (await compare()).open).id).toBe(other)
  })

  test('given Stripe that does not answer, when finance records, then nothing is recorded and the difference still waits', async () => {
    const { intentId } = await unheardOf()
    const { id } = about(intentId, (await compare()).open)
    const before = await position()
    await shop.lab('/lab/chaos', {
      webhooks: [{ fault: 'drop' }],
      requests: [{ match: { path: '/v1/*' }, fault: 'answer', status: 500 }],
    })
    expect((await settle(id, 'record')).status).toBe(503)
    expect(await position()).toBe(before)
    const { body } = await finance.get('/api/finance/reconciliation')
    about(intentId, body.open)
  })
})

describe('what the product records by itself', () => {
  test('given an append whose answer got lost, when it is repeated with what came along, then it is listed once', async () => {
    const differences = shop.site.container.get(Differences)
    const author = { actor: { kind: 'system', name: 'reconciler' } } as const
    const { intentId } = await unheardOf()
    let along: readonly Write[] = []
    await shop.observations.observe(intentId, author, (learned) => {
      along = differences.automatic(intentId, learned, author)
      return along
    })
    expect(along.length).toBeGreaterThan(0)
    for (const { text, values } of along) await shop.sql.query(text, values)
    const listed = await shop.sql.query('select state from commerce_difference where intent_id = $1', [
      intentId,
    ])
    expect(listed).toEqual([{ state: 'automatic' }])
  })

  test('given a difference that a comparison has found, when the product records it by itself, then that one is closed and no second one listed', async () => {
    const { intentId } = await unheardOf()
    const { id } = about(intentId, (await compare()).open)
    const author = { actor: { kind: 'system', name: 'reconciler' } } as const
    const differences = shop.site.container.get(Differences)
    await shop.observations.observe(intentId, author, (learned) =>
      differences.automatic(intentId, learned, author),
    )
    const { body } = await finance.get('/api/finance/reconciliation')
    expect(about(intentId, [...body.open, ...body.settled])).toMatchObject({
      id,
      state: 'automatic',
      settledBy: 'system:reconciler',
    })
  })
})

describe('who may do what', () => {
  test('given a viewer, when they look and act, then they see every difference and each action is refused', async () => {
    const { intentId, orderId } = await unheardOf()
    const { id } = about(intentId, (await compare()).open)
    const { body, text } = await viewer.get('/api/finance/reconciliation')
    expect(about(intentId, body.open)).toMatchObject({ orderId, state: 'open' })
    expect(text).not.toContain('@example.com')
    const before = await position()
    expect((await settle(id, 'record', viewer)).status).toBe(403)
    expect((await viewer.post('/api/finance/reconciliation/run')).status).toBe(403)
    expect((await viewer.post('/api/finance/books/fees')).status).toBe(403)
    expect((await settle(id, 'record', shop.client())).status).toBe(401)
    expect(await position()).toBe(before)
    const wrong = await finance.post(`/api/finance/reconciliation/differences/${id}/settle`, {
      action: 'erase',
    })
    expect(wrong.status).toBe(400)
    expect(wrong.text).toContain('action')
    expect((await settle(crypto.randomUUID(), 'record')).status).toBe(404)
  })

  test('given two processes whose day is over, when both want to compare, then one does', async () => {
    const reconciliations = shop.site.container.get(Reconciliations)
    const by = { actor: { kind: 'system', name: 'reconciler' } } as const
    await shop.advance(25 * 3_600_000)
    const ran = await Promise.all([
      reconciliations.runDaily(by, () => false),
      reconciliations.runDaily(by, () => false),
    ])
    expect(ran.sort()).toEqual([false, true])
  })
})
