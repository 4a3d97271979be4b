import { describe, expect, test } from 'vitest'
import { type Foreseen, isPlain } from '../../../src/modules/commerce/domain/difference.ts'
import type { Observation } from '../../../src/modules/commerce/domain/events.ts'
import type { LostOrder } from '../../../src/modules/commerce/domain/lost-order.ts'
import type { Order } from '../../../src/modules/commerce/domain/order.ts'
import { dispute, intent, orderId, orderWith, refund } from '../support/orders.ts'

const signedOrder: LostOrder = {
  orderId,
  buyerId: 'buyer-1',
  organizationId: null,
  productId: 'product-1',
  seats: 1,
  total: 250_000,
  currency: 'usd',
  termsVersion: null,
}
const seen = (order: Order, facts: Observation[], more: Partial<Foreseen> = {}): Foreseen =>
  ({ outcome: 'seen', order, known: true, facts, signedOrder: null, ...more }) as Foreseen
const paid = orderWith(intent())

describe('what the product may record by itself', () => {
  test('given a payment that its order knows, when it was paid, refunded or disputed, then that is plain', () => {
    const open = orderWith(intent({ state: 'requires_payment_method' }))
    expect(isPlain('pi_1', seen(open, [intent()]))).toBe(true)
    expect(isPlain('pi_1', seen(paid, [intent(), refund({ amount: 100 })]))).toBe(true)
    expect(isPlain('pi_1', seen(paid, [intent(), dispute('needs_response')]))).toBe(true)
    const refunded = orderWith(intent(), refund())
    expect(isPlain('pi_1', seen(refunded, [intent(), refund({ state: 'failed' })]))).toBe(true)
  })

  test('given a payment that its order does not know, then it is plain only with the signature of this order', () => {
    const second = intent({ intentId: 'pi_2' })
    expect(isPlain('pi_2', seen(paid, [second], { known: false, signedOrder }))).toBe(true)
    expect(isPlain('pi_2', seen(paid, [second], { known: false }))).toBe(false)
    const elsewhere = { ...signedOrder, orderId: crypto.randomUUID() }
    expect(isPlain('pi_2', seen(paid, [second], { known: false, signedOrder: elsewhere }))).toBe(false)
  })

  test('given another amount or currency, then a person looks; what happens to such a payment afterwards is plain', () => {
    const open = orderWith(intent({ state: 'requires_payment_method' }))
    const wrong = intent({ amount: 100, amountReceived: 100 })
    expect(isPlain('pi_1', seen(open, [wrong]))).toBe(false)
    expect(isPlain('pi_1', seen(open, [intent({ currency: 'eur' })]))).toBe(false)
    expect(isPlain('pi_1', seen(orderWith(wrong), [wrong, refund({ amount: 100 })]))).toBe(true)
  })

  test('given a log that holds what Stripe does not, then a person looks, whatever else is new', () => {
    const ahead = orderWith(intent(), refund({ refundId: 're_invented', amount: 100 }))
    expect(isPlain('pi_1', seen(ahead, [intent(), dispute('needs_response')]))).toBe(false)
  })

  test('given an unknown order, a lost one or an unknown payment, then a person looks', () => {
    const facts = [intent()]
    expect(isPlain('pi_1', { outcome: 'unknown-order', orderId, facts, signedOrder })).toBe(false)
    expect(isPlain('pi_1', { outcome: 'unknown-intent', order: paid })).toBe(false)
    expect(isPlain('pi_1', { outcome: 'foreign' })).toBe(false)
  })
})
