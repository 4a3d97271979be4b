/** Every kind of mail that an order can owe its buyer. */
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

/** `owed`: it waits or is tried again; `failed`: given up after days; `not-needed`: untrue by the time it was due. */
export const mailStates = ['owed', 'sent', 'failed', 'not-needed'] as const
export type MailState = (typeof mailStates)[number]
