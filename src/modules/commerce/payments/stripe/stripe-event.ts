import { z } from 'zod'
import { AppError } from '#platform/kernel/error.ts'
import { appMark, metadataKeys, orderIdOf, type Question } from '../../domain/facts.ts'
import { webhookEvents } from './webhook-events.ts'

/** A verified webhook, reduced to the payment that has to be looked at. Nothing else in it is used. */
export interface StripeEvent {
  id: string
  type: string
  apiVersion: string | null
  livemode: boolean
  created: Date | null
  objectId: string | null
  /** The payment to look at; null for events that are not about one. */
  intentId: string | null
  orderId: string | null
  /** Whose cash balance moved; null for every other event. */
  customerId: string | null
  /** The payout that changed; null for every other event. */
  payoutId: string | null
  /** True when the object itself says that it belongs to another product of the account. */
  isForeign: boolean
}

const Metadata = z.record(z.string(), z.string()).nullish()
const Reference = z.union([z.string(), z.object({ id: z.string() })]).nullish()
const StripeObject = z.object({
  id: z.string().max(255).optional(),
  object: z.string().optional(),
  payment_intent: Reference.catch(null),
  customer: Reference.catch(null),
  metadata: Metadata.catch(null),
})
const Envelope = z.object({
  id: z.string().min(1).max(255),
  type: z.string().min(1).max(255),
  api_version: z.string().max(64).nullish(),
  livemode: z.boolean(),
  /** Seconds in v1 events, a date in thin (v2) ones. */
  created: z.union([z.number(), z.string()]).nullish(),
  data: z.object({ object: StripeObject.nullish().catch(null) }).nullish(),
})

/** @throws AppError invalid `INVALID_EVENT` for a body that is not an event, signed or not. */
export function readStripeEvent(raw: Buffer): StripeEvent {
  return eventOf(parseJson(raw))
}

/** The same for an event that is parsed already. @throws AppError invalid `INVALID_EVENT`. */
export function eventOf(body: unknown): StripeEvent {
  const parsed = Envelope.safeParse(body)
  if (!parsed.success)
    throw invalid(`${parsed.error.issues[0]?.path.join('.') || 'body'}: not an event of Stripe`)
  const { id, type, api_version, livemode, created, data } = parsed.data
  // Dropped without a word, it would leave refunds and disputes to the next reconciliation.
  if (type.startsWith('v1.') && !data?.object)
    throw invalid(
      `type: ${type} is a thin event. Set the payload style of this destination at Stripe to Snapshot.`,
    )
  const object = data?.object ?? null
  const isIntent = object?.object === 'payment_intent'
  const intentId = refersTo(isIntent ? object.id : object?.payment_intent)
  demandNoNul({ id, type, api_version, object: object?.id, payment_intent: intentId })
  const at = typeof created === 'number' ? new Date(created * 1000) : created ? new Date(created) : null
  return {
    id,
    type,
    apiVersion: api_version ?? null,
    livemode,
    created: at === null || Number.isNaN(at.getTime()) ? null : at,
    objectId: object?.id ?? null,
    intentId,
    customerId: cashObjects.has(object?.object ?? '') ? refersTo(object?.customer) : null,
    payoutId: object?.object === 'payout' ? (object.id ?? null) : null,
    orderId: orderIdOf(object?.metadata ?? null),
    isForeign: isIntent && object.metadata?.[metadataKeys.app] !== appMark,
  }
}

/**
 * Whether an event is of a type that the endpoint asks for, and about a payment, a balance or a payout. Other types, which an endpoint for all events
 * gets, accompany one of these: `charge.succeeded` comes with `payment_intent.succeeded`.
 */
export const changesSomething = ({ type, intentId, customerId, payoutId }: StripeEvent): boolean =>
  webhookEvents.includes(type) && (intentId ?? customerId ?? payoutId) !== null

/** Those of the payment's events that a charge is the cause of. */
const ofTries = new Set(
  ['succeeded', 'processing', 'payment_failed'].map((state) => `payment_intent.${state}`),
)

/** What an event makes it necessary to ask Stripe about. */
export const questionOf = ({ type }: StripeEvent): Question => ({
  subject: type.startsWith('payment_intent.') ? 'payment' : 'everything',
  charged: !type.startsWith('payment_intent.') || ofTries.has(type),
})

const cashObjects = new Set(['customer_cash_balance_transaction', 'cash_balance'])

const refersTo = (reference: z.infer<typeof Reference>): string | null =>
  (typeof reference === 'string' ? reference : reference?.id) ?? null

function parseJson(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString('utf8'))
  } catch {
    throw invalid('body: not JSON')
  }
}

/** PostgreSQL cannot keep one in a text; Stripe would send the event for days. */
function demandNoNul(fields: Record<string, string | null | undefined>): void {
  const field = Object.keys(fields).find((name) => fields[name]?.includes('\0'))
  if (field !== undefined) throw invalid(`${field}: contains a NUL character`)
}

function invalid(message: string): AppError {
  return new AppError('invalid', 'INVALID_EVENT', message)
}
