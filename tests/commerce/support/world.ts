import { randomUUID } from 'node:crypto'
import { hear, hearCreated, place } from '../../../src/modules/commerce/domain/decisions.ts'
import { appMark, factsOf, metadataKeys, type Sighting } from '../../../src/modules/commerce/domain/facts.ts'
import type { Orders } from '../../../src/modules/commerce/orders.ts'
import { digestOf } from '../../../src/modules/commerce/stripe.ts'
import { productId } from './shop.ts'

const price = 250_000
const author = { actor: { kind: 'system', name: 'world' } } as const
const sideBySide = 64

/** What Stripe says of an order of the world, by its number: every state that there is comes in turn. */
function sighting(orderId: string, intentId: string, number: number): Sighting | null {
  const intent = (status: string, received: number, amount = price): Sighting['intent'] => ({
    id: intentId,
    status,
    amount,
    amount_received: received,
    currency: 'usd',
    latest_charge: received > 0 ? `ch_${intentId}` : null,
    last_payment_error: null,
    metadata: { [metadataKeys.app]: appMark, [metadataKeys.orderId]: orderId },
  })
  const refund = (amount: number) => ({
    id: `re_${intentId}`,
    status: 'succeeded',
    amount,
    currency: 'usd',
    reason: null,
    metadata: {},
  })
  const dispute = {
    id: `dp_${intentId}`,
    status: 'needs_response',
    amount: price,
    currency: 'usd',
    reason: 'fraud',
  }
  const paid = { intent: intent('succeeded', price), attempts: 1, refunds: [], disputes: [] }
  switch (number % 8) {
    case 0:
      return null
    case 1:
      return { intent: intent('processing', 0), attempts: 1, refunds: [], disputes: [] }
    case 2:
      return { intent: intent('canceled', 0), attempts: 0, refunds: [], disputes: [] }
    case 3:
      return { ...paid, refunds: [refund(price)] }
    case 4:
      return { ...paid, refunds: [refund(100 + (number % 1000))] }
    case 5:
      return { ...paid, disputes: [dispute] }
    case 6:
      return { ...paid, intent: intent('succeeded', 100, 100) }
    default:
      return paid
  }
}

/** Orders in every state, written as the product writes them but without HTTP. Answers their ids. */
export async function makeWorld(orders: Orders, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID() as string)
  const make = async (id: string, number: number): Promise<void> => {
    const idempotencyKey = `key-${id}`
    const intentId = `pi_${id.replaceAll('-', '')}`
    const product = { id: productId, name: 'Authentic Leader Certification', price, currency: 'usd' }
    const wish = { buyerId: randomUUID(), product, answers: {}, termsVersion: null, idempotencyKey }
    await orders.change(id, author, ({ order }) => place(order, wish))
    await orders.change(id, author, ({ order }) => hearCreated(order, { intentId, idempotencyKey }))
    const seen = sighting(id, intentId, number)
    if (seen !== null) await orders.change(id, author, ({ order }) => hear(order, factsOf(seen, digestOf)))
  }
  for (let from = 0; from < count; from += sideBySide) {
    await Promise.all(ids.slice(from, from + sideBySide).map((id, i) => make(id, from + i)))
  }
  return ids
}
