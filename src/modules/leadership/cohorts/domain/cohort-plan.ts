/** Fixed, and independent of the content's text about the program: the last day is computed from it. */
export const programWeeks = 12

/** A live lab that is held every week. */
export interface Lab {
  /** 1 is Monday, 7 is Sunday. */
  weekday: number
  /** `18:00`, local time of the cohort's time zone, with and without daylight saving. */
  time: string
  minutes: number
}

/** When a cohort runs. Days and times are those of its time zone. */
export interface CohortPlan {
  /** The first day of week 1: `2027-03-01`. */
  startsOn: string
  /** IANA name. */
  timeZone: string
  /** The times of day at which the weekly lab is held; a participant joins any of them. */
  labs: Lab[]
  /** The weeks of the two private coaching sessions, from 1. */
  coachingWeeks: number[]
}

/** Adds to a calendar day such as `2027-03-01`; no time zone is involved. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

/** The first day of a week, from 1. */
export const firstDayOf = (startsOn: string, week: number): string => addDays(startsOn, (week - 1) * 7)

/** 1 is Monday, 7 is Sunday. */
const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7

/** The day of a lab in a week. A week begins on the weekday of the cohort's first day. */
export const dayOfLab = (startsOn: string, week: number, { weekday }: Pick<Lab, 'weekday'>): string =>
  addDays(firstDayOf(startsOn, week), (weekday - weekdayOf(startsOn) + 7) % 7)

/** The last day of week 12. */
export const lastDay = (startsOn: string): string => addDays(startsOn, programWeeks * 7 - 1)

/** The last day of each week. */
export const weekEnds = (startsOn: string): string[] =>
  Array.from({ length: programWeeks }, (_, week) => addDays(startsOn, week * 7 + 6))

/** A cohort that can be booked, as visitors see it. */
export interface OpenCohort extends CohortPlan {
  id: string
  /** The last day of week 12. */
  endsOn: string
  /** Places that are neither taken nor held now. */
  placesLeft: number
}

/** `2027-03-01` as "Monday, March 1, 2027". */
export function dayInWords(day: string): string {
  const formatted = { dateStyle: 'full', timeZone: 'UTC' } as const
  return new Date(`${day}T00:00:00Z`).toLocaleDateString('en-US', formatted)
}
