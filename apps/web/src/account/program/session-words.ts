import type { Session } from './own-program.ts'

const locale = 'en-US'

/** The IANA name of the zone whose clock this browser shows. */
export const ownZone = (): string => new Intl.DateTimeFormat(locale).resolvedOptions().timeZone

/** `America/New_York` as "New York" */
export const placeOf = (zone: string): string => zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone

/** "Tue, Mar 2" of the zone */
export function shortDay(at: string, timeZone: string): string {
  const parts = { weekday: 'short', month: 'short', day: 'numeric', timeZone } as const
  return new Date(at).toLocaleDateString(locale, parts)
}

/** "Tuesday, March 2" of the zone */
export function fullDay(at: string, timeZone: string): string {
  const parts = { weekday: 'long', month: 'long', day: 'numeric', timeZone } as const
  return new Date(at).toLocaleDateString(locale, parts)
}

/** "6:00 PM" of the zone */
export const timeAt = (at: string, timeZone: string): string =>
  new Date(at).toLocaleTimeString(locale, { timeStyle: 'short', timeZone })

/** Calendar days: "Mar 1 to Mar 7" */
export function dayRange(from: string, to: string): string {
  const words = (day: string): string =>
    new Date(`${day}T00:00:00Z`).toLocaleDateString(locale, {
      month: 'short',
      day: 'numeric',
      timeZone: 'UTC',
    })
  return `${words(from)} to ${words(to)}`
}

/** The session that runs at this moment, else the next one; undefined after the last. */
export const nextSession = (sessions: readonly Session[], now: number): Session | undefined =>
  sessions.find(({ endsAt }) => Date.parse(endsAt) > now)

/** So long after a lab its recording may take, in milliseconds. */
const recordingTime = 2 * 86_400_000

/** Whether every week whose labs are over has a recording, apart from the labs of the last two days. */
export function allRecorded(sessions: readonly Session[], now: number): boolean {
  const over = sessions.filter(({ endsAt }) => Date.parse(endsAt) + recordingTime <= now)
  const recorded = new Set(sessions.filter(({ recording }) => recording !== null).map(({ week }) => week))
  return over.every(({ week }) => recorded.has(week))
}

const count = (amount: number, unit: string): string => `${amount} ${unit}${amount === 1 ? '' : 's'}`

/** How long it is until a moment, in its two largest units: "3 days and 4 hours". Null once the moment has come. */
export function timeUntil(at: string, now: number): string | null {
  const minutes = Math.ceil((Date.parse(at) - now) / 60_000)
  if (minutes <= 0) return null
  const parts: [number, string][] = [
    [Math.floor(minutes / 1_440), 'day'],
    [Math.floor((minutes % 1_440) / 60), 'hour'],
    [minutes % 60, 'minute'],
  ]
  const first = parts.findIndex(([amount]) => amount > 0)
  return parts
    .slice(first, first + 2)
    .filter(([amount]) => amount > 0)
    .map(([amount, unit]) => count(amount, unit))
    .join(' and ')
}
