/** The ledger speaks UTC, as its filters, exports and hashes do. */
const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', timeZone: 'UTC' })

/** "Nov 21, 2026" */
export const ledgerDay = (moment: string): string => day.format(new Date(moment))

/** "14:05:09" */
export const ledgerTime = (moment: string): string => time.format(new Date(moment))

/** "Nov 21, 2026, 14:05:09 UTC" */
export const ledgerMoment = (moment: string): string => `${ledgerDay(moment)}, ${ledgerTime(moment)} UTC`

/** What is wrong with a period of two days, or undefined; either may be open. */
export function periodProblem(from: string, to: string): string | undefined {
  return from !== '' && to !== '' && from > to ? 'To: must not be before From.' : undefined
}
