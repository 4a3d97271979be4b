import type Stripe from 'stripe'
import type { StripeAccount } from './stripe.ts'
import { unknownAsNull } from './stripe-connection.ts'
import { idOf, intentIdOf, seconds } from './stripe-objects.ts'

/** A payout as Stripe states it. Amounts are minor units. */
export interface SeenPayout {
  id: string
  amount: number
  currency: string
  status: string
  automatic: boolean
  /** Stripe knows all movements of an automatic payout only some time after it was made. */
  isReconciled: boolean
  failure: string | null
  arrivesAt: Date
  createdAt: Date
}

/** A movement of the balance that an automatic payout paid out; `amount` less `fee` is its part of the payout. */
export interface SeenPayoutItem {
  id: string
  /** Stripe's reporting category, such as `charge` or `other_adjustment`. */
  category: string
  description: string | null
  amount: number
  fee: number
  subject: string
  intentId: string | null
  createdAt: Date
}

/** Payouts that were made since, newest first. */
export const payoutsSince = (account: StripeAccount, since: Date): Promise<SeenPayout[]> =>
  account.ask('payouts.list', async (stripe) => {
    const found: SeenPayout[] = []
    for await (const payout of stripe.payouts.list({ created: { gte: seconds(since) }, limit: 100 }))
      found.push(seenPayout(payout))
    return found
  })

/** Null when Stripe knows no such payout; without items when they are not known (yet). */
export const lookAtPayout = (account: StripeAccount, id: string) =>
  account.ask('payouts.retrieve', (stripe) => lookAt(stripe, id))

async function lookAt(
  stripe: Stripe,
  id: string,
): Promise<{ payout: SeenPayout; items: SeenPayoutItem[] } | null> {
  const found = await unknownAsNull(stripe.payouts.retrieve(id))
  if (found === null) return null
  const payout = seenPayout(found)
  const items: SeenPayoutItem[] = []
  if (!payout.isReconciled) return { payout, items }
  const asked = { payout: id, limit: 100, expand: ['data.source'] }
  for await (const moved of stripe.balanceTransactions.list(asked)) {
    // The payout itself is listed with what it is made of.
    if (idOf(moved.source) !== id) items.push(itemOf(moved))
  }
  return { payout, items }
}

const seenPayout = (payout: Stripe.Payout): SeenPayout => ({
  id: payout.id,
  amount: payout.amount,
  currency: payout.currency,
  status: payout.status,
  automatic: payout.automatic,
  isReconciled: payout.automatic && payout.reconciliation_status === 'completed',
  failure: payout.failure_message ?? payout.failure_code,
  arrivesAt: new Date(payout.arrival_date * 1000),
  createdAt: new Date(payout.created * 1000),
})

function itemOf({ source, ...moved }: Stripe.BalanceTransaction): SeenPayoutItem {
  const { id, reporting_category: category, description, amount, fee, created } = moved
  const isWhole = typeof source === 'object' && source !== null && 'payment_intent' in source
  const intentId = isWhole ? intentIdOf(source.payment_intent) : null
  return {
    ...{ id, category, amount, fee, intentId },
    // Of a payment it may name the payer, and the order says it all.
    description: intentId === null ? description : null,
    subject: idOf(source) || id,
    createdAt: new Date(created * 1000),
  }
}
