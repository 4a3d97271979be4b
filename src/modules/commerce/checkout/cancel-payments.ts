import { awaitsTransfer, isPayableIntent } from '../domain/lattice.ts'
import { intentIds } from '../domain/order.ts'
import type { Author } from '../orders/author.ts'
import type { Loaded } from '../orders/loaded.ts'
import type { Observations } from '../orders/observations.ts'
import type { StripeAccount } from '../payments/stripe/stripe.ts'

/**
 * Cancels the intents of an order that can still be paid at Stripe and records what Stripe then says. A payment that got through in
 * the same moment is recorded as such: the order is cancelled only by the fact that its intents are.
 * @param which `all`: also those that wait for a bank transfer
 */
export async function cancelPayments(
  loaded: Loaded,
  author: Author,
  stripe: StripeAccount,
  observations: Observations,
  which: 'card' | 'all' = 'card',
): Promise<void> {
  for (const intentId of intentIds(loaded.order)) {
    const known = loaded.order.intents[intentId]
    const isMeant =
      known === undefined || isPayableIntent(known) || (which === 'all' && awaitsTransfer(known))
    if (!isMeant) continue
    await stripe.cancelIntent(intentId)
    await observations.observe(intentId, author)
  }
}
