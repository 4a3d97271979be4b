import { programWeeks } from './cohort-plan.ts'
import { assignmentsNeeded, finalAccount, type HandedIn } from './cohort-record.ts'

/** What a participant did, as far as the award asks for it. */
export interface Achieved {
  assignments: readonly { number: number; state: HandedIn['state'] }[]
  /** When each private session was booked for, by its number. */
  coaching: ReadonlyMap<number, Date>
}

/** What is still missing for the award; nothing: it is earned. */
export interface Missing {
  /** So many assignments of weeks have to be accepted. */
  assignments: number
  finalAccount: boolean
  /** Numbers of the private sessions that have not been held. */
  coaching: number[]
}

/** How many assignments of weeks are accepted. */
export const acceptedOf = ({ assignments }: Pick<Achieved, 'assignments'>): number =>
  assignments.filter(({ number, state }) => number <= programWeeks && state === 'accepted').length

/** @param coachingSessions how many the cohort has */
export function missingOf(achieved: Achieved, coachingSessions: number, now: Date): Missing {
  const sessions = Array.from({ length: coachingSessions }, (_, at) => at + 1)
  return {
    assignments: Math.max(0, assignmentsNeeded - acceptedOf(achieved)),
    finalAccount: !achieved.assignments.some(
      ({ number, state }) => number === finalAccount && state === 'accepted',
    ),
    coaching: sessions.filter((session) => {
      const at = achieved.coaching.get(session)
      return at === undefined || at > now
    }),
  }
}

export const isEarned = ({ assignments, finalAccount, coaching }: Missing): boolean =>
  assignments === 0 && !finalAccount && coaching.length === 0
