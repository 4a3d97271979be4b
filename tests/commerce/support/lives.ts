import fc from 'fast-check'
import type { Observation, OrderEvent } from '../../../src/modules/commerce/domain/events.ts'
import { factsOf, type StripeIntent } from '../../../src/modules/commerce/domain/facts.ts'
import type { OrderStatus } from '../../../src/modules/commerce/domain/status.ts'
import { digest } from './digest.ts'
import { placedData } from './placed.ts'

export const orderId = '0f8fad5b-d9cb-469f-a165-70867728950e'
export const total = 250_000

/** One thing Stripe reports: the object as of then, and what a naive listener would read from the same delivery. */
export interface Told {
  /** Stripe's `created`, whole seconds. */
  created: number
  fact: Observation
  /** Everything that was true of the same payment then: what is recorded when this is what makes us look. */
  look: Observation[]
  naive: { status: OrderStatus; amountRefunded: number | null; intentState: string | null }
}

/** What happened at Stripe, and what is true of it in the end, computed without the code under test. */
export interface Lived {
  /** What the order was placed with, and the payments that it made. */
  begun: OrderEvent[]
  told: Told[]
  expected: { status: OrderStatus; received: number; refunded: number }
  disputed: boolean
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
/** What somebody makes of the payment's metadata at Stripe. */
const edit = fc.constantFrom<Record<string, string>>(
  {},
  { app: 'veralead' },
  { app: 'veralead', order_id: 'other' },
  { app: 'veralead', order_id: orderId },
)

export const life = fc.record({
  failures: fc.array(fc.record({ viaProcessing: fc.boolean(), viaAction: fc.boolean() }), { maxLength: 3 }),
  end: fc.constantFrom(
    'success',
    'success',
    'success',
    'cancel',
    'processing',
    'action',
    'deposits',
    'expired-deposits',
    'open',
  ),
  successViaProcessing: fc.boolean(),
  /** What became of a second payment of the same order. */
  second: fc.constantFrom('none', 'none', 'success', 'success', 'cancel'),
  editedBefore: fc.option(edit, { freq: 3 }),
  editedAfter: fc.array(edit, { maxLength: 2 }),
  refunds: fc.array(
    fc.record({ share: fc.integer({ min: 1, max: 10 }), path: refundPath, ofSecond: fc.boolean() }),
    { maxLength: 4 },
  ),
  dispute: fc.constantFrom([], [], ['needs_response'], ['needs_response', 'won'], ['needs_response', 'lost']),
  lateDispute: fc.constantFrom(
    [],
    [],
    ['warning_needs_response', 'warning_closed'],
    ['needs_response', 'lost'],
  ),
  ticks: fc.array(fc.integer({ min: 0, max: 1 }), { minLength: 40, maxLength: 40 }),
})
type Life = typeof life extends fc.Arbitrary<infer L> ? L : never

interface Payment {
  intent: StripeIntent
  attempts: number
  /** Minor units of it on their way back or there. */
  back: number
}

export function simulate(lived: Life): Lived {
  const told: Told[] = []
  let second = 1_790_000_000
  let status: OrderStatus = 'pending'
  let refunded = 0
  const first = paymentOf('pi_1')
  const other = paymentOf('pi_2')
  const tell = (fact: Observation, naive: Partial<Told['naive']>) => {
    second += lived.ticks[told.length % lived.ticks.length] ?? 0
    const nothing = { status, amountRefunded: null, intentState: null }
    const { intentId } = fact.data
    const earlier = told.map((one) => one.fact).filter(({ data }) => data.intentId === intentId)
    const look = lastOfEach([...earlier, fact])
    told.push({ created: second, fact, look, naive: { ...nothing, ...naive } })
  }
  const tellIntent = (of: Payment, change: Partial<StripeIntent>) => {
    of.intent = { ...of.intent, ...change }
    status = naiveStatuses[of.intent.status] ?? 'pending'
    tell(factOf(of), { status, intentState: of.intent.status })
  }
  const charge = (of: Payment, change: Partial<StripeIntent>) =>
    tellIntent(of, { latest_charge: `ch_${of.attempts}`, last_payment_error: null, ...change })
  const succeed = (of: Payment, viaProcessing: boolean) => {
    of.attempts += 1
    if (viaProcessing) charge(of, { status: 'processing' })
    charge(of, { status: 'succeeded', amount_received: total })
  }

  tellIntent(first, {})
  for (const failure of lived.failures) {
    if (failure.viaAction) tellIntent(first, { status: 'requires_action' })
    first.attempts += 1
    if (failure.viaProcessing) charge(first, { status: 'processing' })
    charge(first, {
      status: 'requires_payment_method',
      last_payment_error: { code: 'card_declined', decline_code: 'generic_decline' },
    })
  }
  if (lived.editedBefore !== null) tellIntent(first, { metadata: lived.editedBefore })
  if (lived.end === 'cancel') tellIntent(first, { status: 'canceled' })
  if (lived.end === 'action') tellIntent(first, { status: 'requires_action' })
  if (lived.end === 'deposits' || lived.end === 'expired-deposits') {
    const next_action = { type: 'verify_with_microdeposits' }
    tellIntent(first, { status: 'requires_action', last_payment_error: null, next_action })
  }
  if (lived.end === 'expired-deposits')
    tellIntent(first, {
      status: 'requires_payment_method',
      next_action: null,
      last_payment_error: { code: 'payment_method_microdeposit_verification_timeout' },
    })
  if (lived.end === 'processing') {
    first.attempts += 1
    charge(first, { status: 'processing' })
  }
  if (lived.end === 'success') succeed(first, lived.successViaProcessing)
  if (lived.second !== 'none') tellIntent(other, {})
  if (lived.second === 'success') succeed(other, lived.successViaProcessing)
  if (lived.second === 'cancel') tellIntent(other, { status: 'canceled' })
  for (const metadata of lived.editedAfter) tellIntent(first, { metadata })

  const paid = [first, other].filter(({ intent }) => intent.status === 'succeeded')
  const received = paid.length * total
  const dispute = (id: string, states: readonly string[]) => {
    const [of] = paid
    for (const state of of === undefined ? [] : states) {
      const made = { id, status: state, amount: total, currency: 'usd', reason: 'general' }
      const seen = { ...made, created: second, balance_transactions: [] }
      tell(factOf(of as Payment, { disputes: [seen] }), {})
    }
  }
  // Disputes first: Stripe allows refunds of a charge beside them, and a status must not listen to them.
  dispute('dp_1', lived.dispute)
  lived.refunds.forEach((input, i) => {
    const of = (input.ofSecond ? paid.at(-1) : paid[0]) ?? first
    const left = of.intent.amount_received - of.back
    const amount = input.share === 10 ? left : Math.floor((left * input.share) / 10)
    if (amount === 0) return
    let live = false
    for (const state of input.path) {
      const nowLive = state !== 'failed' && state !== 'canceled'
      const moved = nowLive === live ? 0 : nowLive ? amount : -amount
      of.back += moved
      refunded += moved
      live = nowLive
      status = refunded >= received ? 'refunded' : 'completed'
      const made = { id: `re_${i}`, status: state, amount, currency: 'usd', reason: null, metadata: {} }
      tell(factOf(of, { refunds: [{ ...made, created: second }] }), { amountRefunded: refunded })
    }
  })
  dispute('dp_2', lived.lateDispute)

  const unpaid = unpaidStatus([first, ...(lived.second === 'none' ? [] : [other])])
  const whole = refunded >= received ? 'refunded' : 'completed'
  const over = [lived.dispute.at(-1) ?? 'won', lived.lateDispute.at(-1) ?? 'won']
  return {
    begun: begunWith(lived.second !== 'none'),
    told,
    expected: { status: received >= total ? whole : unpaid, received, refunded },
    disputed: received >= total && over.some((state) => state !== 'won' && state !== 'warning_closed'),
  }
}

/** The last thing that was true of each object. */
export function lastOfEach(facts: readonly Observation[]): Observation[] {
  const last = new Map<string, Observation>()
  for (const fact of facts) {
    const { data } = fact
    const id = 'refundId' in data ? data.refundId : 'disputeId' in data ? data.disputeId : data.intentId
    last.set(id, fact)
  }
  return [...last.values()]
}

const naiveStatuses: Record<string, OrderStatus> = {
  processing: 'processing',
  succeeded: 'completed',
  canceled: 'cancelled',
}

function unpaidStatus(payments: readonly Payment[]): OrderStatus {
  const states = payments.map(({ intent }) => intent.status)
  if (states.every((state) => state === 'canceled')) return 'cancelled'
  const verified = payments.some(({ intent }) => Boolean(intent.next_action))
  return verified || states.includes('processing') ? 'processing' : 'pending'
}

function paymentOf(id: string): Payment {
  const intent: StripeIntent = {
    id,
    status: 'requires_payment_method',
    amount: total,
    amount_received: 0,
    currency: 'usd',
    latest_charge: null,
    last_payment_error: null,
    metadata: { app: 'veralead', order_id: orderId },
  }
  return { intent, attempts: 0, back: 0 }
}

/** The one object of the sighting that is reported: the payment itself, or a refund or dispute of it. */
function factOf(
  { intent, attempts }: Payment,
  about: Partial<Pick<Parameters<typeof factsOf>[0], 'refunds' | 'disputes'>> = {},
): Observation {
  const fact = factsOf({ intent, attempts, refunds: [], disputes: [], ...about }, digest).at(-1)
  if (fact === undefined) throw new Error('A sighting always holds its intent')
  return fact
}

function begunWith(aSecond: boolean): OrderEvent[] {
  const made = (n: number): OrderEvent => {
    return { type: 'PaymentIntentCreated', data: { intentId: `pi_${n}`, idempotencyKey: `k${n}` } }
  }
  return [
    {
      type: 'OrderPlaced',
      data: placedData({ total }),
    },
    { type: 'PaymentRequested', data: { idempotencyKey: 'k1', amount: null } },
    made(1),
    ...(aSecond ? [made(2)] : []),
  ]
}
