/** The only account that the payment lab knows. Nothing secret: the lab refuses to run in production. */
export const paymentLabKeys = {
  secretKey: 'sk_test_lab',
  publishableKey: 'pk_test_lab',
  webhookSecret: 'whsec_lab',
} as const
