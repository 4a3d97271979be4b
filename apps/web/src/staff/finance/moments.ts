const dayFormat = (timeZone: string) => new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone })
const timeFormat = (timeZone: string) => new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', timeZone })

/** The ledger is in UTC, as its filters and hashes are; the books and the exports are in the time zone of the books. */
const day = dayFormat('UTC')
const time = timeFormat('UTC')

/** "Nov 21, 2026", in UTC or in another time zone. */
export const ledgerDay = (moment: string, zone = 'UTC'): string =>
  (zone === 'UTC' ? day : dayFormat(zone)).format(new Date(moment))

/** "14:05:09", in UTC or in another time zone. */
export const ledgerTime = (moment: string, zone = 'UTC'): string =>
  (zone === 'UTC' ? time : timeFormat(zone)).format(new Date(moment))

/** "Nov 21, 2026, 14:05:09 UTC" */
export const ledgerMoment = (moment: string): string => `${ledgerDay(moment)}, ${ledgerTime(moment)} UTC`

/** What is wrong with a period of two days, or undefined; either may be open. */
export function periodProblem(from: string, to: string): string | undefined {
  return from !== '' && to !== '' && from > to ? 'To: must not be before From.' : undefined
}
