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

const types: readonly string[] = [
  'AttendanceRecorded',
  'AssignmentHandedIn',
  'AssignmentAnswered',
  'CoachingBooked',
] satisfies RecordEvent['type'][]

export const isRecordEvent = (event: { type: string }): event is RecordEvent => types.includes(event.type)

/** Changes `records`, which belong to the caller, by one more event. Total and silent. */
export function recordInto(records: Records, event: RecordEvent): void {
  const of = (orderId: string): ParticipantRecord => {
    records[orderId] ??= { weeksAttended: [], assignments: {}, coaching: {} }
    return records[orderId]
  }
  switch (event.type) {
    case 'AttendanceRecorded': {
      const { week, attended, withdrawn } = event.data
      for (const orderId of [...attended, ...withdrawn]) {
        const record = of(orderId)
        record.weeksAttended = record.weeksAttended.filter((each) => each !== week)
      }
      for (const orderId of new Set(attended)) {
        const record = of(orderId)
        record.weeksAttended = [...record.weeksAttended, week].sort((a, b) => a - b)
      }
      return
    }
    case 'AssignmentHandedIn': {
      const { orderId, assignment, submissionId } = event.data
      of(orderId).assignments[assignment] = { submissionId, state: 'waiting' }
      return
    }
    case 'AssignmentAnswered': {
      const { orderId, assignment, submissionId, outcome } = event.data
      of(orderId).assignments[assignment] = { submissionId, state: outcome }
      return
    }
    case 'CoachingBooked': {
      const { orderId, session, at } = event.data
      if (at === null) delete of(orderId).coaching[session]
      else of(orderId).coaching[session] = at
      return
    }
    default:
      event satisfies never
  }
}
