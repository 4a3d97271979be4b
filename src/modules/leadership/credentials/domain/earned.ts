import { programWeeks } from '../../cohorts/domain/cohort-plan.ts'
import { assignmentsNeeded, finalAccount, type HandedIn } from '../../cohorts/domain/cohort-record.ts'

/** The parts of a participant's record that count for the award. */
export interface Achieved {
  assignments: readonly { number: number; state: HandedIn['state'] }[]
  /** The time of each booked private session, by its number. */
  coaching: ReadonlyMap<number, Date>
}

/** What is missing for the award. The credential is earned when nothing is missing. */
export interface Missing {
  /** The number of weekly assignments still to be accepted. */
  assignments: number
  finalAccount: boolean
  /** Numbers of the private sessions that have not been held. */
  coaching: number[]
}

/** The number of accepted weekly assignments. */
export const acceptedOf = ({ assignments }: Pick<Achieved, 'assignments'>): number =>
  assignments.filter(({ number, state }) => number <= programWeeks && state === 'accepted').length

/** @param coachingSessions the number of private sessions in the cohort's plan */
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
