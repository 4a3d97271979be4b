import type Stripe from 'stripe'
import { stripeSdk } from './stripe-sdk.ts'

/** What this product reads at Stripe, with a call that costs as little as possible. */
const reads: readonly { right: Right; ask: (stripe: Stripe) => Promise<unknown> }[] = [
  { right: 'PaymentIntents', ask: (stripe) => stripe.paymentIntents.list({ limit: 1 }) },
  { right: 'Charges', ask: (stripe) => stripe.charges.list({ limit: 1 }) },
  { right: 'Refunds', ask: (stripe) => stripe.refunds.list({ limit: 1 }) },
  { right: 'Disputes', ask: (stripe) => stripe.disputes.list({ limit: 1 }) },
  { right: 'Events', ask: (stripe) => stripe.events.list({ limit: 1 }) },
  { right: 'Customers', ask: (stripe) => stripe.customers.list({ limit: 1 }) },
  { right: 'Payouts', ask: (stripe) => stripe.payouts.list({ limit: 1 }) },
  { right: 'Balance', ask: (stripe) => stripe.balanceTransactions.list({ limit: 1 }) },
]

/** As the resource is called in Stripe's dashboard, where a restricted key gets its rights. */
export type Right =
  | 'PaymentIntents'
  | 'Charges'
  | 'Refunds'
  | 'Disputes'
  | 'Events'
  | 'Customers'
  | 'Payouts'
  | 'Balance'

/** What stops without them: everything else needs every other right. */
export const optionalRights: Partial<Record<Right, string>> = {
  Balance: 'fees are not collected',
  Payouts: 'payouts are not listed',
  Customers: 'no invoice is paid by bank transfer through Stripe',
}

/** The rights to read that the key lacks. @throws whatever the SDK throws when Stripe does not answer or refuses the key. */
export async function missingRights(stripe: Stripe): Promise<Right[]> {
  const asked = reads.map(async ({ right, ask }): Promise<Right[]> => {
    try {
      await ask(stripe)
      return []
    } catch (error) {
      if (error instanceof stripeSdk().errors.StripePermissionError) return [right]
      throw error
    }
  })
  return (await Promise.all(asked)).flat()
}
