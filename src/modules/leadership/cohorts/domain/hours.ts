import { type AttendedLab, coachingMinutes } from './cohort-record.ts'

/** A session on a record of hours. */
export interface CountedSession {
  title: string
  /** A day, or a moment of a private session; null for a day that was not recorded. */
  on: string | Date | null
  minutes: number
}

/** An attended lab and the theme of its week; '' for a week without one. */
export type ThemedLab = AttendedLab & { theme: string }

/**
 * The sessions that count. Of the labs of one week, which have the same content, the one with most minutes counts; private
 * sessions count once they are over.
 */
export function countedSessions(
  labs: readonly ThemedLab[],
  coaching: readonly { session: number; at: Date }[],
  now: Date,
): CountedSession[] {
  const weeks = [...Map.groupBy(labs, ({ week }) => week)].sort(([one], [other]) => one - other)
  return [
    ...weeks.map(([week, [first, ...others]]) => {
      const longest = others.reduce(
        (most, lab) => (lab.minutes > most.minutes ? lab : most),
        first as ThemedLab,
      )
      const { theme, on, minutes } = longest
      return { title: `Live lab, week ${week}${theme && `: ${theme}`}`, on, minutes }
    }),
    ...coaching
      .filter(({ at }) => at.getTime() + coachingMinutes * 60_000 <= now.getTime())
      .map(({ session, at }) => ({
        title: `Private coaching, session ${session}`,
        on: at,
        minutes: coachingMinutes,
      })),
  ]
}

/** The sum in hours, in steps of a quarter, rounded down. */
export const hoursOf = (sessions: readonly Pick<CountedSession, 'minutes'>[]): number =>
  Math.floor(sessions.reduce((sum, { minutes }) => sum + minutes, 0) / 15) / 4
