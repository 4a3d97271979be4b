import ical, { ICalEventStatus } from 'ical-generator'
import { coachingMinutes } from './domain/cohort-record.ts'
import { noWeek } from './domain/program-weeks.ts'
import type { Participant } from './participants.ts'
import type { Booking } from './record-lists.ts'
import { sessionsOf } from './sessions.ts'

/** Origin of the sequence numbers of private sessions, which count seconds: a later booking has a higher one. */
const firstBooking = Date.UTC(2026, 0, 1)

export interface CalendarInput extends Participant {
  /** The site's name, and the address of its program page. */
  brand: string
  page: string
  /** The part of the identifiers after the @. */
  host: string
  coaching: readonly Booking[]
  /** The time stamp of the file. */
  now: Date
}

/**
 * The sessions of a participant as an iCalendar file (RFC 5545). Times are UTC, so that clients need no time zone rules. A
 * session keeps its identifier when the cohort moves, with a higher sequence.
 * @param only the id of one session, such as `w3-l1` of a lab or `c1` of the coaching; all sessions if absent
 * @returns null for an unknown session
 */
export function calendarOf(input: CalendarInput, only?: string): string | null {
  const { cohort, holdsPlace, brand, page, host, now } = input
  const file = ical({
    name: `${brand} program`,
    prodId: { company: brand, product: 'program', language: 'EN' },
    ttl: 3_600,
  })
  // Without a place the calendar is empty; the sessions of a cancelled cohort are listed as cancelled.
  const isListed = holdsPlace || cohort.cancelled
  const isIncluded = (id: string): boolean => isListed && (only === undefined || id === only)
  const status = cohort.cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED
  for (const { id, week, lab, startsAt, endsAt } of sessionsOf(cohort).filter((each) =>
    isIncluded(each.id),
  )) {
    const join = cohort.links.join[lab - 1] || null
    const times = cohort.labs.length
    const { theme, lab: content, assignment } = cohort.weeks[week - 1] ?? noWeek
    file.createEvent({
      id: `${cohort.id}-${id}@${host}`,
      sequence: cohort.revision,
      start: startsAt,
      end: endsAt,
      stamp: now,
      summary: `Live lab, week ${week}${theme && `: ${theme}`} (${brand})`,
      description: [
        content,
        assignment && `To hand in: ${assignment}`,
        times > 1 ? `This lab is held at ${times} times: join one of them.` : null,
        join === null ? 'The link to join is on your program page.' : `Join: ${join}`,
        `Your program: ${page}`,
      ]
        .filter((line) => line !== null && line !== '')
        .join('\n'),
      ...(join === null ? {} : { location: join }),
      url: page,
      status,
    })
  }
  for (const { session, at, bookedAt } of input.coaching.filter((each) => isIncluded(`c${each.session}`)))
    file.createEvent({
      id: `${input.orderId}-c${session}@${host}`,
      sequence: Math.floor((bookedAt.getTime() - firstBooking) / 1_000) + cohort.revision,
      start: at,
      end: new Date(at.getTime() + coachingMinutes * 60_000),
      stamp: now,
      summary: `Private coaching, session ${session} (${brand})`,
      description: `Your program: ${page}`,
      url: page,
      status,
    })
  return only !== undefined && file.length() === 0 ? null : `${file.toString()}\r\n`
}
