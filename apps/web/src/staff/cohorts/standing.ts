import type { StaffCohort } from '#modules/leadership/cohorts/contract.ts'
import { firstDayOf, programWeeks } from '#modules/leadership/cohorts/domain/cohort-plan.ts'
import { dayIn } from '#platform/kernel/time-zone.ts'

export type Standing = 'Open' | 'Running' | 'Ended' | 'Cancelled'

/** The standing of a cohort by the calendar of its time zone; on its first day it can still be booked. */
export function standingOf(
  { status, startsOn, endsOn, timeZone }: Pick<StaffCohort, 'status' | 'startsOn' | 'endsOn' | 'timeZone'>,
  now = new Date(),
): Standing {
  if (status === 'cancelled') return 'Cancelled'
  const today = dayIn(timeZone, now)
  if (today <= startsOn) return 'Open'
  return today <= endsOn ? 'Running' : 'Ended'
}

/** How many weeks of a cohort have begun by the calendar of its time zone: 0 before its first day, 12 from its last week on. */
export function weeksBegun(
  { startsOn, timeZone }: Pick<StaffCohort, 'startsOn' | 'timeZone'>,
  now: Date,
): number {
  const today = dayIn(timeZone, now)
  const begun = (week: number): boolean => firstDayOf(startsOn, week) <= today
  return Array.from({ length: programWeeks }, (_, at) => at + 1).filter(begun).length
}
