import { momentIn } from '#platform/kernel/time-zone.ts'
import type { Session as SessionToJoin } from './contract-participation.ts'
import { addDays, type CohortPlan, dayOfLab, firstDayOf, programWeeks } from './domain/cohort-plan.ts'

/** A live lab on one day. */
export type Session = Omit<SessionToJoin, 'join' | 'recording'>

/** The first and the last day of a week, from 1. */
export function daysOfWeek(startsOn: string, week: number): { from: string; to: string } {
  return { from: firstDayOf(startsOn, week), to: addDays(startsOn, week * 7 - 1) }
}

/** Every lab of the twelve weeks, ordered by start. */
export function sessionsOf({ startsOn, timeZone, labs }: CohortPlan): Session[] {
  return Array.from({ length: programWeeks }, (_, at) => at + 1)
    .flatMap((week) =>
      labs.map(({ weekday, time, minutes }, at) => {
        const startsAt = momentIn(timeZone, dayOfLab(startsOn, week, { weekday }), time)
        const endsAt = new Date(startsAt.getTime() + minutes * 60_000)
        return { id: `w${week}-l${at + 1}`, week, lab: at + 1, startsAt, endsAt }
      }),
    )
    .sort((one, other) => one.startsAt.getTime() - other.startsAt.getTime())
}
