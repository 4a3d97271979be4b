import type Stripe from 'stripe'
import { orderIdOf } from '../../domain/facts.ts'
import { unknownAsNull } from './stripe-connection.ts'
import { eventOf } from './stripe-event.ts'
import { type BalanceMovement, idOf, intentIdOf, seconds } from './stripe-objects.ts'
import { stripeSdk } from './stripe-sdk.ts'

/** What changes objects long after they were made: Stripe lists objects by when they were made, and events by now. */
const lateEvents = [
  'payment_intent.succeeded',
  'payment_intent.partially_funded',
  'payment_intent.processing',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'charge.refund.updated',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
]

/**
 * Ids of all intents touched since `since`: made, refunded or disputed, named by an event of the last 30 days, or with
 * money that moved; with the order id each carries for us.
 */
export async function listIntents(stripe: Stripe, since: Date): Promise<Map<string, string | null>> {
  const created = { gte: seconds(since) }
  const found = new Map<string, string | null>()
  for await (const intent of stripe.paymentIntents.list({ created, limit: 100 })) {
    found.set(intent.id, orderIdOf(intent.metadata))
  }
  const touched = new Set<string>()
  for await (const refund of stripe.refunds.list({ created, limit: 100 })) {
    touched.add(idOf(refund.payment_intent))
  }
  for await (const dispute of stripe.disputes.list({ created, limit: 100 })) {
    touched.add(idOf(dispute.payment_intent))
  }
  for await (const event of stripe.events.list({ created, types: lateEvents, limit: 100 })) {
    const { intentId, isForeign } = eventOf(event)
    if (!isForeign) touched.add(intentId ?? '')
  }
  for (const id of await movedIntents(stripe, since)) touched.add(id)
  for (const id of touched) {
    if (id === '' || found.has(id)) continue
    const intent = await unknownAsNull(stripe.paymentIntents.retrieve(id))
    if (intent !== null) found.set(id, orderIdOf(intent.metadata))
  }
  return found
}

/** The only list that shows a refund which came back without an event; nothing where the key may not read it. */
async function movedIntents(stripe: Stripe, since: Date): Promise<Set<string>> {
  const moved = new Set<string>()
  const asked = { created: { gte: seconds(since) }, limit: 100, expand: ['data.source'] }
  try {
    for await (const transaction of stripe.balanceTransactions.list(asked)) {
      for (const { intentId } of movementOf(transaction)) if (intentId !== null) moved.add(intentId)
    }
  } catch (error) {
    if (!(error instanceof stripeSdk().errors.StripePermissionError)) throw error
  }
  return moved
}

/** One page of the account's balance between two moments, newest first; `next` asks for the page after it, null after the last. */
export async function listMovements(
  stripe: Stripe,
  { since, until, after }: { since: Date; until: Date; after: string | null },
): Promise<{ movements: BalanceMovement[]; next: string | null }> {
  const { data, has_more } = await stripe.balanceTransactions.list({
    created: { gte: seconds(since), lte: seconds(until) },
    limit: 100,
    expand: ['data.source'],
    ...(after === null ? {} : { starting_after: after }),
  })
  return { movements: data.flatMap(movementOf), next: has_more ? (data.at(-1)?.id ?? null) : null }
}

const accountFees = new Set(['fee', 'network_cost'])

function movementOf(transaction: Stripe.BalanceTransaction): BalanceMovement[] {
  const { id, fee, net, currency, source, created } = transaction
  const createdAt = new Date(created * 1000)
  // What Stripe charges the account for, rather than a payment: the movement itself is the fee.
  if (accountFees.has(transaction.reporting_category) && (source === null || typeof source === 'string'))
    return [{ id, fee: -net, currency, subject: id, intentId: null, createdAt }]
  if (source === null || typeof source === 'string') return []
  const intent = 'payment_intent' in source ? source.payment_intent : null
  return [{ id, fee, currency, subject: source.id, intentId: intentIdOf(intent), createdAt }]
}
