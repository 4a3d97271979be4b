/** What flags are called, on the screens and in mails to finance. */
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
 * A flag in words: its reason (`surplus`), or reason and subject as lists of orders carry them (`surplus:pi_1`). A
 * reason that has no words yet is told as it is.
 */
export function flagWords(flag: string): string {
  const [reason = flag] = flag.split(':')
  return words[reason] ?? reason
}
