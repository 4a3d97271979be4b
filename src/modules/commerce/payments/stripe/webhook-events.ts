/** The events that the endpoint is to send; a lost one is made up for by asking, but later. */
export const webhookEvents: readonly string[] = [
  'payment_intent.requires_action',
  'payment_intent.processing',
  'payment_intent.partially_funded',
  'payment_intent.payment_failed',
  'payment_intent.succeeded',
  'payment_intent.canceled',
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'checkout.session.completed',
  'cash_balance.funds_available',
  'customer_cash_balance_transaction.created',
  'payout.paid',
  'payout.failed',
  'payout.reconciliation_completed',
]

/** Those of them that an endpoint with `enabled` events does not send. */
export const missingEvents = (enabled: readonly string[]): string[] =>
  enabled.includes('*') ? [] : webhookEvents.filter((event) => !enabled.includes(event))
