/** Every kind of mail that an order can send to its buyer. */
export const mailKinds = [
  'confirmation',
  'schedule',
  'documents',
  'refund',
  'refund-failed',
  'payment-failed',
  'reminder',
  'invoice',
  'payment-due',
  'invoice-cancelled',
  'invoice-restored',
] as const
export type MailKind = (typeof mailKinds)[number]

/** `owed`: queued, or to be tried again; `failed`: given up after days; `not-needed`: no longer true when it was due. */
export const mailStates = ['owed', 'sent', 'failed', 'not-needed'] as const
export type MailState = (typeof mailStates)[number]
