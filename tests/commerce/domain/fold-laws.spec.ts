import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { observe } from '../../../src/modules/commerce/domain/decisions.ts'
import type { Observation } from '../../../src/modules/commerce/domain/events.ts'
import { isLiveRefund } from '../../../src/modules/commerce/domain/lattice.ts'
import { evolve, newOrder, type Order } from '../../../src/modules/commerce/domain/order.ts'
import { countedPayments, received } from '../../../src/modules/commerce/domain/payments.ts'
import { statusOf } from '../../../src/modules/commerce/domain/status.ts'
import { seed } from '../../support/seed.ts'
import { digest } from '../support/digest.ts'
import { placedData } from '../support/placed.ts'

const runs = 10_000

const amount = fc.constantFrom(0, 1, 125_000, 250_000)
const intent: fc.Arbitrary<Observation> = fc
  .record({
    intentId: fc.constantFrom('pi_1', 'pi_2'),
    orderId: fc.constantFrom('o', 'other', null),
    state: fc.constantFrom(
      'requires_payment_method',
      'requires_action',
      'processing',
      'requires_capture',
      'succeeded',
      'canceled',
      'a state of next year',
    ),
    amount,
    amountReceived: amount,
    currency: fc.constantFrom('usd', 'eur'),
    attempts: fc.nat(3),
    chargeId: fc.constantFrom(null, 'ch_1', 'ch_2'),
    failureCode: fc.constantFrom(null, 'card_declined', 'payment_method_microdeposit_verification_timeout'),
    awaiting: fc.constantFrom(null, 'microdeposits' as const),
    method: fc.constant(null),
  })
  .map((seen) => ({
    type: 'PaymentIntentObserved',
    data: { ...seen, digest: digest(Object.values(seen)), paidAt: null },
  }))
const refund: fc.Arbitrary<Observation> = fc
  .record({
    refundId: fc.constantFrom('re_1', 're_2'),
    intentId: fc.constantFrom('pi_1', 'pi_2'),
    requestKey: fc.constantFrom(null, 'k'),
    state: fc.constantFrom('pending', 'requires_action', 'succeeded', 'canceled', 'failed', 'unheard of'),
    amount,
    currency: fc.constant('usd'),
    reason: fc.constant(null),
    failureCode: fc.constantFrom(null, 'lost_or_stolen_card'),
  })
  .map((seen) => ({
    type: 'RefundObserved',
    data: { ...seen, digest: digest(Object.values(seen)), createdAt: null, failedAt: null },
  }))
const dispute: fc.Arbitrary<Observation> = fc
  .record({
    disputeId: fc.constantFrom('dp_1', 'dp_2'),
    intentId: fc.constant('pi_1'),
    state: fc.constantFrom(
      'warning_needs_response',
      'needs_response',
      'under_review',
      'won',
      'lost',
      'prevented',
    ),
    amount,
    currency: fc.constant('usd'),
    reason: fc.constantFrom('general', 'fraudulent'),
  })
  .map((seen) => ({
    type: 'DisputeObserved',
    data: {
      ...seen,
      digest: digest(Object.values(seen)),
      createdAt: null,
      withdrawnAt: null,
      reinstatedAt: null,
    },
  }))

const fact = fc.oneof(intent, refund, dispute)
const facts = fc.array(fact, { maxLength: 8 })
const start = newOrder('o')
const placed = evolve(start, {
  type: 'OrderPlaced',
  data: placedData(),
})
/** A payment of the whole total, as it is reported when it arrives. */
const payment = fc.constantFrom('pi_1', 'pi_2').map((intentId): Observation => {
  const seen = { intentId, orderId: 'o', state: 'succeeded', amount: 250_000, amountReceived: 250_000 }
  const rest = {
    currency: 'usd',
    attempts: 1,
    chargeId: 'ch_1',
    failureCode: null,
    awaiting: null,
    method: null,
  }
  return {
    type: 'PaymentIntentObserved',
    data: { ...seen, ...rest, digest: digest(Object.values({ ...seen, ...rest })), paidAt: null },
  }
})
/** The same fact under another digest, as another release or another function of the same text would write it. */
const redigested = (fact: Observation, salt: number): Observation =>
  ({ ...fact, data: { ...fact.data, digest: digest([fact.data.digest, salt]) } }) as Observation
