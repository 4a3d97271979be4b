import { randomUUID } from 'node:crypto'
import { extractText } from 'unpdf'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { EventLog } from '#platform/event-log/event-log.ts'
import { OrderDocuments } from '../../src/modules/commerce/invoices/order-documents.ts'
import { eventually } from '../support/app.ts'
import { given } from '../support/given.ts'
import type { HttpClient } from '../support/http-client.ts'
import { expectInvariants } from './invariants.ts'
import { type Buyer, openShop } from './support/shop.ts'

const shop = given(openShop)
let staff: HttpClient
const log = given(() => shop.site.container.get(EventLog))
beforeAll(async () => {
  staff = await shop.staff()
})
afterEach(async () => {
  await shop.lab('/lab/chaos', {})
  await shop.inbox.idle()
  await expectInvariants({ sql: shop.sql, log, stripe: shop.stripe })
})

const state = async (orderId: string) => (await staff.get(`/api/finance/orders/${orderId}/state`)).body.order
const becomes = (orderId: string, expected: object) =>
  eventually(async () => {
    const order = await state(orderId)
    return Object.entries(expected).every(([key, value]) => order[key] === value) ? order : null
  })
const mailOf = (to: Buyer, subject: string) =>
  eventually(async () => {
    const { body } = await shop.client().get(`/api/dev/mail?to=${encodeURIComponent(to.email)}`)
    return (body.mails as { subject: string; text: string }[]).find((mail) => mail.subject === subject)
  }, 20)
const refund = (orderId: string, body: object) =>
  staff.post(`/api/finance/orders/${orderId}/refunds`, { requestId: randomUUID(), ...body })

