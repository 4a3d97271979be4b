import { describe, expect, test } from 'vitest'
import { evolve } from '../../../src/modules/commerce/domain/order.ts'
import {
  openRefundRequests,
  refunded,
  refundRequestState,
} from '../../../src/modules/commerce/domain/payments.ts'
import {
  observeRefundRefused,
  refundable,
  refundKey,
  requestRefund,
} from '../../../src/modules/commerce/domain/refund-decisions.ts'
import { withoutPeople } from '../../../src/modules/commerce/payments/stripe/provider-errors.ts'
import { intent, orderWith, refund } from '../support/orders.ts'

describe('refunds', () => {
  test('given refunds asked for, then no more can be asked for than was received', () => {
    const ask = { idempotencyKey: 'r1', reason: 'moved', by: 's' }
    const first = requestRefund(orderWith(intent()), { ...ask, amount: 200_000 })
    const order = first.reduce(evolve, orderWith(intent()))
    expect(refundable(order, order.intents.pi_1 as never)).toBe(50_000)
    expect(() => requestRefund(order, { ...ask, idempotencyKey: 'r2', amount: 50_001 })).toThrow(
      'at most 500.00 USD',
    )
    expect(() => requestRefund(order, { ...ask, idempotencyKey: 'r2', amount: 0 })).toThrow('amount')
    expect(requestRefund(order, ask)).toEqual([])
    const rest = requestRefund(order, { ...ask, idempotencyKey: 'r2' })
    expect(rest[0]).toMatchObject({ data: { amount: 50_000 } })
    expect(() => requestRefund(rest.reduce(evolve, order), { ...ask, idempotencyKey: 'r3' })).toThrow(
      'left to refund',
    )
    expect(() => requestRefund(orderWith(), ask)).toThrow('left to refund')
  })

  test('given a refund that Stripe refused, then its amount is free again', () => {
    const asked = requestRefund(orderWith(intent()), { idempotencyKey: 'r1', reason: 'x', by: 's' })
    const order = asked.reduce(evolve, orderWith(intent()))
    const refusal = { code: 'charge_disputed', message: 'Charge ch_1 has been charged back.' }
    const refusedNow = observeRefundRefused(order, 'r1', refusal).reduce(evolve, order)
    expect(refundable(refusedNow, refusedNow.intents.pi_1 as never)).toBe(250_000)
    expect(refusedNow.refundRefusals).toEqual({ r1: refusal })
    expect(observeRefundRefused(refusedNow, 'r1', refusal)).toEqual([])
    // Stripe has the last word: its final outcome is what is shown.
    const late = evolve(refusedNow, refund({ requestKey: 'r1', amount: 250_000 }))
    expect(refundRequestState(refusedNow, 'r1')).toBe('refused')
    expect(refundRequestState(late, 'r1')).toBe('succeeded')
  })

  test('given a refusal that is recorded as a flag alone, then the refund is not open', () => {
    const asked = requestRefund(orderWith(intent()), { idempotencyKey: 'r1', reason: 'x', by: 's' })
    const flag = {
      reason: 'refund-refused',
      subject: 'r1',
      amount: 250_000,
      currency: 'usd',
      surplus: 0,
    } as const
    const order = [...asked, { type: 'OrderFlagged', data: flag } as const].reduce(
      evolve,
      orderWith(intent()),
    )
    expect(refundRequestState(order, 'r1')).toBe('refused')
    expect(openRefundRequests(order)).toEqual([])
  })

  test('given one request id, when two orders use it, then the keys differ', () => {
    const order = orderWith(intent())
    expect(refundKey(order, 'r1')).toBe(`${order.id}:r1`)
    const asked = requestRefund(order, { idempotencyKey: 'r1', reason: 'x', by: 's' }).reduce(evolve, order)
    expect(() => requestRefund(asked, { idempotencyKey: 'r1', amount: 1, reason: 'x', by: 's' })).toThrow(
      'another refund of this order was asked for with this id',
    )
  })

  test('given a refund seen at Stripe under its key, then it is counted once, not twice', () => {
    const asked = requestRefund(orderWith(intent()), {
      idempotencyKey: 'r1',
      amount: 100_000,
      reason: 'x',
      by: 's',
    })
    const seen = refund({ requestKey: 'r1', amount: 100_000, state: 'pending' })
    const order = [...asked, seen].reduce(evolve, orderWith(intent()))
    expect(refundable(order, order.intents.pi_1 as never)).toBe(150_000)
    expect(refunded(order)).toBe(100_000)
  })

  test('given a sentence of the provider with addresses, numbers or keys in it, then the log gets it without them', () => {
    const said =
      'No refund to ada@example.com, +1 (555) 010-9999 with 4242 4242 4242 4242 by sk_test_abc: charge ch_3Abc1234567890 over $25.00.'
    expect(withoutPeople(said)).toBe('No refund to … … with … by …: charge ch_3Abc1234567890 over $25.00.')
    expect(withoutPeople('x'.repeat(300))).toHaveLength(200)
    expect(withoutPeople('a\u0000b')).toBe('a b')
  })
})
