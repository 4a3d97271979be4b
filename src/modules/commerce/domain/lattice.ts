/** A card as receipts name it. Without a name these few digits identify no person, so the log may hold them. */
export interface PaidCard {
  /** Stripe's word, such as `visa`. */
  brand: string
  /** The last four digits; no others are ever read. */
  last4: string
  /** Where it was issued (ISO 3166); absent where Stripe does not say it, or an earlier release did not record it. */
  country?: string
}

/**
 * One look at an object at Stripe, as an event keeps it. All looks at one object join to the same knowledge whatever the
 * order or the number of deliveries, so neither arrival nor Stripe's `created` is trusted.
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
  /** How many charges the intent had when it was looked at: distinguishes a second try from the first. */
  attempts: number
  chargeId: string | null
  failureCode: string | null
  digest: string
  /** What the payment waits for that takes days: deposits by which the buyer's bank account is verified. */
  awaiting: 'microdeposits' | null
  /** `bank-transfer`: its money comes through the customer's cash balance, and is counted from the ledger of transfers. */
  method: 'bank-transfer' | null
  /** When the successful charge was made, by Stripe's clock (ISO 8601, UTC); null before, and when it was not recorded. */
  paidAt: string | null
  /** The card of the successful charge; absent for other methods, and where the key may not read charges. */
  card?: PaidCard
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
  /** When the money of a failed or cancelled refund came back to the account; null when Stripe does not say it. */
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
  /** When the money left the account; null while it has not, and when Stripe does not report it. */
  withdrawnAt: string | null
  /** When the money of a won dispute came back to the account; null when Stripe does not say it. */
  reinstatedAt: string | null
}

/** What one success of a payment brought, in minor units. */
export interface Receipt {
  amount: number
  amountReceived: number
  currency: string
}

/**
 * All that is known of one payment. What Stripe said of its progress is replaced by what comes later in its life; what
 * it said of the order and of money received is kept beside what it says next, because both can be edited at Stripe.
 */
export interface KnownIntent extends Omit<IntentState, 'orderId' | 'digest'> {
  /** Every order id that the payment ever carried; null when it carried none. Sorted. */
  orderIds: readonly (string | null)[]
  /** One per success that was reported with other values; more than one is not possible at Stripe. Sorted. */
  receipts: readonly Receipt[]
}

export interface KnownRefund extends Omit<RefundState, 'requestKey' | 'digest'> {
  /** Every idempotency key that the refund ever carried; null when it carried none. Sorted. */
  requestKeys: readonly (string | null)[]
}

export type KnownDispute = Omit<DisputeState, 'digest'>

type Rank = readonly (number | string | null)[]

/** Compares field by field; digests are no part of it, so that which one of two is later never depends on chance. */
function later<S>(a: S, b: S, rank: (state: S) => Rank): S {
  const left = rank(a)
  const right = rank(b)
  for (let i = 0; i < left.length; i += 1) {
    const x = left[i] ?? ''
    const y = right[i] ?? ''
    if (x < y) return b
    if (x > y) return a
  }
  return a
}

/** Both lists as one, each item once and sorted; `a` itself when `b` adds nothing. */
function union<T>(a: readonly T[], b: readonly T[]): readonly T[] {
  const items = new Map(a.map((item) => [JSON.stringify(item), item]))
  for (const item of b) items.set(JSON.stringify(item), item)
  if (items.size === a.length) return a
  return [...items].sort(([x], [y]) => (x < y ? -1 : 1)).map(([, item]) => item)
}

/** Money that moved outranks everything; a cancelled intent outranks every open state. */
function intentRank(intent: Omit<KnownIntent, 'orderIds' | 'receipts'>): Rank {
  const { amount, amountReceived, attempts, awaiting, chargeId, currency, failureCode, state } = intent
  const terminal = state === 'succeeded' ? 2 : isDeadIntent(intent) ? 1 : 0
  // An open intent moves in rounds: a charge is processing, then it is not. The same charge never goes back.
  const settled = state === 'processing' ? 0 : 1
  // Deposits are sent without a charge; a charge follows when they are confirmed, else only a failure of their own.
  const deposits = awaiting !== null ? 1 : failureCode?.startsWith('payment_method_microdeposit_') ? 2 : 0
  // Without a charge, as when its holder did not confirm it, a try shows only by the failure that it left behind.
  const failed = failureCode === null ? 0 : 1
  const rest = [failureCode, chargeId, amount, currency]
  return [terminal, attempts, settled, amountReceived, deposits, state, failed, ...rest]
}

