import type { RefundCase } from './domain/withdrawal.ts'

/** What procurement asks a seller for, with the words that people read. */
export const paperKinds = {
  'tax-form': 'Tax form',
  insurance: 'Insurance',
  'bank-letter': 'Bank letter',
  security: 'Security answers',
  'data-processing': 'Data processing',
  other: 'Other',
} as const
export type PaperKind = keyof typeof paperKinds

/** Staff are told so many days before a paper expires. */
export const warningDays = 30

const dayMs = 24 * 3_600_000
/** The calendar day (UTC) that is so many days after a moment: `2026-11-30`. */
export const dayAfter = (at: Date, days: number): string =>
  new Date(at.getTime() + days * dayMs).toISOString().slice(0, 10)

/** Expired papers are kept for staff, and companies do not get them. */
export const paperStates = ['offered', 'expires-soon', 'expired'] as const

/** @param expiresOn the last day on which companies get the paper; null for one that does not expire */
export function paperState(expiresOn: string | null, now: Date): (typeof paperStates)[number] {
  if (expiresOn === null || expiresOn > dayAfter(now, warningDays)) return 'offered'
  return expiresOn >= dayAfter(now, 0) ? 'expires-soon' : 'expired'
}

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
} as const satisfies Record<RefundCase, string>
