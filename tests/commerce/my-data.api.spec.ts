import { describe, expect, test } from 'vitest'
import { given } from '../support/given.ts'
import { openShop } from './support/shop.ts'

describe('the data that a buyer takes along (S-19)', () => {
  const shop = given(openShop)

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
