const formats = new Map<string, Intl.DateTimeFormat>()

/** Areas of the names that people choose from, and five older areas whose names are aliases. `Etc` is none: its signs are reversed. */
const area =
  /^(?:Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Brazil|Canada|Chile|Europe|Indian|Mexico|Pacific|US)\//i

/** Removed from the IANA list, but still known to Node. */
const removed = /^(?:US\/Pacific-New|Canada\/East-Saskatchewan)$/i

/** The names that Node and browsers still use for zones which IANA has renamed, with the names of today. */
const renamed: Record<string, string> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
}

/**
 * The current IANA name of a time zone: `Area/Place`, or `UTC`. Older names such as US/Eastern or Asia/Calcutta become the current
 * one. Null for anything else; abbreviations such as BST or CAT name several zones, and programs disagree about them.
 */
export function canonicalZone(name: string): string | null {
  if (/^(?:Etc\/)?UTC$/i.test(name)) return 'UTC'
  if (!area.test(name) || removed.test(name)) return null
  try {
    const { timeZone } = new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions()
    return renamed[timeZone] ?? timeZone
  } catch {
    return null
  }
}

/** The calendar day of a moment in a time zone: `2026-11-21`. @throws RangeError for an unknown zone. */
export function dayIn(zone: string, at: Date): string {
  return wallClock(zone, at).toISOString().slice(0, 10)
}

/**
 * The first moment of a calendar day in a time zone. A day on which the clock is changed has 23 or 25 hours, and may
 * begin at 1:00.
 * @param day `2026-11-21`.
 */
export function startOfDay(day: string, zone: string): Date {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  const offsetAt = (moment: number): number => wallClock(zone, new Date(moment)).getTime() - moment
  // With the UTC offsets before and after a possible change of the clock; the earliest one that is on this day counts.
  const candidates = [midnight - 26 * hour, midnight + 26 * hour].map((near) => midnight - offsetAt(near))
  const first = Math.min(...candidates)
  if (dayIn(zone, new Date(first)) >= day) return new Date(first)
  // Midnight was skipped, or the clock was changed between the two: the later candidate is right.
  return new Date(Math.max(...candidates))
}

/**
 * The moment at which a clock in the zone shows this time. A time that the clock skips is computed with the offset before
 * the change (2:30 becomes 3:30); of a time that it shows twice, the first moment counts.
 * @param day `2027-03-14`. @param time `18:00`.
 */
export function momentIn(zone: string, day: string, time: string): Date {
  const shown = Date.parse(`${day}T${time}:00Z`)
  const offsetAt = (moment: number): number => wallClock(zone, new Date(moment)).getTime() - moment
  const [before, after] = [shown - 26 * hour, shown + 26 * hour].map((near) => shown - offsetAt(near)) as [
    number,
    number,
  ]
  const shows = (moment: number): boolean => moment + offsetAt(moment) === shown
  const found = [before, after].filter(shows)
  return new Date(found.length === 0 ? before : Math.min(...found))
}

/** The next calendar day: `2026-11-30` becomes `2026-12-01`. */
export function nextDay(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 24 * hour).toISOString().slice(0, 10)
}

const hour = 3_600_000

/** The time that a clock in the zone shows, to the second, as a Date in UTC. */
function wallClock(zone: string, at: Date): Date {
  let format = formats.get(zone)
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US', { ...numbers, timeZone: zone })
    formats.set(zone, format)
  }
  const found = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 1, day, hour, minute, second } = found
  return new Date(Date.UTC(year, month - 1, day, hour, minute, second))
}

const numbers = {
  calendar: 'gregory',
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
} as const
