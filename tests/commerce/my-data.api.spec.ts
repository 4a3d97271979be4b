import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openShop, type Shop } from './support/shop.ts'

describe('the data that a buyer takes along (S-19)', () => {
  let shop: Shop
  beforeAll(async () => {
    shop = await openShop()
  })
  afterAll(() => shop?.stop())

  test('given a paid order with a remark, then answers, terms, payment ids, invoice address and remark are in it', async () => {
    const { buyer, orderId, intentId } = await shop.paidOrder()
    const staff = await shop.staff()
    const text = 'Called back, wants the May cohort'
    expect((await staff.post(`/api/finance/orders/${orderId}/notes`, { text })).status).toBe(200)
    const { order } = await shop.orders.load(orderId)
    const { data } = (await buyer.http.get('/api/users/me/export')).body
    expect(data.orders).toHaveLength(1)
    expect(data.orders[0]).toMatchObject({
      answers: order.placed?.answers,
      termsVersion: order.placed?.termsVersion ?? null,
      paymentIds: [intentId],
      remarks: [text],
    })
    expect(order.placed?.answers).toBeDefined()
    expect(data.orders[0]).toHaveProperty('company')
  })
})
