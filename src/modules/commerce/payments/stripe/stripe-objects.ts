import { createHash } from 'node:crypto'
import type Stripe from 'stripe'
import type { Digest, StripeIntent } from '../../domain/facts.ts'

/** The state of a Stripe object as a short text that is equal when, and only when, the state is. */
export const digestOf: Digest = (parts) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)

export interface MadeIntent {
  id: string
  status: string
  /** Handed to the buyer's browser, never stored. */
  clientSecret: string
  amount: number
  currency: string
  /** The whole answer, for the order's facts. */
  seen: StripeIntent
}

/** A movement of the account's balance; the fee is in minor units of `currency`. */
export interface BalanceMovement {
  id: string
  fee: number
  currency: string
  /** The charge, refund or dispute that moved it. */
  subject: string
  intentId: string | null
  createdAt: Date
}

/** The answer to a call that made or found an intent. */
export function made(intent: Stripe.PaymentIntent): MadeIntent {
  const { id, status, amount, currency } = intent
  return { id, status, amount, currency, clientSecret: intent.client_secret ?? '', seen: intent }
}

export function idOf(object: string | { id: string } | null): string {
  return typeof object === 'string' ? object : (object?.id ?? '')
}

export const intentIdOf = (object: string | { id: string } | null | undefined): string | null =>
  idOf(object ?? null) || null

/**
 * How many charges an intent had when it named `latest` as its latest. `charges`, newest first as Stripe lists them,
 * is asked for after the intent: a try that came between would make the state before it look like its outcome.
 */
export function attemptsAsOf(
  latest: string | { id: string } | null,
  charges: readonly { id: string }[],
): number {
  if (latest === null) return 0
  const at = charges.findIndex(({ id }) => id === idOf(latest))
  // A list that lags behind the intent lacks the latest.
  return at < 0 ? charges.length + 1 : charges.length - at
}

/** Whether a charge has no refund and no dispute by its own fields; false where they were not sent along. */
export const isUntouched = (charge: string | Stripe.Charge | null): boolean =>
  typeof charge === 'object' && charge?.amount_refunded === 0 && !charge.disputed

/** As Stripe counts: since 1970. */
export const seconds = (at: Date): number => Math.floor(at.getTime() / 1000)
