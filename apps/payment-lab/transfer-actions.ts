import type Stripe from 'stripe'
import type { Account } from './api-route.ts'
import { refused } from './stripe-error.ts'

/** How a customer's transfer differs from the instructions. A late transfer is any of them after the payment was cancelled. */
export const transferOutcomes = ['exact', 'short', 'over', 'twice', 'wrong-reference'] as const
export type TransferOutcome = (typeof transferOutcomes)[number]

/**
 * Sends a customer's transfer for a payment.
 * @returns the last resulting transaction of the cash balance
 */
export function sendTransfer(
  { balances, records }: Account,
  intent: Stripe.PaymentIntent,
  requested: {
    outcome?: TransferOutcome | undefined
    amount?: number | undefined
    reference?: string | null | undefined
  },
): Stripe.CustomerCashBalanceTransaction {
  if (intent.customer === null || !intent.payment_method_types.includes('customer_balance')) {
    throw refused('', `The payment ${intent.id} is not paid by bank transfer.`)
  }
  const shown = intent.next_action?.display_bank_transfer_instructions
  const noted = records.noted(intent.id) as { reference?: string } | undefined
  const outcome = requested.outcome ?? 'exact'
  const open = shown?.amount_remaining ?? intent.amount
  const amounts = {
    exact: open,
    short: Math.floor(open / 2),
    over: open + 5000,
    twice: open,
    'wrong-reference': open,
  }
  const own = outcome === 'wrong-reference' ? 'thank you' : (shown?.reference ?? noted?.reference ?? null)
  const funding = {
    amount: requested.amount ?? amounts[outcome],
    currency: intent.currency,
    reference: requested.reference === undefined ? own : requested.reference,
  }
  const customer = String(intent.customer)
  const first = balances.fund(customer, funding)
  return outcome === 'twice' ? balances.fund(customer, funding) : first
}