const tell = (order: Order, told: readonly Observation[]) => told.reduce<Order>(evolve, order)

/** More went back of a payment than it brought, which Stripe refuses: what is reported of it before the payment moves money out. */
function returnsTooMuch(order: Order): boolean {
  return Object.values(order.intents).some(({ intentId, amountReceived }) => {
    const refunds = Object.values(order.refunds).filter(
      (refund) => refund.intentId === intentId && isLiveRefund(refund),
    )
    return refunds.reduce((sum, { amount }) => sum + amount, 0) > amountReceived
  })
}

describe(`E-10 laws of the fold, seed ${seed}`, () => {
  test('given any facts, when one is reported twice, then the order is the same as after one report', () => {
    fc.assert(
      fc.property(facts, fact, (before, one) => {
        const order = tell(start, [...before, one])
        expect(evolve(order, one)).toEqual(order)
        expect(observe(order, [one])).toEqual([])
      }),
      { numRuns: runs, seed },
    )
  })

  test('given any facts, when they arrive in another order, then the order is the same', () => {
    const shuffled = facts.chain((told) =>
      fc.tuple(fc.constant(told), fc.shuffledSubarray(told, { minLength: told.length })),
    )
    fc.assert(
      fc.property(shuffled, ([told, other]) => {
        expect(tell(start, other)).toEqual(tell(start, told))
      }),
      { numRuns: runs, seed },
    )
  })

  test('given any facts in three batches, when each batch is reduced to its news first, then nothing is lost', () => {
    fc.assert(
      fc.property(facts, facts, facts, (a, b, c) => {
        const straight = tell(start, [...a, ...b, ...c])
        let order = start
        for (const batch of [a, b, c]) order = tell(order, observe(order, batch))
        expect(order).toEqual(straight)
        expect(tell(tell(start, a), [...b, ...c])).toEqual(tell(tell(start, [...a, ...b]), c))
      }),
      { numRuns: runs, seed },
    )
  })

  test('given money that moved, when anything else is reported, then it is still known', () => {
    fc.assert(
      fc.property(facts, facts, (before, after) => {
        const order = tell(start, before)
        const later = tell(order, after)
        for (const one of Object.values(order.intents)) {
          const now = later.intents[one.intentId]
          if (one.state === 'succeeded') {
            expect(now?.state).toBe('succeeded')
            expect(now?.attempts ?? 0).toBeGreaterThanOrEqual(one.attempts)
          }
        }
        for (const one of Object.values(order.refunds)) {
          if (one.state === 'failed') expect(later.refunds[one.refundId]?.state).toBe('failed')
        }
      }),
      { numRuns: runs, seed },
    )
  })

  test('given an order that was completed by money, when anything is reported, then the money stays counted and only money moving out changes the status', () => {
    fc.assert(
      fc.property(facts, payment, facts, (before, paying, after) => {
        const order = tell(placed, [...before, paying])
        const later = tell(order, after)
        const ids = (of: Order) => countedPayments(of).map((one) => one.intentId)
        expect(ids(later)).toEqual(expect.arrayContaining(ids(order)))
        expect(received(later)).toBeGreaterThanOrEqual(received(order))
        expect(['completed', 'refunded']).toContain(statusOf(later))
        const movesOut = after.some((one) => one.type === 'RefundObserved') || returnsTooMuch(later)
        if (!movesOut && statusOf(order) === 'completed') expect(statusOf(later)).toBe('completed')
      }),
      { numRuns: runs, seed },
    )
  })

  test('given the same facts under other digests, when they are reported, then the order is the same, and so is what is news', () => {
    fc.assert(
      fc.property(facts, fact, fc.integer(), (before, one, salt) => {
        const others = before.map((each) => redigested(each, salt))
        expect(tell(placed, others)).toEqual(tell(placed, before))
        expect(observe(tell(placed, others), [one])).toEqual(observe(tell(placed, before), [one]))
      }),
      { numRuns: runs, seed },
    )
  })
})
