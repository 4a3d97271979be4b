import type { Customers } from '#modules/identity/index.ts'
import type { AuditedReads } from '#platform/audit/audited-reads.ts'
import type { ApiRouter } from '#platform/http/routes.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import { dayIn } from '#platform/kernel/time-zone.ts'
import type { Settings } from '#platform/settings/settings.ts'
import { readAttendance } from './attendance-lines.ts'
import { type CohortList, hasParticipant } from './cohort-list.ts'
import type { Cohorts } from './cohorts.ts'
import {
  answerAssignment,
  bookCohortCoaching,
  cohortRecords,
  handInAssignment,
  readCohortAttendance,
  recordCohortAttendance,
  waitingAssignments,
} from './contract-records.ts'
import { noCohort } from './domain/cohort-decisions.ts'
import { programWeeks } from './domain/cohort-plan.ts'
import { assignmentsNeeded } from './domain/cohort-record.ts'
import { noWeek } from './domain/program-weeks.ts'
import type { ParticipantRecords } from './participant-records.ts'
import type { Participants } from './participants.ts'
import { programSettings } from './program-settings.ts'
import type { OwnRecord, RecordLists } from './record-lists.ts'
import { daysOfWeek } from './sessions.ts'
import type { Syllabus } from './syllabus.ts'

export interface RecordParts {
  participants: Participants
  records: ParticipantRecords
  lists: RecordLists
  roster: CohortList
  cohorts: Cohorts
  customers: Customers
  reads: AuditedReads
  syllabus: Syllabus
  clock: Clock
  settings: Settings
}

export function mountRecordRoutes(api: ApiRouter, parts: RecordParts): void {
  const { participants, records, lists, roster, cohorts, customers, reads, syllabus, clock, settings } = parts

  /** Participants with a taken place, with name and address, null for an erased person. Unclaimed seats are excluded. */
  const participantsOf = async (cohortId: string) => {
    const orders = (await roster.orders(cohortId)).filter(hasParticipant)
    const people = await customers.getMany(orders.map(({ buyerId }) => buyerId))
    return orders.map(({ orderId, buyerId }) => {
      const person = people.get(buyerId)
      const name = person === undefined ? null : `${person.firstName} ${person.lastName}`.trim()
      return { orderId, name, email: person?.email ?? null }
    })
  }

  api.serve(handInAssignment, async ({ params, body }, call) => {
    const own = await participants.own(call.actor.userId, params.orderId)
    await records.handIn(own, { assignment: params.assignment, ...body }, call)
  })

  api.serve(cohortRecords, async ({ params: { id } }, call) => {
    const { cohort } = await cohorts.load(id)
    if (cohort.plan === null) throw noCohort()
    const { startsOn, timeZone, coachingWeeks } = cohort.plan
    const today = dayIn(timeZone, clock.now())
    const pastWeeks = Array.from({ length: programWeeks }, (_, at) => at + 1).filter(
      (week) => daysOfWeek(startsOn, week).to < today,
    )
    const known = await participantsOf(id)
    const found = await lists.of(
      id,
      known.map(({ orderId }) => orderId),
    )
    const subject = `Cohort ${id}`
    const seesPeople = await reads.seesPeople(call, 'Read what participants did', subject, known.length)
    return {
      coachingSessions: coachingWeeks.length,
      participants: known
        .map(({ orderId, name }) => ({
          orderId,
          name: seesPeople ? name : null,
          ...progressOf(found.get(orderId), pastWeeks),
        }))
        .sort((one, other) => other.missed.length - one.missed.length),
    }
  })

  api.serve(recordCohortAttendance, async ({ params: { id }, body }, call) => {
    await records.attendance(id, body, call)
  })

  api.serve(readCohortAttendance, async ({ params: { id }, body: { text, chosen } }) => ({
    threshold: (await settings.read(programSettings)).attendanceMinutes,
    ...readAttendance(
      text,
      await participantsOf(id),
      new Map(chosen.map(({ written, orderId }) => [written, orderId])),
    ),
  }))

  api.serve(bookCohortCoaching, async ({ params: { id }, body }, call) => {
    await records.bookCoaching(id, body, call)
  })

  api.serve(waitingAssignments, async (_, { actor, address }) => {
    const waiting = await lists.waiting()
    if (waiting.length > 0)
      await reads.record({ by: actor.username, address }, 'Read assignments', 'All cohorts')
    const people = await customers.getMany(waiting.map(({ buyerId }) => buyerId))
    return {
      assignments: waiting.map(({ buyerId, weeks, links, text, link, ...assignment }) => {
        const person = people.get(buyerId)
        return {
          ...assignment,
          asked: syllabus.of({ weeks, links })[assignment.number - 1] ?? noWeek,
          name: person === undefined ? null : `${person.firstName} ${person.lastName}`.trim(),
          text: text ?? '',
          link: link ?? '',
        }
      }),
    }
  })

  api.serve(answerAssignment, async ({ params: { submissionId }, body: { outcome, words } }, call) => {
    await records.answer(submissionId, outcome, words, call)
  })
}

/** A participant's progress after the past weeks. */
function progressOf(record: OwnRecord | undefined, pastWeeks: readonly number[]) {
  const assignments = (record?.assignments ?? []).map(({ number, state }) => ({ number, state }))
  const missed = pastWeeks.filter(
    (week) => !assignments.some(({ number, state }) => number === week && state !== 'returned'),
  )
  const spare = programWeeks - assignmentsNeeded
  return {
    weeksAttended: record?.weeksAttended ?? [],
    labs: (record?.labs ?? []).map(({ on: _, ...lab }) => lab),
    assignments,
    coaching: [...(record?.coaching ?? [])].map(([session, at]) => ({ session, at })),
    missed,
    standing:
      missed.length > spare
        ? ('below' as const)
        : missed.length === spare
          ? ('at-risk' as const)
          : ('on-track' as const),
  }
}
