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