describe('P-14 refunds by finance', () => {
  test('given a paid order, when it is refunded whole, then it is refunded, noted and mailed', async () => {
    const { buyer, orderId } = await shop.paidOrder()
    const answer = await refund(orderId, { reason: 'requested by the customer' })
    expect(answer.status, answer.text).toBe(200)
    const order = await becomes(orderId, { status: 'refunded', refundedAmount: '2500.00' })
    expect(order.creditNotes).toMatchObject([{ amount: '2500.00' }])
    expect(order.refundRequests).toMatchObject([{ reason: 'requested by the customer', state: 'succeeded' }])
    expect((await buyer.http.get(`/api/orders/${orderId}`)).body.order).toMatchObject({ status: 'refunded' })
    const { text } = await mailOf(buyer, 'Your refund of $2,500.00')
    expect(text).toContain('The credit note is attached. Your enrollment has ended.')
    expect((await refund(orderId, { reason: 'once more' })).body.code).toBe('NOTHING_TO_REFUND')
  })

  test('given an order that was paid hours later, when part of it is refunded later still, then the moment of its confirmation is printed as it was', async () => {
    const buyer = await shop.buyer()
    const { body } = await shop.checkout(buyer)
    const { id } = body.order
    const seen = async () => (await buyer.http.get(`/api/orders/${id}`)).body.order
    expect((await seen()).confirmedAt).toBeNull()
    const twoHours = 2 * 3_600_000
    await shop.advance(twoHours)
    const before = shop.clock.now()
    await shop.pay(body.paymentIntent.clientSecret)
    await becomes(id, { status: 'completed' })
    const paid = await seen()
    expect(Date.parse(paid.confirmedAt)).toBeGreaterThanOrEqual(before.getTime())
    expect(Date.parse(paid.confirmedAt) - Date.parse(paid.createdAt)).toBeGreaterThanOrEqual(twoHours)
    await shop.advance(3_600_000)
    await refund(id, { amount: '500.00', reason: 'a session fell through' })
    await becomes(id, { refundedAmount: '500.00' })
    const refunded = await seen()
    expect(refunded.confirmedAt).toBe(paid.confirmedAt)
    expect(Date.parse(refunded.updatedAt)).toBeGreaterThan(Date.parse(paid.confirmedAt))
  })

  test('given three part refunds, when they sum to the whole, then the order is completed until the last', async () => {
    const { buyer, orderId } = await shop.paidOrder()
    await refund(orderId, { amount: '1000.00', reason: 'part one' })
    await becomes(orderId, { status: 'completed', refundedAmount: '1000.00' })
    const { text } = await mailOf(buyer, 'Your refund of $1,000.00')
    expect(text).toContain('The credit note is attached. Your enrollment stays active.')
    await refund(orderId, { amount: '1000', reason: 'part two' })
    await becomes(orderId, { status: 'completed', refundedAmount: '2000.00' })
    expect((await refund(orderId, { amount: '500.01', reason: 'too much' })).body.code).toBe(
      'REFUND_TOO_LARGE',
    )
    await refund(orderId, { amount: '500.00', reason: 'part three' })
    const order = await becomes(orderId, { status: 'refunded', refundedAmount: '2500.00' })
    expect(order.creditNotes).toHaveLength(3)
  })

  test('given one request id, when it is sent ten times at once, then one refund is made', async () => {
    const { orderId, intentId } = await shop.paidOrder()
    const requestId = '6a1f1d0e-0b6b-4a35-9a35-6f7d7c0b2a11'
    const body = { amount: '100.00', reason: 'goodwill', requestId }
    const answers = await Promise.all(Array.from({ length: 10 }, () => refund(orderId, body)))
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]))
    const made = await shop.stripe.refunds.list({ payment_intent: intentId })
    expect(made.data).toHaveLength(1)
    await becomes(orderId, { refundedAmount: '100.00' })
  })

  test('given Stripe that does not answer, when a refund is asked for, then the reconciler makes it once Stripe is back', async () => {
    const { orderId, intentId } = await shop.paidOrder()
    await shop.lab('/lab/chaos', {
      requests: [{ match: { path: '/v1/refunds' }, fault: 'cut', when: 'after' }],
    })
    expect((await refund(orderId, { reason: 'requested' })).status).toBe(503)
    await shop.lab('/lab/chaos', {})
    await shop.advance(60_000)
    await shop.reconciler.tick()
    await becomes(orderId, { status: 'refunded' })
    expect((await shop.stripe.refunds.list({ payment_intent: intentId })).data).toHaveLength(1)
  })

  test('given five refunds asked for at once, when together they are more than was paid, then only what fits is refunded', async () => {
    const { orderId } = await shop.paidOrder()
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => refund(orderId, { amount: '600.00', reason: 'all at once' })),
    )
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 200, 200, 200, 400])
    await becomes(orderId, { status: 'completed', refundedAmount: '2400.00' })
  })

  test('given a refund whose answer was lost, when Stripe has forgotten its key, then it is found and not made again', async () => {
    const { orderId, intentId } = await shop.paidOrder()
    const webhooks = [{ fault: 'drop' }]
    const requests = [{ match: { method: 'POST', path: '/v1/refunds' }, fault: 'cut', when: 'after' }]
    await shop.reconciler.stop()
    await shop.lab('/lab/chaos', { webhooks, requests })
    expect((await refund(orderId, { amount: '100.00', reason: 'goodwill' })).status).toBe(503)
    await shop.lab('/lab/chaos', { webhooks })
    await shop.advance(25 * 3_600_000)
    await shop.reconciler.start()
    await shop.reconciler.tick()
    expect((await shop.stripe.refunds.list({ payment_intent: intentId })).data).toHaveLength(1)
    staff = await shop.staff()
    await becomes(orderId, { refundedAmount: '100.00' })
  })

  test('given refunds of ours, when the request that they carry at Stripe is changed or removed, then they still answer it, and are flagged', async () => {
    const { orderId, intentId } = await shop.paidOrder()
    const keys: string[] = []
    for (let n = 0; n < 6; n += 1) {
      await refund(orderId, { amount: '100.00', reason: `part ${n}` })
      const order = await becomes(orderId, { refundedAmount: `${n + 1}00.00` })
      const { id } = order.refunds.at(-1)
      keys.push(id)
      await shop.stripe.refunds.update(id, { metadata: { refund_request: n % 2 === 0 ? '' : `other-${n}` } })
    }
    await shop.observations.observe(intentId, { actor: { kind: 'system', name: 'test' } })
    const order = await state(orderId)
    expect(order.refundRequests.map((one: { state: string }) => one.state)).toEqual(
      Array(6).fill('succeeded'),
    )
    expect(order.flags).toMatchObject(keys.map((subject) => ({ reason: 'refund-edited', subject })))
    // Stripe has forgotten the keys by then: a request that was thought open would be paid a second time.
    await shop.advance(25 * 3_600_000)
    await shop.reconciler.tick()
    staff = await shop.staff()
    expect((await shop.stripe.refunds.list({ payment_intent: intentId })).data).toHaveLength(6)
    expect(await state(orderId)).toMatchObject({ status: 'completed', refundedAmount: '600.00' })
  })

  test('given a reason that names the customer or carries an address, when it is sent, then it is refused', async () => {
    const { orderId } = await shop.paidOrder()
    expect((await refund(orderId, { reason: 'Mrs Lovelace asked' })).body).toMatchObject({
      code: 'NAMES_A_PERSON',
      fields: [{ path: 'reason', message: expect.stringContaining('must not name the customer') }],
    })
    expect((await refund(orderId, { reason: 'ada@example.com asked' })).body.code).toBe('NAMES_A_PERSON')
    expect((await refund(orderId, { reason: 'x' })).status).toBe(400)
    expect((await refund(orderId, { reason: 'fine', amount: '-1' })).status).toBe(400)
  })
})

