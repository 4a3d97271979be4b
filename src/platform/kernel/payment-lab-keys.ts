/** The keys of the payment lab's only account. They are not secret: the lab refuses to run in production. */
export const paymentLabKeys = {
  secretKey: 'sk_test_lab',
  publishableKey: 'pk_test_lab',
  webhookSecret: 'whsec_lab',
} as const
