import type Stripe from 'stripe'
import type { StripeRefund } from '../domain/facts.ts'
import { unknownAsNull } from './stripe-connection.ts'
import { stripeSdk } from './stripe-sdk.ts'

/**
 * Refunds with the movements that brought the money of failed ones back. Expanding them in the list would make a key
 * that may not read balance transactions fail for every order; here such a movement stays an id.
 */
export function withFailures(stripe: Stripe, refunds: readonly Stripe.Refund[]): Promise<StripeRefund[]> {
  return Promise.all(
    refunds.map(async (refund) => {
      const id = refund.failure_balance_transaction
      if (typeof id !== 'string') return refund as StripeRefund
      return { ...refund, failure_balance_transaction: (await movement(stripe, id)) ?? id }
    }),
  )
}

async function movement(stripe: Stripe, id: string): Promise<Stripe.BalanceTransaction | null> {
  try {
    return await unknownAsNull(stripe.balanceTransactions.retrieve(id))
  } catch (error) {
    if (error instanceof stripeSdk().errors.StripePermissionError) return null
    throw error
  }
}
