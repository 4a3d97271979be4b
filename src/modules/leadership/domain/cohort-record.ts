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

const types: readonly string[] = [
  'AttendanceRecorded',
  'AssignmentHandedIn',
  'AssignmentAnswered',
  'CoachingBooked',
] satisfies RecordEvent['type'][]

export const isRecordEvent = (event: { type: string }): event is RecordEvent => types.includes(event.type)

/** Applies an event to `records` in place. Never throws. */
export function recordInto(records: Records, event: RecordEvent): void {
  const recordFor = (orderId: string): ParticipantRecord => {
    records[orderId] ??= { weeksAttended: [], assignments: {}, coaching: {} }
    return records[orderId]
  }
  switch (event.type) {
    case 'AttendanceRecorded': {
      const { week, attended, withdrawn } = event.data
      for (const orderId of [...attended, ...withdrawn]) {
        const record = recordFor(orderId)
        record.weeksAttended = record.weeksAttended.filter((each) => each !== week)
      }
      for (const orderId of new Set(attended)) {
        const record = recordFor(orderId)
        record.weeksAttended = [...record.weeksAttended, week].sort((a, b) => a - b)
      }
      return
    }
    case 'AssignmentHandedIn': {
      const { orderId, assignment, submissionId } = event.data
      recordFor(orderId).assignments[assignment] = { submissionId, state: 'waiting' }
      return
    }
    case 'AssignmentAnswered': {
      const { orderId, assignment, submissionId, outcome } = event.data
      recordFor(orderId).assignments[assignment] = { submissionId, state: outcome }
      return
    }
    case 'CoachingBooked': {
      const { orderId, session, at } = event.data
      if (at === null) delete recordFor(orderId).coaching[session]
      else recordFor(orderId).coaching[session] = at
      return
    }
    default:
      event satisfies never
  }
}