const refundRanks: Record<string, number> = {
  requires_action: 0,
  pending: 0,
  succeeded: 1,
  canceled: 2,
  failed: 3,
}

/** A refund can fail after it succeeded, never the other way round. An unknown state ranks lowest. */
function refundRank({ state, amount, currency, failureCode, reason, intentId }: KnownRefund): Rank {
  return [refundRanks[state] ?? -1, state, amount, currency, failureCode, reason, intentId]
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

function disputeRank({ state, amount, currency, reason, intentId }: KnownDispute): Rank {
  return [disputeRanks[state] ?? -1, state, amount, currency, reason, intentId]
}

/** What is known after one more look at the payment; `known` itself when the look finds nothing new. */
export function joinIntent(known: KnownIntent | undefined, seen: IntentState): KnownIntent {
  const { orderId, digest: _, ...progress } = seen
  const { amount, amountReceived, currency, state } = seen
  const fresh: KnownIntent = {
    ...progress,
    // Of a payment that Stripe does not know, the order id is our own word.
    orderIds: state === 'missing' ? [] : [orderId],
    receipts: state === 'succeeded' ? [{ amount, amountReceived, currency }] : [],
  }
  if (known === undefined) return fresh
  const last = later(known, fresh, intentRank)
  const orderIds = union(known.orderIds, fresh.orderIds)
  const receipts = union(known.receipts, fresh.receipts)
  const nothingNew = last === known && orderIds === known.orderIds && receipts === known.receipts
  return nothingNew ? known : { ...last, orderIds, receipts }
}

/** What is known after one more look at the refund; `known` itself when the look finds nothing new. */
export function joinRefund(known: KnownRefund | undefined, seen: RefundState): KnownRefund {
  const { requestKey, digest: _, ...progress } = seen
  const fresh: KnownRefund = { ...progress, requestKeys: [requestKey] }
  if (known === undefined) return fresh
  const last = later(known, fresh, refundRank)
  const requestKeys = union(known.requestKeys, fresh.requestKeys)
  return last === known && requestKeys === known.requestKeys ? known : { ...last, requestKeys }
}

/** What is known after one more look at the dispute; `known` itself when the look finds nothing new. */
export function joinDispute(known: KnownDispute | undefined, seen: DisputeState): KnownDispute {
  const { digest: _, ...fresh } = seen
  return known === undefined ? fresh : later(known, fresh, disputeRank)
}

/** Money on its way back to the buyer or there already: everything that has not come to nothing. */
export function isLiveRefund(refund: Pick<RefundState, 'state'>): boolean {
  return refund.state !== 'failed' && refund.state !== 'canceled'
}

/** Not sent yet: it may still succeed, fail or be cancelled. */
export function isOpenRefund(refund: Pick<RefundState, 'state'>): boolean {
  return (refundRanks[refund.state] ?? 0) === 0
}

/** Will never be paid: cancelled, or (`missing`) unknown to the account that is configured now. */
export function isDeadIntent(intent: Pick<IntentState, 'state'>): boolean {
  return intent.state === 'canceled' || intent.state === 'missing'
}

export function isOpenIntent(intent: Pick<IntentState, 'state'>): boolean {
  return intent.state !== 'succeeded' && !isDeadIntent(intent)
}

/** Under way: the money moves, or the account that it comes from is being verified. The buyer has done their part. */
export function isUnderWay(intent: Pick<IntentState, 'state' | 'awaiting'>): boolean {
  return intent.state === 'processing' || intent.awaiting !== null
}

/** Waits for money of a cash balance, perhaps for weeks. */
export function awaitsTransfer(intent: Pick<IntentState, 'state' | 'method'>): boolean {
  return intent.method === 'bank-transfer' && isOpenIntent(intent)
}

/** Still takes a card: the buyer may continue this payment. */
export function isPayableIntent(intent: Pick<IntentState, 'state' | 'method'>): boolean {
  if (intent.method === 'bank-transfer') return false
  return ['requires_payment_method', 'requires_confirmation', 'requires_action'].includes(intent.state)
}
