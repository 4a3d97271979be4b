import { randomUUID } from 'node:crypto'
import type { Database } from '#platform/database/database.ts'
import { observeCreated, place } from '../../../src/modules/commerce/domain/decisions.ts'
import { appMark, metadataKeys, type Sighting } from '../../../src/modules/commerce/domain/facts.ts'
import type { CashBalances } from '../../../src/modules/commerce/orders/cash-balances.ts'
import { Observations } from '../../../src/modules/commerce/orders/observations.ts'
import type { Orders } from '../../../src/modules/commerce/orders/orders.ts'
import type { StripeAccount } from '../../../src/modules/commerce/payments/stripe/stripe.ts'
import { placedData } from './placed.ts'

const productId = '5f0d3a52-6c1e-4c8b-9a44-1b7c2e90d6af'
const price = 250_000
const author = { actor: { kind: 'system', name: 'world' } } as const
const sideBySide = 64
/** Stripe's `created` of refunds and disputes: 2026-11-21. */
const madeAt = 1_795_219_200

type Look = Sighting | null
interface Life {
  /** What Stripe says at each look, in this order; null for a payment that nobody has looked at yet. */
  looks: (of: { orderId: string; intentId: string; number: number }) => Look[]
  /** The same of a second payment of the order, looked at afterwards. */
  second?: Life['looks']
  /** What the books hold as disputed because of it, in minor units. */
  disputed?: number
}

const intentOf = (orderId: string, id: string, status: string, received = 0, amount = price) => ({
  id,
  status,
  amount,
  amount_received: received,
  currency: 'usd',
  latest_charge: received > 0 ? `ch_${id}` : null,
  last_payment_error: status === 'requires_payment_method' ? { decline_code: 'insufficient_funds' } : null,
  metadata: { [metadataKeys.app]: appMark, [metadataKeys.orderId]: orderId },
})
const open = (status: string, attempts: number): Life => ({
  looks: ({ orderId, intentId }) => [
    { intent: intentOf(orderId, intentId, status), attempts, refunds: [], disputes: [] },
  ],
})
const paid = (
  more: (of: { orderId: string; intentId: string; number: number }) => Partial<Sighting>[],
  disputed = 0,
): Life => ({
  looks: (of) =>
    more(of).map((each) => ({
      intent: intentOf(of.orderId, of.intentId, 'succeeded', price),
      attempts: 1,
      refunds: [],
      disputes: [],
      ...each,
    })),
  disputed,
})
const refund = (intentId: string, amount: number, status = 'succeeded') => ({
  refunds: [
    { id: `re_${intentId}`, status, amount, currency: 'usd', reason: null, created: madeAt, metadata: {} },
  ],
})
const dispute = (intentId: string, status: string) => ({
  disputes: [
    {
      id: `dp_${intentId}`,
      status,
      amount: price,
      currency: 'usd',
      reason: 'fraudulent',
      created: madeAt,
      balance_transactions: [],
    },
  ],
})

/** Every state that there is, in turn. */
const lives: Life[] = [
  { looks: () => [] },
  open('processing', 1),
  open('canceled', 0),
  paid(({ intentId }) => [{}, refund(intentId, price)]),
  paid(({ intentId, number }) => [refund(intentId, 100 + (number % 1000))]),
  paid(({ intentId }) => [dispute(intentId, 'needs_response')], price),
  {
    looks: ({ orderId, intentId }) => [
      { intent: intentOf(orderId, intentId, 'succeeded', 100, 100), attempts: 1, refunds: [], disputes: [] },
    ],
  },
  paid(() => [{}]),
  open('requires_payment_method', 2),
  paid(({ intentId }) => [refund(intentId, 4_200), refund(intentId, 4_200, 'failed')]),
  paid(({ intentId }) => [dispute(intentId, 'under_review'), dispute(intentId, 'won')]),
  paid(({ intentId }) => [dispute(intentId, 'lost')], price),
  open('requires_action', 1),
  // The order id was removed at Stripe after the payment.
  paid(({ orderId, intentId }) => [
    {},
    {
      intent: { ...intentOf(orderId, intentId, 'succeeded', price), metadata: {} },
      ...refund(intentId, 100),
    },
  ]),
  // Paid twice, and the second payment given back.
  { ...paid(() => [{}]), second: paid(({ intentId }) => [{}, refund(intentId, price)]).looks },
  // Paid twice, and more than the second payment given back.
  {
    ...paid(({ intentId }) => [{}, refund(intentId, 70_000)]),
    second: paid(({ intentId }) => [{}, refund(intentId, price)]).looks,
  },
]

export interface World {
  ids: string[]
  /** What the books must hold as disputed, in minor units. */
  disputed: number
}

/**
 * Orders in every state, written as the product writes them but without HTTP: placed, opened, and looked at by
 * `observe`, with snapshots in place of Stripe.
 */
export async function makeWorld(
  { orders, database }: { orders: Orders; database: Database },
  count: number,
): Promise<World> {
  const snapshots = new Map<string, Look[]>()
  const look = async (intentId: string) => snapshots.get(intentId)?.shift() ?? null
  const observations = new Observations({
    database,
    orders,
    stripe: { look } as StripeAccount,
    balances: { follow: async () => {}, followAll: async () => {} } as CashBalances,
  })
  const ids = Array.from({ length: count }, () => randomUUID() as string)
  let disputed = 0
  const make = async (id: string, number: number): Promise<void> => {
    const idempotencyKey = `key-${id}`
    const intentId = `pi_${id.replaceAll('-', '')}`
    const data = placedData({ buyerId: randomUUID(), productId, total: price })
    const input = { ...data, payment: { method: 'card' as const, idempotencyKey } }
    const life = lives[number % lives.length] as Life
    await orders.change(id, author, ({ order }) => place(order, input))
    for (const [key, payment, looksOf] of [
      [idempotencyKey, intentId, life.looks],
      [`${idempotencyKey}-2`, `${intentId}2`, life.second],
    ] as const) {
      if (looksOf === undefined) continue
      const looks = looksOf({ orderId: id, intentId: payment, number })
      snapshots.set(payment, looks)
      await orders.change(id, author, ({ order }) =>
        observeCreated(order, { intentId: payment, idempotencyKey: key }),
      )
      while (looks.length > 0) await observations.observe(payment, author)
      snapshots.delete(payment)
    }
    disputed += life.disputed ?? 0
  }
  for (let from = 0; from < count; from += sideBySide) {
    await Promise.all(ids.slice(from, from + sideBySide).map((id, i) => make(id, from + i)))
  }
  return { ids, disputed }
}
