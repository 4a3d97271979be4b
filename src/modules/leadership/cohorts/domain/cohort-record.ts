import { programWeeks } from './cohort-plan.ts'

/** The number of the final account, a report on one change at work that is submitted as an assignment at the program's end. */
export const finalAccount = programWeeks + 1
/** The length of a private session. */
export const coachingMinutes = 50
/** The number of weekly assignments, of twelve, that must be accepted for a certificate. */
export const assignmentsNeeded = 10

export type AssignmentOutcome = 'accepted' | 'returned'

/** Events about participants, named by the ids of their orders. Texts and links are in tables, not in the log. */
export type RecordEvent =
  /**
   * Attendance of one lab of a week, the first one if `lab` is absent; `withdrawn` were recorded by mistake. `on` is the day of
   * the lab, `minutes` are those of each who attended.
   */
  | {
      type: 'AttendanceRecorded'
      data: {
        week: number
        attended: string[]
        withdrawn: string[]
        lab?: number
        on?: string
        minutes?: Record<string, number>
      }
    }
  /** `assignment` is the week, or `finalAccount`. A later submission replaces an earlier one. */
  | { type: 'AssignmentHandedIn'; data: { orderId: string; assignment: number; submissionId: string } }
  | {
      type: 'AssignmentAnswered'
      data: { orderId: string; assignment: number; submissionId: string; outcome: AssignmentOutcome }
    }
  /** `session` counts the private sessions from 1; `at` is ISO 8601, null if the session was cancelled. */
  | { type: 'CoachingBooked'; data: { orderId: string; session: number; at: string | null } }

export interface HandedIn {
  submissionId: string
  state: 'waiting' | AssignmentOutcome
}

/** A lab that a participant attended. */
export interface AttendedLab {
  week: number
  /** The number of the lab in the plan, from 1. */
  lab: number
  /** Its day: `2027-03-02`; null for a day that was not recorded. */
  on: string | null
  /** Minutes of presence, at most the length of the lab. */
  minutes: number
}

export const weeksOf = (labs: readonly AttendedLab[]): number[] =>
  [...new Set(labs.map(({ week }) => week))].sort((a, b) => a - b)

/** The record of one order in one cohort. */
export interface ParticipantRecord {
  labs: AttendedLab[]
  weeksAttended: number[]
  assignments: Record<number, HandedIn>
  coaching: Record<number, string>
}

export type Records = Record<string, ParticipantRecord>

export const recordOf = (records: Records, orderId: string): ParticipantRecord =>
  records[orderId] ?? { labs: [], weeksAttended: [], assignments: {}, coaching: {} }

/** The records after an event. Never throws. */
export function recordsAfter(records: Records, event: RecordEvent): Records {
  switch (event.type) {
    case 'AttendanceRecorded': {
      const { week, attended, withdrawn, lab = 1, on = null, minutes = {} } = event.data
      const present = new Set(attended)
      const changed = [...present, ...withdrawn].map((orderId): [string, ParticipantRecord] => {
        const record = recordOf(records, orderId)
        const others = record.labs.filter((each) => each.week !== week || each.lab !== lab)
        const labs = present.has(orderId)
          ? [...others, { week, lab, on, minutes: minutes[orderId] ?? 0 }]
          : others
        return [orderId, { ...record, labs, weeksAttended: weeksOf(labs) }]
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
