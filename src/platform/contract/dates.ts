import { z } from 'zod'
import { canonicalZone } from '#platform/kernel/time-zone.ts'

const expected = 'between the years 1900 and 9998'

/** PostgreSQL and JavaScript disagree about dates outside this range; one day before or after must be representable, too. */
export const isSayable = (text: string): boolean => {
  const year = Number(text.slice(0, 4))
  return year >= 1900 && year <= 9998
}

/** A day in a query, `2026-11-21` (UTC). */
export const Day = z.iso
  .date({ error: `must be a day such as 2026-11-21, ${expected}` })
  .refine(isSayable, `must be a day ${expected}`)

/** A moment in a request, `2026-11-21T10:00:00Z`: the text stays as it was sent. */
export const MomentText = z.iso
  .datetime({ error: `must be a moment such as 2026-11-21T10:00:00Z, ${expected}` })
  .refine(isSayable, `must be a moment ${expected}`)

/** A day or a moment in a query. */
export const DayOrMoment = z.union([Day, MomentText], {
  error: `must be a day such as 2026-11-21 or a moment such as 2026-11-21T10:00:00Z, ${expected}`,
})

/** A time zone as input. Older names, and other capitals, become the current IANA name. */
export const TimeZone = z
  .string()
  .trim()
  .overwrite((name) => canonicalZone(name) ?? name)
  .refine(
    (name) => canonicalZone(name) !== null,
    'must be the IANA name of a time zone, such as Europe/Berlin or America/New_York',
  )
