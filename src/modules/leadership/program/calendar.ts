import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import type { Participant } from './participants.ts'
import type { Booking } from './record-lists.ts'
import { sessionsOf } from './sessions.ts'

/** Of a private session. */
const coachingMinutes = 50
/** A session that is booked anew has a higher sequence: the seconds since then. */
const firstBooking = Date.UTC(2026, 0, 1)

export interface CalendarOf extends Participant {
  /** Name of the site, and where its program page is. */
  brand: string
  page: string
  /** The part of the identifiers behind the @. */
  host: string
  coaching: readonly Booking[]
  /** When it is written. */
  now: Date
}

/**
 * The sessions of a participant as an iCalendar file (RFC 5545). Moments are UTC, so that no program has to know the rules
 * of a time zone. A session keeps its identifier when the cohort moves, with a higher sequence.
 * @param only The id of one session, `w3-l1` of a lab, `c1` of the coaching; all of them when absent. Null for a session that there is not.
 */
export function calendarOf(given: CalendarOf, only?: string): string | null {
  const { cohort, holdsPlace, brand, page, host, now } = given
  const file = ical({
    name: `${brand} program`,
    prodId: { company: brand, product: 'program', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: 3_600,
  })
  // A place that was given back leaves nothing; a cohort that is cancelled is told as cancelled.
  const isKnown = holdsPlace || cohort.cancelled
  const wanted = (id: string): boolean => isKnown && (only === undefined || id === only)
  const status = cohort.cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED
  for (const { id, week, lab, startsAt, endsAt } of sessionsOf(cohort).filter((each) => wanted(each.id))) {
    const join = cohort.links.join[lab - 1] || null
    const times = cohort.labs.length
    file.createEvent({
      id: `${cohort.id}-${id}@${host}`,
      sequence: cohort.revision,
      start: startsAt,
      end: endsAt,
      stamp: now,
      summary: `Live lab, week ${week} (${brand})`,
      description: [
        times > 1 ? `This lab is held at ${times} times: join one of them.` : null,
        join === null ? 'The link to join is on your program page.' : `Join: ${join}`,
        `Your program: ${page}`,
      ]
        .filter((line) => line !== null)
        .join('\n'),
      ...(join === null ? {} : { location: join }),
      url: page,
      status,
    })
  }
  for (const { session, at, bookedAt } of given.coaching.filter((each) => wanted(`c${each.session}`)))
    file.createEvent({
      id: `${given.orderId}-c${session}@${host}`,
      sequence: Math.floor((bookedAt.getTime() - firstBooking) / 1_000) + cohort.revision,
      start: at,
      end: new Date(at.getTime() + coachingMinutes * 60_000),
      stamp: now,
      summary: `Private coaching, session ${session} (${brand})`,
      description: `Your program: ${page}`,
      url: page,
      status,
    })
  return only !== undefined && file.length() === 0 ? null : file.toString()
}
