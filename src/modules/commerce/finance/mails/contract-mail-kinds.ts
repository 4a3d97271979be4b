/**
 * Every kind of mail that an order can send to its buyer: the queue of its job, `name` for the daily mail to finance and
 * `label` for the pages of staff.
 */
export const mailKinds = {
  confirmation: {
    queue: 'commerce-order-confirmation',
    name: 'confirmation',
    label: 'Confirmation with invoice and receipt',
  },
  schedule: { queue: 'commerce-schedule-mail', name: 'schedule', label: 'Schedule' },
  documents: {
    queue: 'commerce-document-mail',
    name: 'documents',
    label: 'Documents, requested by the buyer',
  },
  refund: { queue: 'commerce-refund-mail', name: 'refund', label: 'Refund' },
  'refund-failed': {
    queue: 'commerce-refund-failed-mail',
    name: 'failed refund',
    label: 'Failed refund, with debit note',
  },
  'payment-failed': {
    queue: 'commerce-payment-failed-mail',
    name: 'failed payment',
    label: 'Failed payment',
  },
  reminder: {
    queue: 'commerce-reminder',
    name: 'reminder',
    label: 'Reminder, if the payment is still open',
  },
  invoice: { queue: 'commerce-invoice-mail', name: 'invoice to be paid', label: 'Invoice for payment' },
  'payment-due': {
    queue: 'commerce-payment-due-mail',
    name: 'reminder of an invoice',
    label: 'Reminder after the due date, if the invoice is still open',
  },
  'invoice-cancelled': {
    queue: 'commerce-invoice-cancelled-mail',
    name: 'cancelled invoice',
    label: 'Cancelled invoice, with credit note',
  },
  'invoice-restored': {
    queue: 'commerce-invoice-restored-mail',
    name: 'cancellation withdrawn',
    label: 'Cancellation withdrawn, with debit note',
  },
  'invoice-corrected': {
    queue: 'commerce-invoice-corrected-mail',
    name: 'corrected invoice',
    label: 'Corrected invoice, with credit note',
  },
}
export type MailKind = keyof typeof mailKinds
export const mailKindNames = Object.keys(mailKinds) as [MailKind, ...MailKind[]]

/** `owed`: queued, or to be tried again; `failed`: not tried again after five days; `not-needed`: no longer true when it was due. */
export const mailStates = ['owed', 'sent', 'failed', 'not-needed'] as const
export type MailState = (typeof mailStates)[number]
