import type { Observation } from './events.ts'
import type { PaidCard } from './lattice.ts'
import type { LostOrder } from './lost-order.ts'

interface StripeCharge {
  id: string
  created: number
  payment_method_details?: {
    card?: { brand: string | null; last4: string | null; country?: string | null } | null
  } | null
}

/** The fields of Stripe's objects that become facts of an order; the SDK's types satisfy these. */
export interface StripeIntent {
  id: string
  status: string
  amount: number
  amount_received: number
  currency: string
  /** Expanded, for the moment at which the money moved, and the card. */
  latest_charge: string | StripeCharge | null
  last_payment_error: { code?: string | null; decline_code?: string | null } | null
  next_action?: { type: string } | null
  payment_method_types?: readonly string[]
  customer?: string | { id: string } | null
  metadata: Record<string, string> | null
}

export interface StripeRefund {
  id: string
  status: string | null
  amount: number
  currency: string
  reason: string | null
  created: number
  failure_reason?: string | null
  /** The movement that brought the money of a failed refund back; an id when the key may not read it. */
  failure_balance_transaction?: string | { created: number } | null
  metadata: Record<string, string> | null
}

export interface StripeDispute {
  id: string
  status: string
  amount: number
  currency: string
  reason: string | null
  created: number
  /** The money going to the bank (negative) and coming back. Stripe gives these whole. */
  balance_transactions: readonly { amount: number; created: number }[]
}

/** What a look at a payment asks for. */
export interface Question {
  /**
   * 'everything' (the default): its refunds and disputes in any case. 'payment' leaves them out for a charge that has none by its own
   * fields, which saves two requests; a refund that failed or a dispute that was closed may be among them.
   */
  subject?: 'payment' | 'everything'
  /** A charge is expected: the payment is asked for with its charges, in one request instead of two. Where there is none, one more. */
  charged?: boolean
}

/** One look at Stripe: the intent, how many charges it has had, and what became of the money. */
export interface Sighting {
  intent: StripeIntent
  attempts: number
  refunds: readonly StripeRefund[]
  disputes: readonly StripeDispute[]
  /** The order that the payment's metadata describes, with a valid signature of this site; absent without one. */
  signedOrder?: LostOrder | null
}

/** Whether a payment takes nothing but money of a cash balance. */
export const isByTransfer = ({ payment_method_types: types = [] }: StripeIntent): boolean =>
  types.length === 1 && types[0] === 'customer_balance'

/** Keys of Stripe's metadata: their values are ids, never anything personal. */
export const metadataKeys = {
  app: 'app',
  orderId: 'order_id',
  buyerId: 'buyer_id',
  organizationId: 'organization_id',
  seats: 'seats',
  productId: 'product_id',
  terms: 'terms_version',
  signature: 'seal',
  refundKey: 'refund_request',
} as const
export const appMark = 'veralead'

/** A digest of canonical text, handed in so that this folder needs no library: hex, at least 128 bits. */
export type Digest = (parts: readonly (string | number | null)[]) => string

/** The order id an intent carries for us; null for a payment of another product of the same Stripe account. */
export function orderIdOf(metadata: Record<string, string> | null): string | null {
  return metadata?.[metadataKeys.app] === appMark ? (metadata[metadataKeys.orderId] ?? null) : null
}

/**
 * What was seen at Stripe as the order's own facts. Dates and cards are no part of a digest: an object that was recorded without
 * them, or before Stripe had them, does not become news when they are added.
 */
export function factsOf(sighting: Sighting, digest: Digest): Observation[] {
  const intentId = sighting.intent.id
  return [
    intentFact(sighting.intent, sighting.attempts, digest),
    ...sighting.refunds.map((refund) => refundFact(intentId, refund, digest)),
    ...sighting.disputes.map((dispute) => disputeFact(intentId, dispute, digest)),
  ]
}

