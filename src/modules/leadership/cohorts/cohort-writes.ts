import { type Expression, sql } from 'kysely'
import type { Write } from '#platform/event-log/event-log.ts'
import { writeOf } from '#platform/event-log/writes.ts'
import { startOfDay } from '#platform/kernel/time-zone.ts'
import { recordWritesOf } from './cohort-record-writes.ts'
import type { CohortEvent } from './domain/cohort.ts'
import { addDays, type CohortPlan } from './domain/cohort-plan.ts'
import type { CohortLinks } from './domain/program-links.ts'
import type { ProgramWeeks } from './domain/program-weeks.ts'
import { programTables } from './tables.ts'

type Changes =
  | ReturnType<typeof planColumns>
  | { links: CohortLinks }
  | { weeks: Expression<ProgramWeeks> }
  | { status: 'cancelled' }

/** Writes that update the tables for an event that staff caused. */
export function writesOf(id: string, event: CohortEvent, now: Date): Write[] {
  const tables = programTables()
  const places = (numbers: readonly number[]): Write[] =>
    numbers.length === 0
      ? []
      : [
          writeOf(
            tables.insertInto('program_place').values(numbers.map((placeNo) => ({ cohortId: id, placeNo }))),
          ),
        ]
  /** Reserves free places for the wait list. */
  const offerFree: Write = { text: 'select program_offer($1, $2)', values: [id, now] }
  /** Updates the cohort and increments its revision, so that calendars take the change over. */
  const revise = (columns: Changes): Write =>
    writeOf(
      tables
        .updateTable('program_cohort')
        .set((eb) => ({ ...columns, revision: eb('revision', '+', 1) }))
        .where('id', '=', id),
    )
  switch (event.type) {
    case 'CohortOpened': {
      const { capacity, weeks = {}, organizationId = null, ...plan } = event.data
      const row = { id, status: 'open' as const, organizationId, capacity, weeks, openedAt: now }
      return [
        writeOf(tables.insertInto('program_cohort').values({ ...row, ...planColumns(plan) })),
        ...places(Array.from({ length: capacity }, (_, at) => at + 1)),
      ]
    }
    case 'CohortMoved':
      // Nothing is offered after the first day. If the date is postponed, free places are offered again.
      return [revise(planColumns(event.data)), offerFree]
    case 'LinksChanged':
      return [revise({ links: event.data })]
    case 'WeekChanged': {
      const changed = JSON.stringify({ [event.data.week]: event.data.content })
      return [revise({ weeks: sql`weeks || ${changed}::jsonb` })]
    }
    case 'GroupsChanged':
      return Object.entries(event.data.groups).map(([place, groupNo]) => {
        const ofCohort = tables.updateTable('program_place').set({ groupNo }).where('cohortId', '=', id)
        return writeOf(ofCohort.where('placeNo', '=', Number(place)))
      })
    case 'CapacityChanged': {
      const { capacity, added, removed } = event.data
      return [
        writeOf(tables.updateTable('program_cohort').set({ capacity }).where('id', '=', id)),
        ...places(added),
        ...removed.map((place) =>
          writeOf(
            tables
              .deleteFrom('program_place')
              .where('cohortId', '=', id)
              .where('placeNo', '=', place)
              .where('orderId', 'is', null)
              .where('waitId', 'is', null),
          ),
        ),
        ...(added.length > 0 ? [offerFree] : []),
      ]
    }
    case 'CohortCancelled':
      return [
        revise({ status: 'cancelled' }),
        writeOf(tables.updateTable('program_place').set({ waitId: null }).where('cohortId', '=', id)),
        writeOf(
          tables
            .updateTable('program_wait')
            .set({ standing: 'cancelled', toldAt: null })
            .where('cohortId', '=', id)
            .where('standing', 'in', ['waiting', 'offered']),
        ),
      ]
    case 'PlaceReleased': {
      const { orderId } = event.data
      const free = { orderId: null, heldUntil: null, takenAt: null }
      return [
        writeOf(tables.updateTable('program_place').set(free).where('orderId', '=', orderId)),
        writeOf(
          tables
            .updateTable('program_enrollment')
            .set({ unplacedAt: now })
            .where('orderId', '=', orderId)
            .where('claim', '=', 'paid'),
        ),
      ]
    }
    case 'WaitLeft': {
      const { waitId } = event.data
      const left = { standing: 'left', email: null, mailbox: null, name: null } as const
      return [
        writeOf(tables.updateTable('program_wait').set(left).where('id', '=', waitId)),
        writeOf(tables.updateTable('program_place').set({ waitId: null }).where('waitId', '=', waitId)),
        offerFree,
      ]
    }
    case 'WaitJoined': // The row has personal data, which is in no event.
    case 'PlaceHeld':
    case 'PlaceTaken':
    case 'OfferMade':
    case 'OfferTaken':
    case 'OfferExpired':
      // Written by the orders' transactions and by the functions of the wait list.
      return []
    default:
      return recordWritesOf(id, event, now)
  }
}

const planColumns = ({ startsOn, timeZone, labs, coachingWeeks }: CohortPlan) => ({
  startsOn,
  timeZone,
  firstDayEnds: startOfDay(addDays(startsOn, 1), timeZone),
  schedule: { labs, coachingWeeks },
})
