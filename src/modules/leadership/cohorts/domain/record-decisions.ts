import { AppError } from '#platform/kernel/error.ts'
import { type Cohort, type CohortEvent, occupied } from './cohort.ts'
import { assertOpen } from './cohort-decisions.ts'
import { dayOfLab, firstDayOf } from './cohort-plan.ts'
import { type AssignmentOutcome, recordOf } from './cohort-record.ts'

const holdsPlace = (cohort: Cohort, orderId: string): boolean =>
  occupied(cohort).some(({ occupant }) => occupant.taken && occupant.orderId === orderId)

function assertParticipates(cohort: Cohort, orderId: string): void {
  if (!holdsPlace(cohort, orderId))
    throw new AppError('not-found', 'PARTICIPATION_NOT_FOUND', 'This order has no place in this cohort.')
}

/** Who attended a lab of a week, and who did not after all. `minutes` by order; without an entry it is the whole lab. */
export interface LabAttendance {
  week: number
  lab: number
  attended: readonly string[]
  withdrawn: readonly string[]
  minutes: Readonly<Record<string, number>>
}

/**
 * Records attendance of a lab, or withdraws it; what is recorded already is left out. Minutes before and after the time of
 * the lab do not count.
 * @param today the day in the cohort's time zone: nobody has attended a week that has not begun
 * @throws AppError not-found `PARTICIPATION_NOT_FOUND`, invalid `NO_SUCH_LAB`, conflict `COHORT_CANCELLED`, `WEEK_NOT_BEGUN`
 */
export function recordAttendance(
  cohort: Cohort,
  { week, lab, attended, withdrawn, minutes }: LabAttendance,
  today: string,
): CohortEvent[] {
  assertOpen(cohort)
  const { plan } = cohort
  const planned = plan?.labs[lab - 1]
  if (plan === null || planned === undefined)
    throw new AppError('invalid', 'NO_SUCH_LAB', 'This cohort has fewer labs a week.')
  if (attended.length > 0 && today < firstDayOf(plan.startsOn, week))
    throw new AppError('conflict', 'WEEK_NOT_BEGUN', `Week ${week} of this cohort has not begun yet.`)
  for (const orderId of attended) assertParticipates(cohort, orderId)
  const recorded = (orderId: string): number | undefined =>
    recordOf(cohort.records, orderId).labs.find((each) => each.week === week && each.lab === lab)?.minutes
  const present = (orderId: string): number =>
    Math.min(minutes[orderId] ?? recorded(orderId) ?? planned.minutes, planned.minutes)
  const added = [...new Set(attended)].filter((orderId) => recorded(orderId) !== present(orderId))
  const removed = [...new Set(withdrawn)].filter(
    (orderId) => recorded(orderId) !== undefined && !attended.includes(orderId),
  )
  if (added.length === 0 && removed.length === 0) return []
  return [
    {
      type: 'AttendanceRecorded',
      data: {
        week,
        attended: added,
        withdrawn: removed,
        lab,
        on: dayOfLab(plan.startsOn, week, planned),
        minutes: Object.fromEntries(added.map((orderId) => [orderId, present(orderId)])),
      },
    },
  ]
}

/**
 * @param today the day in the cohort's time zone: nothing is submitted before the cohort's first day
 * @throws AppError not-found `PARTICIPATION_NOT_FOUND`; conflict `PROGRAM_NOT_BEGUN`, `ASSIGNMENT_ACCEPTED`
 */
export function handIn(
  cohort: Cohort,
  submission: { orderId: string; assignment: number; submissionId: string },
  today: string,
): CohortEvent[] {
  assertParticipates(cohort, submission.orderId)
  if (cohort.plan === null || today < cohort.plan.startsOn)
    throw new AppError(
      'conflict',
      'PROGRAM_NOT_BEGUN',
      'Assignments are handed in once your cohort has begun.',
    )
  const before = recordOf(cohort.records, submission.orderId).assignments[submission.assignment]
  if (before?.submissionId === submission.submissionId) return []
  if (before?.state === 'accepted') throw assignmentAccepted()
  return [{ type: 'AssignmentHandedIn', data: submission }]
}

export const assignmentAccepted = (): AppError =>
  new AppError('conflict', 'ASSIGNMENT_ACCEPTED', 'This assignment is accepted already.')

/**
 * A coach accepts or returns a submission that waits for an answer.
 * @throws AppError conflict `ASSIGNMENT_REPLACED` if the participant has submitted again; `ASSIGNMENT_ANSWERED`
 */
export function answer(
  cohort: Cohort,
  answered: { orderId: string; assignment: number; submissionId: string; outcome: AssignmentOutcome },
): CohortEvent[] {
  const current = recordOf(cohort.records, answered.orderId).assignments[answered.assignment]
  if (current?.submissionId !== answered.submissionId)
    throw new AppError('conflict', 'ASSIGNMENT_REPLACED', 'The participant has handed in a newer version.')
  if (current.state !== 'waiting')
    throw new AppError(
      'conflict',
      'ASSIGNMENT_ANSWERED',
      'Somebody has answered this assignment already, so your answer was not sent.',
    )
  return [{ type: 'AssignmentAnswered', data: answered }]
}

/**
 * @param isCurrent whether the last booking in this cohort is still the stored one: a booking in another cohort replaces it
 * @throws AppError not-found `PARTICIPATION_NOT_FOUND`; invalid `NO_SUCH_SESSION`; conflict `COHORT_CANCELLED`
 */
export function bookCoaching(
  cohort: Cohort,
  booking: { orderId: string; session: number; at: string | null },
  isCurrent = true,
): CohortEvent[] {
  assertOpen(cohort)
  assertParticipates(cohort, booking.orderId)
  if (booking.session > (cohort.plan?.coachingWeeks.length ?? 0))
    throw new AppError('invalid', 'NO_SUCH_SESSION', 'This cohort has fewer private sessions.')
  const before = recordOf(cohort.records, booking.orderId).coaching[booking.session] ?? null
  return before === booking.at && isCurrent ? [] : [{ type: 'CoachingBooked', data: booking }]
}
