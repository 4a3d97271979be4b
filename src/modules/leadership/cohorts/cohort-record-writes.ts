import type { Write } from '#platform/event-log/event-log.ts'
import { writeOf } from '#platform/event-log/writes.ts'
import type { RecordEvent } from './domain/cohort-record.ts'
import { programTables } from './tables.ts'

/** A value that the table's check refuses, so that an assignment accepted in an earlier cohort is not replaced. */
const invalidState = 'refused' as never

/** Writes that update the tables for an event about a participant. Texts are written separately: no event has them. */
export function recordWritesOf(cohortId: string, event: RecordEvent, now: Date): Write[] {
  const tables = programTables()
  switch (event.type) {
    case 'AttendanceRecorded': {
      const { week, attended, withdrawn, lab = 1, on = null, minutes = {} } = event.data
      const ofLab = tables.deleteFrom('program_attendance').where('cohortId', '=', cohortId)
      const before = ofLab.where('week', '=', week).where('lab', '=', lab)
      const writes = [writeOf(before.where('orderId', 'in', [...attended, ...withdrawn]))]
      if (attended.length === 0) return writes
      const rows = attended.map((orderId) => ({
        cohortId,
        orderId,
        week,
        lab,
        heldOn: on,
        minutes: minutes[orderId] ?? 0,
      }))
      return [...writes, writeOf(tables.insertInto('program_attendance').values(rows))]
    }
    case 'AssignmentHandedIn': {
      const { orderId, assignment, submissionId } = event.data
      const row = {
        cohortId,
        submissionId,
        state: 'waiting' as const,
        handedInAt: now,
        answeredAt: null,
      }
      return [
        writeOf(
          tables
            .insertInto('program_assignment')
            .values({ orderId, number: assignment, ...row })
            .onConflict((already) =>
              already.columns(['orderId', 'number']).doUpdateSet((eb) => ({
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
            .set({ state: event.data.outcome, answeredAt: now })
            .where('submissionId', '=', event.data.submissionId),
        ),
      ]
    case 'CoachingBooked': {
      const { orderId, session, at } = event.data
      if (at === null)
        return [
          writeOf(
            tables
              .deleteFrom('program_coaching')
              .where('cohortId', '=', cohortId)
              .where('orderId', '=', orderId)
              .where('session', '=', session),
          ),
        ]
      const booked = { cohortId, at: new Date(at), bookedAt: now }
      return [
        writeOf(
          tables
            .insertInto('program_coaching')
            .values({ orderId, session, ...booked })
            .onConflict((already) => already.columns(['orderId', 'session']).doUpdateSet(booked)),
        ),
      ]
    }
    default:
      event satisfies never
      return []
  }
}
