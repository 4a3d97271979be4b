import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { EventLog } from '#platform/event-log/event-log.ts'
import { fromDecimal } from '#platform/kernel/money.ts'
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
  await shop.inbox.idle()
  await expectInvariants({ sql: shop.sql, log, stripe: shop.stripe }, { mayBuyTwice: true })
})

const state = async (orderId: string) => (await staff.get(`/api/finance/orders/${orderId}/state`)).body.order
const becomes = (orderId: string, expected: object) =>
  eventually(async () => {
    const order = await state(orderId)
    return Object.entries(expected).every(([key, value]) => order[key] === value) ? order : null
  })
const shown = async (buyer: Buyer, orderId: string) =>
  (await buyer.http.get(`/api/orders/${orderId}`)).body.order
const mailsTo = async (buyer: Buyer) => {
  const { body } = await shop.client().get(`/api/dev/mail?to=${encodeURIComponent(buyer.email)}`)
  return body.mails as { subject: string; text: string; attachments: unknown[] }[]
}
const mailOf = (buyer: Buyer, subject: string) =>
  eventually(async () => (await mailsTo(buyer)).find((mail) => mail.subject === subject), 20)
const refund = (orderId: string, body: object) =>
  staff.post(`/api/finance/orders/${orderId}/refunds`, { requestId: randomUUID(), ...body })

async function paidTwice() {
  const { buyer, orderId, intentId } = await shop.paidOrder()
  const second = await shop.payAtStripe(orderId)
  await becomes(orderId, { receivedAmount: '5000.00' })
  return { buyer, orderId, intentId, secondId: second.id }
}

describe('P-13: money received beyond the total', () => {
  test('given an order that was paid twice, when the second payment is refunded, then no credit note is made, and everybody is told that a payment too many went back', async () => {
    const { buyer, orderId, secondId } = await paidTwice()
    const books = async () => (await staff.get('/api/finance/books?by=month')).body.sums[0]
    const before = await books()
    const asked = await refund(orderId, { intentId: secondId, reason: 'paid twice' })
    expect(asked.status, asked.text).toBe(200)
    const order = await becomes(orderId, { refundedAmount: '2500.00' })
    expect(order).toMatchObject({
      status: 'completed',
      receivedAmount: '5000.00',
      surplusReturnedAmount: '2500.00',
      creditNotes: [],
      surplusReturns: [{ amount: '2500.00' }],
    })
    expect(await shown(buyer, orderId)).toMatchObject({
      status: 'completed',
      refundedAmount: '0.00',
      surplusReturnedAmount: '2500.00',
      notes: [],
    })
    expect((await buyer.http.get('/api/orders')).body.orders[0]).toMatchObject({ refundedAmount: '0.00' })
    const mail = await mailOf(buyer, 'You paid too much: we returned $2,500.00')
    expect(mail.attachments).toEqual([])
    expect(mail.text).toContain('your invoice stays the same. Your enrollment stays active.')
    const after = await books()
    expect(fromDecimal(after.refunded, 'usd') - fromDecimal(before.refunded, 'usd')).toBe(250_000)
    const { orders } = (await staff.get(`/api/finance/orders?q=${orderId}`)).body
    expect(orders).toMatchObject([{ refundedAmount: '2500.00', surplusReturnedAmount: '2500.00' }])
    const csv = (await staff.get('/api/finance/orders.csv')).text.split('\r\n')
    const at = (csv[0] ?? '').split(',').indexOf('surplus_returned')
    expect(csv.find((line) => line.startsWith(orderId))?.split(',')[at]).toBe('2500.00')
    // Reported again, by a second delivery or a look around: nothing more is queued.
    await shop.observations.observe(secondId, { actor: { kind: 'system', name: 'test' } })
    await shop.advance(60_000)
    expect(
      (await mailsTo(buyer)).filter(({ subject }) => subject.startsWith('You paid too much')),
    ).toHaveLength(1)
    staff = await shop.staff()
  })

  test('given an order that was paid twice, when more than the surplus is refunded, then the credit note is of the rest, and the order is refunded once all went back', async () => {
    const { buyer, orderId, intentId, secondId } = await paidTwice()
    await refund(orderId, { intentId: secondId, amount: '2000.00', reason: 'paid twice' })
    await becomes(orderId, { surplusReturnedAmount: '2000.00', refundedAmount: '2000.00' })
    await refund(orderId, { intentId, amount: '1500.00', reason: 'and a part of the program' })
    const order = await becomes(orderId, { refundedAmount: '3500.00', status: 'completed' })
    expect(order.creditNotes).toMatchObject([{ amount: '1000.00' }])
    const { text } = await mailOf(buyer, 'Your refund of $1,500.00')
    expect(text).toContain('$500.00 of it had been paid beyond the price of your order.')
    expect(text).toContain(
      'The attached credit note is for the other $1,000.00. Your enrollment stays active.',
    )
    await refund(orderId, { intentId, reason: 'the rest' })
    await becomes(orderId, { refundedAmount: '4500.00' })
    await refund(orderId, { intentId: secondId, reason: 'the rest' })
    await becomes(orderId, { status: 'refunded', refundedAmount: '5000.00' })
    expect(await shown(buyer, orderId)).toMatchObject({
      status: 'refunded',
      refundedAmount: '2500.00',
      surplusReturnedAmount: '2500.00',
    })
  })

  test('given a refund of surplus, when it fails after it had gone through, then it is flagged and mailed, and no document is withdrawn', async () => {
    const { buyer, orderId, secondId } = await paidTwice()
    const made = (await shop.lab(`/lab/objects/${secondId}/refund`, {})) as { id: string }
    await becomes(orderId, { surplusReturnedAmount: '2500.00' })
    await mailOf(buyer, 'You paid too much: we returned $2,500.00')
    await shop.lab(`/lab/objects/${made.id}/fail`, {})
    const order = await becomes(orderId, { surplusReturnedAmount: '0.00', refundedAmount: '0.00' })
    expect(order).toMatchObject({ status: 'completed', creditNotes: [], debitNotes: [] })
    expect(order.flags).toContainEqual(
      expect.objectContaining({ reason: 'refund-failed', subject: made.id, amount: '2500.00' }),
    )
    const mail = await mailOf(buyer, 'Your refund of $2,500.00 did not reach you')
    expect(mail.attachments).toEqual([])
    expect(mail.text).toContain('your invoice stays the same. We will arrange another way')
    // The next try gives back the same surplus.
    await refund(orderId, { intentId: secondId, reason: 'by another way' })
    const again = await becomes(orderId, { surplusReturnedAmount: '2500.00' })
    expect(again.creditNotes).toEqual([])
  })

  test('given a credit note, when a second payment arrives and goes back later, then the note stays as it was and no other is made', async () => {
    const { orderId, intentId } = await shop.paidOrder()
    await refund(orderId, { intentId, amount: '1000.00', reason: 'a part' })
    await becomes(orderId, { refundedAmount: '1000.00' })
    const second = await shop.payAtStripe(orderId)
    await becomes(orderId, { receivedAmount: '5000.00' })
    await refund(orderId, { intentId: second.id, reason: 'paid twice' })
    const order = await becomes(orderId, { refundedAmount: '3500.00' })
    expect(order.creditNotes).toMatchObject([{ amount: '1000.00' }])
    expect(order.debitNotes).toEqual([])
  })
})
