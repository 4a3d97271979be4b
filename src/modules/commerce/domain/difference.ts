import { toDecimal } from '#platform/kernel/money.ts'
import { observe } from './decisions.ts'
import type { Observation } from './events.ts'
import { isLiveRefund } from './lattice.ts'
import type { LostOrder } from './lost-order.ts'
import { evolve, intentIds, newOrder, type Order } from './order.ts'
import { isForOrder } from './payments.ts'

export const differenceKinds = [
  'behind-stripe',
  'missing-in-log',
  'ahead-of-stripe',
  'missing-at-stripe',
  'unknown-order',
  'lost-order',
] as const
export type DifferenceKind = (typeof differenceKinds)[number]

export const differenceStates = ['open', 'recorded', 'foreign', 'automatic'] as const
export type DifferenceState = (typeof differenceStates)[number]

/** The one thing that can be done about a difference. */
export const differenceActions = [
  /** Record it at its order. */
  'record',
  /** Note that the payment is not ours. */
  'foreign',
  /** Record the lost order again, from its payment. */
  'take-over',
] as const
export type DifferenceAction = (typeof differenceActions)[number]

export const actionOf = (kind: DifferenceKind): DifferenceAction =>
  kind === 'unknown-order' ? 'foreign' : kind === 'lost-order' ? 'take-over' : 'record'

/** Where Stripe and the log say different things about one payment. */
export interface Finding {
  intentId: string
  orderId: string | null
  kind: DifferenceKind
  /** In words, with amounts; nothing personal. */
  logSays: string
  stripeSays: string
}

/** What was seen when Stripe was asked about a payment without recording anything. */
export type Foreseen =
  | { outcome: 'foreign' }
  /** `signedOrder` where a signature proves that the order was placed here. */
  | {
      outcome: 'unknown-order'
      orderId: string
      facts: readonly Observation[]
      signedOrder: LostOrder | null
    }
  /** Stripe does not know the payment; `order` is the one whose log names it. */
  | { outcome: 'unknown-intent'; order: Order | null }
  | {
      outcome: 'seen'
      order: Order
      /** Whether the order's own log names this payment. */
      known: boolean
      /** Everything that Stripe says. */
      facts: readonly Observation[]
      /** The order that the payment's metadata describes, with a valid signature of this site; null without one. */
      signedOrder: LostOrder | null
    }

/** The difference between what Stripe says and what the log says; null when they agree, or the payment is not ours. */
export function findingOf(intentId: string, seen: Foreseen): Finding | null {
  switch (seen.outcome) {
    case 'foreign':
      return null
    case 'unknown-order':
      return {
        intentId,
        orderId: seen.orderId,
        kind: seen.signedOrder === null ? 'unknown-order' : 'lost-order',
        logSays: 'No such order',
        stripeSays: describedBy(seen.facts, intentId),
      }
    case 'unknown-intent': {
      const { order } = seen
      if (order === null || order.intents[intentId]?.state === 'missing') return null
      const stripeSays = 'No such payment'
      return {
        intentId,
        orderId: order.id,
        kind: 'missing-at-stripe',
        logSays: saysOf(order, intentId),
        stripeSays,
      }
    }
    case 'seen': {
      const { order, known, facts } = seen
      const says = { logSays: saysOf(order, intentId), stripeSays: describedBy(facts, intentId) }
      const of = { intentId, orderId: order.id }
      if (observe(order, facts).length > 0) {
        if (says.logSays === says.stripeSays) says.stripeSays += ' (details differ)'
        return { ...of, ...says, kind: known ? 'behind-stripe' : 'missing-in-log' }
      }
      return isAhead(order, intentId, orderOf(facts, intentId))
        ? { ...of, ...says, kind: 'ahead-of-stripe' }
        : null
    }
    default:
      return seen satisfies never
  }
}

/**
 * True when the product may record by itself what differs: the order knows the payment, or the payment carries the order
 * and its signature; it is of the order's own amount and currency; and the log holds nothing that Stripe contradicts.
 */
export function isPlain(intentId: string, seen: Foreseen): boolean {
  if (seen.outcome !== 'seen') return false
  const { order, known, facts, signedOrder } = seen
  if (isAhead(order, intentId, orderOf(facts, intentId))) return false
  if (!known && signedOrder?.orderId !== order.id) return false
  const after = observe(order, facts).reduce(evolve, order)
  const [was, is] = [order.intents[intentId], after.intents[intentId]]
  const wasWrong = was !== undefined && !isForOrder(order, was)
  return is !== undefined && (wasWrong || isForOrder(after, is))
}

/** True when the log holds money of this payment that Stripe does not speak of: such a log was not written by us. */
function isAhead(log: Order, intentId: string, stripe: Order): boolean {
  const mine = log.intents[intentId]
  const theirs = stripe.intents[intentId]
  if (mine?.state === 'succeeded' && mine.amountReceived !== theirs?.amountReceived) return true
  const refunds = Object.values(log.refunds).filter((one) => one.intentId === intentId && isLiveRefund(one))
  const disputes = Object.values(log.disputes).filter((one) => one.intentId === intentId)
  return (
    refunds.some(({ refundId, amount }) => stripe.refunds[refundId]?.amount !== amount) ||
    disputes.some(({ disputeId }) => stripe.disputes[disputeId] === undefined)
  )
}

/** The order that these facts alone describe. */
const orderOf = (facts: readonly Observation[], id: string): Order => facts.reduce(evolve, newOrder(id))
const describedBy = (facts: readonly Observation[], intentId: string): string =>
  saysOf(orderOf(facts, intentId), intentId)

/** What an order says about one of its payments, in words. */
export function saysOf(order: Order, intentId: string): string {
  const intent = order.intents[intentId]
  if (intent === undefined)
    return intentIds(order).includes(intentId) ? 'Made, not heard of since' : 'Nothing about this payment'
  const parts = [paymentWords(intent)]
  for (const refund of Object.values(order.refunds)) {
    if (refund.intentId === intentId) parts.push(`refund of ${amountOf(refund)} ${plain(refund.state)}`)
  }
  for (const dispute of Object.values(order.disputes)) {
    if (dispute.intentId === intentId) parts.push(`dispute over ${amountOf(dispute)} ${plain(dispute.state)}`)
  }
  return parts.join('; ')
}

function paymentWords(intent: Order['intents'][string]): string {
  const { state, attempts, currency, amountReceived, failureCode } = intent
  if (state === 'missing') return 'Noted as unknown to Stripe'
  if (state === 'succeeded') return `${amountOf({ amount: amountReceived, currency })} received`
  const tries = attempts === 0 ? '' : attempts === 1 ? ', 1 try' : `, ${attempts} tries`
  const failure = failureCode === null ? '' : `, last one: ${plain(failureCode)}`
  return `${amountOf(intent)} ${plain(state)}${tries}${failure}`
}

const plain = (code: string): string => code.replaceAll(/[_-]/g, ' ')
const amountOf = ({ amount, currency }: { amount: number; currency: string }): string =>
  `${toDecimal(amount, currency)} ${currency.toUpperCase()}`
