import type { Write } from '#platform/event-log/event-log.ts'
import { writeOf } from '#platform/event-log/writes.ts'
import type { RecordEvent } from '../domain/cohort-record.ts'
import { programTables } from './tables.ts'

/** A value that the table's check refuses, so that an assignment accepted in an earlier cohort is not replaced. */
const invalidState = 'refused' as never

/** Writes that update the tables for an event about a participant. Texts are written separately: no event has them. */
export function recordWritesOf(cohortId: string, event: RecordEvent, now: Date): Write[] {
  const tables = programTables()
  switch (event.type) {
    case 'AttendanceRecorded': {
      const { week, attended, withdrawn } = event.data
      const writes: Write[] = []
      if (attended.length > 0) {
        const rows = attended.map((order_id) => ({ cohort_id: cohortId, order_id, week }))
        const insert = tables.insertInto('program_attendance').values(rows)
        writes.push(writeOf(insert.onConflict((already) => already.doNothing())))
      }
      if (withdrawn.length > 0) {
        const ofCohort = tables.deleteFrom('program_attendance').where('cohort_id', '=', cohortId)
        writes.push(writeOf(ofCohort.where('week', '=', week).where('order_id', 'in', withdrawn)))
      }
      return writes
    }
    case 'AssignmentHandedIn': {
      const { orderId, assignment, submissionId } = event.data
      const row = {
        ...{ cohort_id: cohortId, submission_id: submissionId, state: 'waiting' as const },
        ...{ handed_in_at: now, answered_at: null },
      }
      return [
        writeOf(
          tables
            .insertInto('program_assignment')
            .values({ order_id: orderId, number: assignment, ...row })
            .onConflict((already) =>
              already.columns(['order_id', 'number']).doUpdateSet((eb) => ({
                ...row,
                state: eb
                  .case()
                  .when('program_assignment.state', '=', 'accepted')
                  .then(invalidState)
                  .else(row.state)
                  .end(),
              })),
            ),
        ),
      ]
    }
    case 'AssignmentAnswered':
      return [
        writeOf(
          tables
            .updateTable('program_assignment')
            .set({ state: event.data.outcome, answered_at: now })
            .where('submission_id', '=', event.data.submissionId),
        ),
      ]
    case 'CoachingBooked': {
      const { orderId, session, at } = event.data
      if (at === null)
        return [
          writeOf(
            tables
              .deleteFrom('program_coaching')
              .where('cohort_id', '=', cohortId)
              .where('order_id', '=', orderId)
              .where('session', '=', session),
          ),
        ]
      const booked = { cohort_id: cohortId, at: new Date(at), booked_at: now }
      return [
        writeOf(
          tables
            .insertInto('program_coaching')
            .values({ order_id: orderId, session, ...booked })
            .onConflict((already) => already.columns(['order_id', 'session']).doUpdateSet(booked)),
        ),
      ]
    }
    default:
      event satisfies never
      return []
  }
}
