/** Names of flags, on the screens and in mails to finance. */
const words: Record<string, string> = {
  'wrong-amount': 'Wrong amount',
  'wrong-currency': 'Wrong currency',
  'wrong-order': 'Names another order',
  surplus: 'Paid too much',
  'second-order': 'Second paid order',
  'order-edited': 'Order id changed at Stripe',
  'amount-edited': 'Two amounts told',
  'refund-edited': 'Refund changed at Stripe',
  'refund-refused': 'Refund refused',
  'refund-failed': 'Refund failed',
  'refund-without-seats': 'Refund without seats',
}

/**
 * A flag in words.
 * @param flag its reason (`surplus`), or reason and subject as in lists of orders (`surplus:pi_1`); a reason without words
 *   is returned unchanged
 */
export function flagWords(flag: string): string {
  const [reason = flag] = flag.split(':')
  return words[reason] ?? reason
}