describe('P-14 what happens at Stripe by itself', () => {
  test('given a refund made in the dashboard, when its event arrives, then the order follows', async () => {
    const { orderId, intentId } = await shop.paidOrder()
    await shop.lab(`/lab/objects/${intentId}/refund`, { amount: 50_000 })
    await becomes(orderId, { status: 'completed', refundedAmount: '500.00' })
    await shop.lab(`/lab/objects/${intentId}/refund`, {})
    await becomes(orderId, { status: 'refunded', refundedAmount: '2500.00' })
  })

  test('given a refund that fails after it succeeded, when Stripe reports it, then the order is completed again, flagged, and its credit note withdrawn', async () => {
    const { buyer, orderId, intentId } = await shop.paidOrder()
    const made = (await shop.lab(`/lab/objects/${intentId}/refund`, {})) as { id: string }
    await becomes(orderId, { status: 'refunded' })
    await shop.lab(`/lab/objects/${made.id}/fail`, {})
    const order = await becomes(orderId, { status: 'completed', refundedAmount: '0.00' })
    expect(order.flags).toMatchObject([{ reason: 'refund-failed', subject: made.id }])
    const [credit] = order.creditNotes
    expect(order.debitNotes).toMatchObject([
      { number: expect.stringMatching(/^DN-\d{6}$/), refundId: made.id, amount: '2500.00' },
    ])
    const mail = await eventually(async () => {
      const { body } = await shop.client().get(`/api/dev/mail?to=${encodeURIComponent(buyer.email)}`)
      return body.mails.find(
        (one: { subject: string }) => one.subject === 'Your refund of $2,500.00 did not reach you',
      )
    }, 20)
    expect(mail.text).toContain(`withdraws credit note ${credit.number}`)
    const documents = shop.site.container.get(OrderDocuments)
    const withdrawal = await documents.debitNote(orderId, made.id)
    expect(withdrawal.filename).toBe(`${order.debitNotes[0].number}.pdf`)
    const { text } = await extractText(new Uint8Array(withdrawal.bytes), { mergePages: true })
    expect(text).toContain('Debit note')
    expect(text).toContain(credit.number)
    expect(text).toContain('$2,500.00')
    // Another refund of the same money has papers of its own.
    expect((await refund(orderId, { reason: 'by another way' })).status).toBe(200)
    const again = await becomes(orderId, { status: 'refunded', refundedAmount: '2500.00' })
    expect(again.creditNotes).toHaveLength(2)
    expect(again.debitNotes).toHaveLength(1)
    await expect(documents.debitNote(orderId, 're_other')).rejects.toMatchObject({
      code: 'DEBIT_NOTE_NOT_FOUND',
    })
  })

  test.each([
    ['won', 'win', false],
    ['lost', 'lose', true],
  ])(
    'given a dispute, when it is %s, then the order stays completed and the flag says what is',
    async (outcome, action, flagged) => {
      const { buyer, orderId, intentId } = await shop.paidOrder()
      const shown = async () => (await buyer.http.get(`/api/orders/${orderId}`)).body.order
      const listed = async () => (await buyer.http.get('/api/orders')).body.orders[0]
      expect(await shown()).toMatchObject({ dispute: null, holdsPlace: true })
      expect(await listed()).toMatchObject({ status: 'completed', dispute: null, holdsPlace: true })
      const dispute = (await shop.lab(`/lab/objects/${intentId}/dispute`, {})) as { id: string }
      await becomes(orderId, { status: 'completed', disputed: true })
      expect(await shown()).toMatchObject({ dispute: 'open' })
      expect(await listed()).toMatchObject({ dispute: 'open' })
      await shop.lab(`/lab/objects/${dispute.id}/${action}`, {})
      const order = await eventually(async () => {
        const now = await state(orderId)
        return now.disputes[0]?.state === outcome ? now : null
      })
      expect(order).toMatchObject({ status: 'completed', disputed: flagged })
      expect(await shown()).toMatchObject({ status: 'completed', dispute: outcome, holdsPlace: !flagged })
      expect(await listed()).toMatchObject({ dispute: flagged ? outcome : null, holdsPlace: !flagged })
      // Who has no place any more may buy one; who still has one is asked first.
      const again = await shop.checkout(buyer)
      expect(again.status, again.text).toBe(flagged ? 200 : 409)
      expect(again.body.code).toBe(flagged ? undefined : 'ALREADY_ENROLLED')
    },
  )
})
