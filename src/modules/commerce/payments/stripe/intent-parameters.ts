import type Stripe from 'stripe'
import type { Order } from '../../domain/order.ts'

/** What a payment is offered with, besides its order. */
export interface PaymentOffer {
  brandName: string
  /** Which methods Stripe offers (`pmc_…`); those of the account's default configuration when undefined. */
  paymentMethodConfiguration: string | undefined
}

type Placed = Pick<NonNullable<Order['placed']>, 'currency' | 'productName'>

/** Characters left beside a prefix of 10, the longest, an asterisk and a space: a whole descriptor has 22 at most. */
const mostOfSuffix = 10
const mostOfDescription = 1_000

/**
 * The parameters of an order's payment intent over `amount` minor units. Nothing in them is about its buyer.
 */
export function intentParameters(
  amount: number,
  { currency, productName }: Placed,
  metadata: Record<string, string>,
  { brandName, paymentMethodConfiguration }: PaymentOffer,
): Stripe.PaymentIntentCreateParams {
  const suffix = statementSuffix(productName)
  return {
    amount,
    currency,
    automatic_payment_methods: { enabled: true },
    ...(paymentMethodConfiguration === undefined
      ? {}
      : { payment_method_configuration: paymentMethodConfiguration }),
    // Accounts that are typed in would be verified by deposits that take days. See docs/decisions/027.
    ...(currency === 'usd'
      ? { payment_method_options: { us_bank_account: { verification_method: 'instant' as const } } }
      : {}),
    description: `${brandName}: ${productName}`.slice(0, mostOfDescription),
    ...(suffix === undefined ? {} : { statement_descriptor_suffix: suffix }),
    metadata,
  }
}

/**
 * What a card statement says of the product behind the account's prefix, by Stripe's rules: Latin letters, none of
 * `< > \ ' " *`, at least one letter. Whole words as far as they fit. Undefined when nothing of the name is left.
 */
export function statementSuffix(productName: string): string | undefined {
  const words = productName
    .normalize('NFD')
    .toUpperCase()
    .replace(/[^\x20-\x7e]|[<>\\'"*]/g, '')
    .split(' ')
    .filter((word) => word !== '')
  let suffix = (words[0] ?? '').slice(0, mostOfSuffix)
  for (const word of words.slice(1)) {
    if (suffix.length + 1 + word.length > mostOfSuffix) break
    suffix += ` ${word}`
  }
  return /[A-Z]/.test(suffix) ? suffix : undefined
}
