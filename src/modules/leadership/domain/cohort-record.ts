import { programWeeks } from './cohort-plan.ts'

/** The number of the final account, a report on one change at work that is submitted as an assignment at the program's end. */
export const finalAccount = programWeeks + 1
/** The number of weekly assignments, of twelve, that must be accepted for a certificate. */
export const assignmentsNeeded = 10

export type Outcome = 'accepted' | 'returned'

/** Events about participants, named by the ids of their orders. Texts and links are in tables, not in the log. */
export type RecordEvent =
  /** Attendance of the labs of a week; `withdrawn` were recorded by mistake. */
  | { type: 'AttendanceRecorded'; data: { week: number; attended: string[]; withdrawn: string[] } }
  /** `assignment` is the week, or `finalAccount`. A later submission replaces an earlier one. */
  | { type: 'AssignmentHandedIn'; data: { orderId: string; assignment: number; submissionId: string } }
  | {
      type: 'AssignmentAnswered'
      data: { orderId: string; assignment: number; submissionId: string; outcome: Outcome }
    }
  /** `session` counts the private sessions from 1; `at` is ISO 8601, null if the session was cancelled. */
  | { type: 'CoachingBooked'; data: { orderId: string; session: number; at: string | null } }

export interface HandedIn {
  submissionId: string
  state: 'waiting' | Outcome
}

/** The record of one order in one cohort. */
export interface ParticipantRecord {
  weeksAttended: number[]
  assignments: Record<number, HandedIn>
  coaching: Record<number, string>
}

export type Records = Record<string, ParticipantRecord>

export const recordOf = (records: Records, orderId: string): ParticipantRecord =>
  records[orderId] ?? { weeksAttended: [], assignments: {}, coaching: {} }

/** The records after an event. Never throws. */
export function recordsAfter(records: Records, event: RecordEvent): Records {
  switch (event.type) {
    case 'AttendanceRecorded': {
      const { week, attended, withdrawn } = event.data
      const present = new Set(attended)
      const changed = [...present, ...withdrawn].map((orderId): [string, ParticipantRecord] => {
        const record = recordOf(records, orderId)
        const others = record.weeksAttended.filter((each) => each !== week)
        const weeksAttended = present.has(orderId) ? [...others, week].sort((a, b) => a - b) : others
        return [orderId, { ...record, weeksAttended }]
      })
      return { ...records, ...Object.fromEntries(changed) }
    }
    case 'AssignmentHandedIn':
    case 'AssignmentAnswered': {
      const { orderId, assignment, submissionId } = event.data
      const state: HandedIn['state'] = event.type === 'AssignmentAnswered' ? event.data.outcome : 'waiting'
      const record = recordOf(records, orderId)
      const assignments = { ...record.assignments, [assignment]: { submissionId, state } }
      return { ...records, [orderId]: { ...record, assignments } }
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
