import { programWeeks } from './cohort-plan.ts'

/** The account of one change at one's work, which ends the program: handed in as an assignment of its own number. */
export const finalAccount = programWeeks + 1
/** So many of the twelve weekly assignments are accepted for a certificate. */
export const assignmentsNeeded = 10

export type Outcome = 'accepted' | 'returned'

/** What is recorded of participants, by the ids of their orders. Texts and links are kept beside the log. */
export type RecordEvent =
  /** Who was at the labs of a week; `withdrawn` were recorded by mistake. */
  | { type: 'AttendanceRecorded'; data: { week: number; attended: string[]; withdrawn: string[] } }
  /** `assignment` is the week, or `finalAccount`. A new one takes the place of an earlier one. */
  | { type: 'AssignmentHandedIn'; data: { orderId: string; assignment: number; submissionId: string } }
  | {
      type: 'AssignmentAnswered'
      data: { orderId: string; assignment: number; submissionId: string; outcome: Outcome }
    }
  /** `session` counts the private sessions from 1; `at` is a moment (ISO 8601), null when it was called off. */
  | { type: 'CoachingBooked'; data: { orderId: string; session: number; at: string | null } }

export interface HandedIn {
  submissionId: string
  state: 'waiting' | Outcome
}

/** What one order did in one cohort. */
export interface ParticipantRecord {
  weeksAttended: number[]
  assignments: Record<number, HandedIn>
  coaching: Record<number, string>
}

export type Records = Record<string, ParticipantRecord>

export const recordOf = (records: Records, orderId: string): ParticipantRecord =>
  records[orderId] ?? { weeksAttended: [], assignments: {}, coaching: {} }

/** The records after one more event. Total and silent. */
export function evolveRecords(records: Records, event: RecordEvent): Records {
  switch (event.type) {
    case 'AttendanceRecorded': {
      const { week, attended, withdrawn } = event.data
      const next = { ...records }
      for (const orderId of [...attended, ...withdrawn]) {
        const record = recordOf(next, orderId)
        const others = record.weeksAttended.filter((each) => each !== week)
        const weeksAttended = attended.includes(orderId) ? [...others, week].sort((a, b) => a - b) : others
        next[orderId] = { ...record, weeksAttended }
      }
      return next
    }
    case 'AssignmentHandedIn': {
      const { orderId, assignment, submissionId } = event.data
      return withAssignment(records, orderId, assignment, { submissionId, state: 'waiting' })
    }
    case 'AssignmentAnswered': {
      const { orderId, assignment, submissionId, outcome } = event.data
      return withAssignment(records, orderId, assignment, { submissionId, state: outcome })
    }
    case 'CoachingBooked': {
      const { orderId, session, at } = event.data
      const record = recordOf(records, orderId)
      const { [session]: _, ...others } = record.coaching
      const coaching = at === null ? others : { ...others, [session]: at }
      return { ...records, [orderId]: { ...record, coaching } }
    }
    default:
      event satisfies never
      return records
  }
}

function withAssignment(records: Records, orderId: string, assignment: number, handedIn: HandedIn): Records {
  const record = recordOf(records, orderId)
  const assignments = { ...record.assignments, [assignment]: handedIn }
  return { ...records, [orderId]: { ...record, assignments } }
}
