import { keys, local } from '../../lib/storage.ts'

/** The last payment as stored in the browser: a hint to find its order, never a proof of payment. */
export interface LastPayment {
  id: string
  status: string
  /** In minor units. */
  amount: number
  currency: string
  orderId: string
  /** Milliseconds since 1970. */
  timestamp: number
}

/** Milliseconds for which a stored payment counts. */
const lifetime = 60 * 60_000

/** Reads the stored text; null when it is missing, unreadable, from the future or an hour old or more. */
export function readLastPayment(text: string | null | undefined, now: number): LastPayment | null {
  if (!text) return null
  try {
    const value = JSON.parse(text) as Partial<LastPayment> | null
    if (!value || typeof value.id !== 'string' || !/^[\w-]{1,255}$/.test(value.id)) return null
    if (typeof value.timestamp !== 'number' || !Number.isFinite(value.timestamp)) return null
    const age = now - value.timestamp
    if (age < -60_000 || age >= lifetime) return null
    return {
      id: value.id,
      status: String(value.status ?? ''),
      amount: Number(value.amount ?? 0),
      currency: String(value.currency ?? 'usd'),
      orderId: String(value.orderId ?? ''),
      timestamp: value.timestamp,
    }
  } catch {
    return null
  }
}

export type PaymentReference = { kind: 'session'; id: string } | { kind: 'intent'; id: string }

/**
 * The payment that the success page is about: the session in the address, else the intent in the address, else the stored
 * payment; null without any.
 */
export function paymentReference(
  query: URLSearchParams,
  remembered: LastPayment | null,
): PaymentReference | null {
  const session = query.get('session_id')
  if (session) return { kind: 'session', id: session }
  const intent = query.get('payment_intent')
  if (intent) return { kind: 'intent', id: intent }
  return remembered ? { kind: 'intent', id: remembered.id } : null
}

/** The query without Stripe's client secret and redirect status; null if it contains neither. */
export function withoutSecrets(search: string): string | null {
  const query = new URLSearchParams(search)
  if (!query.has('payment_intent_client_secret') && !query.has('redirect_status')) return null
  query.delete('payment_intent_client_secret')
  query.delete('redirect_status')
  const rest = query.toString()
  return rest ? `?${rest}` : ''
}

/** Stores a payment in this browser. Blocked storage is no problem, because the address also contains the id. */
export function rememberPayment(payment: LastPayment): void {
  local.set(keys.lastPayment, JSON.stringify(payment))
}

/** The stored payment, if it is less than an hour old. */
export function rememberedPayment(now: number): LastPayment | null {
  return readLastPayment(local.get(keys.lastPayment), now)
}
