import fc from 'fast-check'
import type { Observation } from '../../../src/modules/commerce/domain/events.ts'
import { factsOf, type StripeIntent } from '../../../src/modules/commerce/domain/facts.ts'
import type { OrderStatus } from '../../../src/modules/commerce/domain/status.ts'
import { digest } from './digest.ts'

export const orderId = '0f8fad5b-d9cb-469f-a165-70867728950e'
export const total = 250_000

/** One thing Stripe tells: the object as of then, and what a naive listener would read from the same delivery. */
export interface Told {
  /** Stripe's `created`, whole seconds. */
  created: number
  fact: Observation
  naive: { status: OrderStatus; amountRefunded: number | null; intentState: string | null }
}

/** A payment's life with the truth as the ledger of the simulation has it, computed without the code under test. */
export interface History {
  told: Told[]
  /** Deliveries in arrival order, cut into batches that run in parallel. */
  batches: Told[][]
  expected: { status: OrderStatus; received: number; refunded: number }
}

const refundPath = fc.constantFrom(
  ['pending', 'succeeded'],
  ['succeeded'],
  ['pending', 'failed'],
  ['succeeded', 'failed'],
  ['pending', 'succeeded', 'failed'],
  ['requires_action', 'pending', 'canceled'],
  ['pending'],
)

const life = fc.record({
  failures: fc.array(fc.record({ viaProcessing: fc.boolean(), viaAction: fc.boolean() }), { maxLength: 3 }),
  end: fc.constantFrom('success', 'success', 'success', 'cancel', 'processing', 'action', 'open'),
  successViaProcessing: fc.boolean(),
  refunds: fc.array(fc.record({ share: fc.integer({ min: 1, max: 10 }), path: refundPath }), {
    maxLength: 3,
  }),
  dispute: fc.constantFrom([], [], ['needs_response'], ['needs_response', 'won'], ['needs_response', 'lost']),
  ticks: fc.array(fc.integer({ min: 0, max: 1 }), { minLength: 40, maxLength: 40 }),
})

export const history: fc.Arbitrary<History> = life.chain((lived) => {
  const { told, expected } = simulate(lived)
  return fc
    .record({
      copies: fc.array(fc.integer({ min: 1, max: 5 }), { minLength: told.length, maxLength: told.length }),
      order: fc.array(fc.nat(), { minLength: told.length * 5, maxLength: told.length * 5 }),
      sizes: fc.array(fc.integer({ min: 1, max: 8 }), {
        minLength: told.length * 5,
        maxLength: told.length * 5,
      }),
    })
    .map(({ copies, order, sizes }) => {
      const deliveries = told.flatMap((one, i) => Array.from({ length: copies[i] ?? 1 }, () => one))
      const shuffled = deliveries
        .map((one, i) => ({ one, at: order[i] ?? 0, i }))
        .sort((a, b) => a.at - b.at || a.i - b.i)
        .map(({ one }) => one)
      const batches: Told[][] = []
      for (let from = 0, i = 0; from < shuffled.length; i += 1) {
        const size = sizes[i] ?? 1
        batches.push(shuffled.slice(from, from + size))
        from += size
      }
      return { told, batches, expected }
    })
})

type Life = typeof life extends fc.Arbitrary<infer L> ? L : never

function simulate(lived: Life): Pick<History, 'told' | 'expected'> {
  const told: Told[] = []
  let second = 1_790_000_000
  const base: StripeIntent = {
    id: 'pi_1',
    status: 'requires_payment_method',
    amount: total,
    amount_received: 0,
    currency: 'usd',
    latest_charge: null,
    last_payment_error: null,
    metadata: { app: 'veralead', order_id: orderId },
  }
  let intent = base
  let attempts = 0
  let amountRefunded = 0
  let naiveStatus: OrderStatus = 'pending'
  const tick = () => {
    second += lived.ticks[told.length % lived.ticks.length] ?? 0
    return second
  }
  const tellIntent = (change: Partial<StripeIntent>, status: OrderStatus) => {
    intent = { ...intent, ...change }
    naiveStatus = status
    const [fact] = factsOf({ intent, attempts, refunds: [], disputes: [] }, digest)
    if (fact === undefined) throw new Error('A sighting always holds its intent')
    told.push({ created: tick(), fact, naive: { status, amountRefunded: null, intentState: intent.status } })
  }

  tellIntent({}, 'pending')
  for (const failure of lived.failures) {
    if (failure.viaAction) tellIntent({ status: 'requires_action' }, 'pending')
    attempts += 1
    if (failure.viaProcessing) {
      tellIntent(
        { status: 'processing', latest_charge: `ch_${attempts}`, last_payment_error: null },
        'processing',
      )
    }
    tellIntent(
      {
        status: 'requires_payment_method',
        latest_charge: `ch_${attempts}`,
        last_payment_error: { code: 'card_declined', decline_code: 'generic_decline' },
      },
      'pending',
    )
  }
  if (lived.end === 'cancel') tellIntent({ status: 'canceled' }, 'cancelled')
  if (lived.end === 'action') tellIntent({ status: 'requires_action' }, 'pending')
  if (lived.end === 'processing' || (lived.end === 'success' && lived.successViaProcessing)) {
    attempts += 1
    tellIntent(
      { status: 'processing', latest_charge: `ch_${attempts}`, last_payment_error: null },
      'processing',
    )
  }
  if (lived.end !== 'success') {
    return { told, expected: { status: naiveStatus, received: 0, refunded: 0 } }
  }

  if (!lived.successViaProcessing) attempts += 1
  tellIntent(
    {
      status: 'succeeded',
      amount_received: total,
      latest_charge: `ch_${attempts}`,
      last_payment_error: null,
    },
    'completed',
  )
  // Disputes first: Stripe allows refunds of a charge beside them, and a status must not listen to them.
  for (const state of lived.dispute) {
    const dispute = {
      id: 'dp_1',
      status: state,
      amount: total,
      currency: 'usd',
      reason: 'general',
      created: second,
      balance_transactions: [],
    }
    const fact = factsOf({ intent, attempts, refunds: [], disputes: [dispute] }, digest)[1] as Observation
    told.push({
      created: tick(),
      fact,
      naive: { status: naiveStatus, amountRefunded: null, intentState: null },
    })
  }
  let refunded = 0
  lived.refunds.forEach((wish, i) => {
    const left = total - refunded
    const amount = wish.share === 10 ? left : Math.floor((left * wish.share) / 10)
    if (amount === 0) return
    let live = false
    for (const state of wish.path) {
      const nowLive = state !== 'failed' && state !== 'canceled'
      if (nowLive && !live) refunded += amount
      if (!nowLive && live) refunded -= amount
      live = nowLive
      amountRefunded = refunded
      naiveStatus = amountRefunded >= total ? 'refunded' : 'completed'
      const refund = {
        id: `re_${i}`,
        status: state,
        amount,
        currency: 'usd',
        reason: null,
        created: second,
        metadata: {},
      }
      const fact = factsOf({ intent, attempts, refunds: [refund], disputes: [] }, digest)[1] as Observation
      told.push({ created: tick(), fact, naive: { status: naiveStatus, amountRefunded, intentState: null } })
    }
  })
  return {
    told,
    expected: { status: refunded >= total ? 'refunded' : 'completed', received: total, refunded },
  }
}
