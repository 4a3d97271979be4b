import { dayIn } from '#platform/kernel/time-zone.ts'
import type { Cohort } from './cohorts-api.ts'

export type Standing = 'Open' | 'Running' | 'Ended' | 'Cancelled'

/** The standing of a cohort by the calendar of its time zone; on its first day it can still be booked. */
export function standingOf(
  { status, startsOn, endsOn, timeZone }: Pick<Cohort, 'status' | 'startsOn' | 'endsOn' | 'timeZone'>,
  now = new Date(),
): Standing {
  if (status === 'cancelled') return 'Cancelled'
  const today = dayIn(timeZone, now)
  if (today <= startsOn) return 'Open'
  return today <= endsOn ? 'Running' : 'Ended'
}
