import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { given } from '../support/given.ts'
import { openShop } from './support/shop.ts'

const shop = given(openShop)
const staff = given(() => shop.staff())
const colleague = given(() => shop.client())
beforeAll(async () => {
  for (const [name, value] of staff.cookies) colleague.setCookie(name, value)
})

const refund = (orderId: string, body: object, who = staff) =>
  who.post(`/api/finance/orders/${orderId}/refunds`, { reason: 'goodwill', requestId: randomUUID(), ...body })
const versionOf = async (orderId: string): Promise<number> =>
  (await staff.get(`/api/finance/orders/${orderId}/state`)).body.version
const made = async (intentId: string) =>
  (await shop.stripe.refunds.list({ payment_intent: intentId })).data.map(({ amount }) => amount)

describe('what a refund asks for', () => {
  test('given another currency or a field that nobody knows, then it is refused with the field, and no money moves', async () => {
    const { orderId, intentId } = await shop.paidOrder()
    const euros = await refund(orderId, { amount: '5', currency: 'eur' })
    expect(euros.status, euros.text).toBe(400)
    expect(euros.body).toMatchObject({
      code: 'CURRENCY_MISMATCH',
      error: 'currency: this payment is in USD, so nothing of it can go back in EUR',
    })
    const unknown = await refund(orderId, { amount: '5', percent: 10 })
    expect(unknown.status, unknown.text).toBe(400)
    expect(unknown.body).toMatchObject({
      code: 'VALIDATION_ERROR',
      error: expect.stringContaining('percent'),
    })
    const wrong = await refund(orderId, { amount: '5', currency: 'dollars' })
    expect(wrong.body.error).toContain('currency')
    expect(await made(intentId)).toEqual([])
    const right = await refund(orderId, { amount: '5', currency: 'USD' })
    expect(right.status, right.text).toBe(200)
    expect(await made(intentId)).toEqual([500])
  })

  test('given an amount without a request id or a version, then it is refused, because a repeat would be a second refund', async () => {
    const { orderId, intentId } = await shop.paidOrder()
    const bare = { amount: '100.10', requestId: undefined }
    const refused = await refund(orderId, bare)
    expect(refused).toMatchObject({ status: 400, body: { fields: [{ path: 'requestId' }] } })
    expect(await made(intentId)).toEqual([])
    expect((await refund(orderId, { ...bare, version: await versionOf(orderId) })).status).toBe(200)
    expect(await made(intentId)).toEqual([10_010])
  })

  test('given a settlement with a field that nobody knows, then it is refused with the field', async () => {
    const path = '/api/finance/reconciliation/differences'
    const one = await staff.post(`${path}/${randomUUID()}/settle`, { action: 'record', amount: '5' })
    const many = await staff.post(`${path}/settle`, { action: 'record', ids: [randomUUID()], amount: '5' })
    for (const answer of [one, many]) {
      expect(answer.status, answer.text).toBe(400)
      expect(answer.body.error).toContain('amount')
    }
  })
})

describe('the version that a person saw', () => {
  test('given two people who see the same order, when both refund the same at once, then one does, and the other is asked to look again', async () => {
    const { orderId, intentId } = await shop.paidOrder()
    const version = await versionOf(orderId)
    const answers = await Promise.all(
      [staff, colleague].map((who) =>
        refund(orderId, { amount: '50', requestId: randomUUID(), version }, who),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const refused = answers.find(({ status }) => status === 409)
    expect(refused?.body).toMatchObject({
      code: 'ORDER_CHANGED',
      error:
        'This order has changed since you looked at it, so nothing was refunded. Look at what changed, then ask again.',
      version: expect.any(Number),
    })
    expect(await made(intentId)).toEqual([5_000])
    // The second press, having looked.
    const again = await refund(orderId, { amount: '50', version: await versionOf(orderId) }, colleague)
    expect(again.status, again.text).toBe(200)
    expect(await made(intentId)).toEqual([5_000, 5_000])
  })

  test('given a refund whose answer got lost, when it is repeated with its id and the version of then, then it is the same refund', async () => {
    const { orderId, intentId } = await shop.paidOrder()
    const body = { amount: '50', requestId: randomUUID(), version: await versionOf(orderId) }
    for (let i = 0; i < 2; i += 1) {
      const answer = await refund(orderId, body)
      expect(answer.status, answer.text).toBe(200)
    }
    expect(await made(intentId)).toEqual([5_000])
  })

  test('given no version, then the refund is judged by the order as it is now', async () => {
    const { orderId, intentId } = await shop.paidOrder()
    for (let i = 0; i < 2; i += 1)
      expect((await refund(orderId, { amount: '1500' })).status).toBe(i === 0 ? 200 : 400)
    expect(await made(intentId)).toEqual([150_000])
  })
})
