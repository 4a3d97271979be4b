/**
 * What Stripe last said about one object. States of one object form a lattice: joining two of them gives the
 * later one whatever the order or the number of deliveries, so neither arrival nor Stripe's `created` is trusted.
 */
export interface IntentState {
  intentId: string
  /** The order id in the intent's metadata; null when there is none. */
  orderId: string | null
  /** Stripe's status, verbatim. */
  state: string
  amount: number
  amountReceived: number
  currency: string
  /** How many charges the intent had when it was looked at: tells a second try from a first one. */
  attempts: number
  chargeId: string | null
  failureCode: string | null
  digest: string
  /** When the successful charge was made, by Stripe's clock (ISO 8601, UTC); null before, and when it was not recorded. */
  paidAt: string | null
}

export interface RefundState {
  refundId: string
  intentId: string
  /** Our idempotency key when this product asked for the refund; null for one made in the dashboard. */
  requestKey: string | null
  state: string
  amount: number
  currency: string
  reason: string | null
  failureCode: string | null
  digest: string
  /** When the refund was made, by Stripe's clock (ISO 8601, UTC); null when it was not recorded. */
  createdAt: string | null
  /** When the money of a failed or cancelled refund came back to the account; null when Stripe does not tell it. */
  failedAt: string | null
}

export interface DisputeState {
  disputeId: string
  intentId: string
  state: string
  amount: number
  currency: string
  reason: string | null
  digest: string
  /** When the dispute was opened, by Stripe's clock (ISO 8601, UTC); null when it was not recorded. */
  createdAt: string | null
  /** When the money left the account; null while it has not, and when Stripe does not tell it. */
  withdrawnAt: string | null
  /** When the money of a won dispute came back to the account; null when Stripe does not tell it. */
  reinstatedAt: string | null
}

type Rank = readonly (number | string)[]

function later<S>(a: S, b: S, rank: (state: S) => Rank): S {
  const left = rank(a)
  const right = rank(b)
  for (let i = 0; i < left.length; i += 1) {
    const x = left[i] as number | string
    const y = right[i] as number | string
    if (x < y) return b
    if (x > y) return a
  }
  return a
}

/** Money that moved outranks everything; a cancelled intent outranks every open state. */
function intentRank(intent: IntentState): Rank {
  const terminal = intent.state === 'succeeded' ? 2 : isDeadIntent(intent) ? 1 : 0
  // An open intent moves in rounds: a charge is processing, then it is not. The same charge never goes back.
  const settled = intent.state === 'processing' ? 0 : 1
  // Without a charge, as when its holder did not confirm it, a try shows only by the failure that it left behind.
  const failed = intent.failureCode === null ? 0 : 1
  return [terminal, intent.attempts, settled, intent.amountReceived, intent.state, failed, intent.digest]
}

const refundRanks: Record<string, number> = {
  requires_action: 0,
  pending: 0,
  succeeded: 1,
  canceled: 2,
  failed: 3,
}

/** A refund can fail after it succeeded, never the other way round. An unknown state ranks lowest. */
function refundRank(refund: RefundState): Rank {
  return [refundRanks[refund.state] ?? -1, refund.state, refund.amount, refund.digest]
}

const disputeRanks: Record<string, number> = {
  warning_needs_response: 0,
  warning_under_review: 1,
  warning_closed: 2,
  prevented: 2,
  needs_response: 3,
  under_review: 4,
  won: 5,
  lost: 6,
}

function disputeRank(dispute: DisputeState): Rank {
  return [disputeRanks[dispute.state] ?? -1, dispute.state, dispute.amount, dispute.digest]
}

export const joinIntent = (a: IntentState, b: IntentState): IntentState => later(a, b, intentRank)
export const joinRefund = (a: RefundState, b: RefundState): RefundState => later(a, b, refundRank)
export const joinDispute = (a: DisputeState, b: DisputeState): DisputeState => later(a, b, disputeRank)

/** Money on its way back to the buyer or there already: everything that has not come to nothing. */
export function isLiveRefund(refund: RefundState): boolean {
  return refund.state !== 'failed' && refund.state !== 'canceled'
}

/** Not sent yet: it may still succeed, fail or be cancelled. */
export function isOpenRefund(refund: RefundState): boolean {
  return (refundRanks[refund.state] ?? 0) === 0
}

/** Will never be paid: cancelled, or (`missing`) unknown to the account that is configured now. */
export function isDeadIntent(intent: IntentState): boolean {
  return intent.state === 'canceled' || intent.state === 'missing'
}

export function isOpenIntent(intent: IntentState): boolean {
  return intent.state !== 'succeeded' && !isDeadIntent(intent)
}

/** Still takes a card: the buyer may go on with it. */
export function isPayableIntent(intent: IntentState): boolean {
  return ['requires_payment_method', 'requires_confirmation', 'requires_action'].includes(intent.state)
}
