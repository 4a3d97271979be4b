import type Stripe from 'stripe'
import { orderIdOf } from '../domain/facts.ts'
import { unknownAsNull } from './stripe-connection.ts'
import { type BalanceMovement, idOf, intentIdOf, seconds } from './stripe-objects.ts'

/** Ids of all intents touched since `since`: made, refunded or disputed; with the order id each carries for us. */
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
  for (const id of touched) {
    if (id === '' || found.has(id)) continue
    const intent = await unknownAsNull(stripe.paymentIntents.retrieve(id))
    if (intent !== null) found.set(id, orderIdOf(intent.metadata))
  }
  return found
}

/** Movements of the account's balance since `since`, with the payment that each belongs to. */
export async function listMovements(stripe: Stripe, since: Date): Promise<BalanceMovement[]> {
  const found: BalanceMovement[] = []
  const asked = { created: { gte: seconds(since) }, limit: 100, expand: ['data.source'] }
  for await (const { id, fee, currency, source } of stripe.balanceTransactions.list(asked)) {
    if (source === null || typeof source === 'string') continue
    const intent = 'payment_intent' in source ? source.payment_intent : null
    found.push({ id, fee, currency, subject: source.id, intentId: intentIdOf(intent) })
  }
  return found
}
