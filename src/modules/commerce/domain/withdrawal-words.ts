/**
 * What a buyer agrees to at the payment. The agreement is stored with its version: whoever changes the text changes the version.
 */
export const earlyStart = {
  version: '2026-11-27',
  text: 'I ask you to begin before my 14 days to withdraw are over. If I withdraw after the program has begun, I pay for the weeks that have begun.',
}

/** Why a refund is asked for: the cases of the terms. */
export const refundCases = {
  cohort: 'You canceled or moved my cohort',
  twice: 'I was charged twice or by mistake',
  illness: 'Illness or a death in the family',
  promise: 'The 90-day promise',
  law: 'The law where I live gives me a right to withdraw',
  other: 'Another reason',
} as const
export type RefundCase = keyof typeof refundCases
