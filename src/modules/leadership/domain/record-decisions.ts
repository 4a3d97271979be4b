import { AppError } from '#platform/kernel/error.ts'
import { type Cohort, type CohortEvent, occupied } from './cohort.ts'
import { assertOpen } from './cohort-decisions.ts'
import { type Outcome, recordOf } from './cohort-record.ts'

const holdsPlace = (cohort: Cohort, orderId: string): boolean =>
  occupied(cohort).some(({ occupant }) => occupant.taken && occupant.orderId === orderId)

function assertParticipates(cohort: Cohort, orderId: string): void {
  if (!holdsPlace(cohort, orderId))
    throw new AppError('not-found', 'PARTICIPATION_NOT_FOUND', 'This order has no place in this cohort.')
}

/**
 * Who was at the labs of a week, and who was not after all; what is recorded already is left out.
 * @throws AppError not-found `PARTICIPATION_NOT_FOUND`, conflict `COHORT_CANCELLED`
 */
export function recordAttendance(
  cohort: Cohort,
  week: number,
  { attended, withdrawn }: { attended: readonly string[]; withdrawn: readonly string[] },
): CohortEvent[] {
  assertOpen(cohort)
  for (const orderId of attended) assertParticipates(cohort, orderId)
  const was = (orderId: string): boolean => recordOf(cohort.records, orderId).weeksAttended.includes(week)
  const news = [...new Set(attended)].filter((orderId) => !was(orderId))
  const gone = [...new Set(withdrawn)].filter((orderId) => was(orderId) && !attended.includes(orderId))
  if (news.length === 0 && gone.length === 0) return []
  return [{ type: 'AttendanceRecorded', data: { week, attended: news, withdrawn: gone } }]
}

/**
 * @param today The day in the cohort's time zone: nothing is handed in before the first.
 * @throws AppError not-found `PARTICIPATION_NOT_FOUND`; conflict `PROGRAM_NOT_BEGUN`, `ASSIGNMENT_ACCEPTED`
 */
export function handIn(
  cohort: Cohort,
  given: { orderId: string; assignment: number; submissionId: string },
  today: string,
): CohortEvent[] {
  assertParticipates(cohort, given.orderId)
  if (cohort.plan === null || today < cohort.plan.startsOn)
    throw new AppError(
      'conflict',
      'PROGRAM_NOT_BEGUN',
      'Assignments are handed in once your cohort has begun.',
    )
  const before = recordOf(cohort.records, given.orderId).assignments[given.assignment]
  if (before?.submissionId === given.submissionId) return []
  if (before?.state === 'accepted') throw assignmentAccepted()
  return [{ type: 'AssignmentHandedIn', data: given }]
}

export const assignmentAccepted = (): AppError =>
  new AppError('conflict', 'ASSIGNMENT_ACCEPTED', 'This assignment is accepted already.')

/**
 * A coach answers what waits.
 * @throws AppError conflict `ASSIGNMENT_REPLACED` when the participant has handed in anew, `ASSIGNMENT_ANSWERED`
 */
export function answer(
  cohort: Cohort,
  given: { orderId: string; assignment: number; submissionId: string; outcome: Outcome },
): CohortEvent[] {
  const now = recordOf(cohort.records, given.orderId).assignments[given.assignment]
  if (now?.submissionId !== given.submissionId)
    throw new AppError('conflict', 'ASSIGNMENT_REPLACED', 'The participant has handed in a newer version.')
  if (now.state !== 'waiting')
    throw new AppError(
      'conflict',
      'ASSIGNMENT_ANSWERED',
      'Somebody has answered this assignment already, so your answer was not sent.',
    )
  return [{ type: 'AssignmentAnswered', data: given }]
}

/**
 * @param stands whether what was booked last in this cohort still holds: a stay in another cohort ends it
 * @throws AppError not-found `PARTICIPATION_NOT_FOUND`; invalid `NO_SUCH_SESSION`; conflict `COHORT_CANCELLED`
 */
export function bookCoaching(
  cohort: Cohort,
  given: { orderId: string; session: number; at: string | null },
  stands = true,
): CohortEvent[] {
  assertOpen(cohort)
  assertParticipates(cohort, given.orderId)
  if (given.session > (cohort.plan?.coachingWeeks.length ?? 0))
    throw new AppError('invalid', 'NO_SUCH_SESSION', 'This cohort has fewer private sessions.')
  const before = recordOf(cohort.records, given.orderId).coaching[given.session] ?? null
  return before === given.at && stands ? [] : [{ type: 'CoachingBooked', data: given }]
}