/** Stripe does not know an intent that it made for us: another account is configured now. It can never be paid here. */
export function missingFact(
  order: { id: string; placed: { total: number; currency: string } | null },
  intentId: string,
): Observation {
  const { total: amount, currency } = order.placed ?? { total: 0, currency: '' }
  const nothing = {
    amountReceived: 0,
    attempts: 0,
    chargeId: null,
    failureCode: null,
    awaiting: null,
    method: null,
    paidAt: null,
  }
  const data = {
    intentId,
    orderId: order.id,
    state: 'missing',
    amount,
    currency,
    ...nothing,
    digest: 'missing',
  }
  return { type: 'PaymentIntentObserved', data }
}

function intentFact(intent: StripeIntent, attempts: number, digest: Digest): Observation {
  const charge = intent.latest_charge
  const error = intent.last_payment_error
  const seen = {
    intentId: intent.id,
    orderId: orderIdOf(intent.metadata),
    state: intent.status,
    amount: intent.amount,
    amountReceived: intent.amount_received,
    currency: intent.currency.toLowerCase(),
    attempts,
    chargeId: charge === null ? null : typeof charge === 'string' ? charge : charge.id,
    failureCode: error?.decline_code ?? error?.code ?? null,
  }
  const paid = intent.status === 'succeeded' && typeof charge === 'object' ? charge : null
  const paidAt = paid === null ? null : dateOf(paid.created)
  const card = paid === null ? undefined : cardOf(paid)
  const waits =
    intent.status === 'requires_action' && intent.next_action?.type === 'verify_with_microdeposits'
  const awaiting = waits ? 'microdeposits' : null
  const method = isByTransfer(intent) ? 'bank-transfer' : null
  // What was recorded before these were looked for keeps its digest.
  const more = [awaiting, method].filter((each) => each !== null)
  const state = [...Object.values(seen), ...more]
  return {
    type: 'PaymentIntentObserved',
    data: { ...seen, digest: digest(state), awaiting, method, paidAt, ...(card && { card }) },
  }
}

function refundFact(intentId: string, refund: StripeRefund, digest: Digest): Observation {
  const seen = {
    refundId: refund.id,
    intentId,
    requestKey: refund.metadata?.[metadataKeys.refundKey] ?? null,
    state: refund.status ?? 'pending',
    amount: refund.amount,
    currency: refund.currency.toLowerCase(),
    reason: refund.reason,
    failureCode: refund.failure_reason ?? null,
  }
  const back = refund.failure_balance_transaction
  const failedAt = typeof back === 'object' && back !== null ? dateOf(back.created) : null
  const dates = { createdAt: dateOf(refund.created), failedAt }
  return { type: 'RefundObserved', data: { ...seen, digest: digest(Object.values(seen)), ...dates } }
}

function disputeFact(intentId: string, dispute: StripeDispute, digest: Digest): Observation {
  const seen = {
    disputeId: dispute.id,
    intentId,
    state: dispute.status,
    amount: dispute.amount,
    currency: dispute.currency.toLowerCase(),
    reason: dispute.reason,
  }
  const first = (found: (amount: number) => boolean): string | null => {
    const movement = dispute.balance_transactions.find(({ amount }) => found(amount))
    return movement === undefined ? null : dateOf(movement.created)
  }
  const dates = {
    createdAt: dateOf(dispute.created),
    withdrawnAt: first((amount) => amount < 0),
    reinstatedAt: first((amount) => amount > 0),
  }
  return { type: 'DisputeObserved', data: { ...seen, digest: digest(Object.values(seen)), ...dates } }
}

/** Only four digits are taken, whatever Stripe sends. */
function cardOf({ payment_method_details: details }: StripeCharge): PaidCard | undefined {
  const { brand, last4, country } = details?.card ?? {}
  if (!last4 || !/^\d{4}$/.test(last4)) return undefined
  return { brand: brand ?? 'card', last4, ...(country && { country }) }
}

/** Stripe's seconds since 1970 as the log keeps a moment. */
const dateOf = (seconds: number): string => new Date(seconds * 1000).toISOString()
