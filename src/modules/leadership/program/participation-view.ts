import { dayIn } from '#platform/kernel/time-zone.ts'
import { lastDay, programWeeks } from '../domain/cohort-plan.ts'
import type { Participation } from './contract-participation.ts'
import type { Participant } from './participants.ts'
import type { OwnRecord } from './record-lists.ts'
import { daysOfWeek, sessionsOf } from './sessions.ts'

/** A participant's program for the program page. Links are included only with a place. */
export function participationView(
  { orderId, cohort, holdsPlace, showsName, cohortChanged }: Participant,
  record: OwnRecord | undefined,
  calendar: string,
  people: string[],
  organization: string | null,
  now: Date,
): Participation {
  const { id, startsOn, timeZone, cancelled, links } = cohort
  const begun = dayIn(timeZone, now) >= startsOn
  const weeks = Array.from({ length: programWeeks }, (_, at) => at + 1)
  return {
    orderId,
    organization,
    holdsPlace,
    cohort: { id, startsOn, endsOn: lastDay(startsOn), timeZone, cancelled },
    begun,
    sessions: sessionsOf(cohort).map((session) => ({
      ...session,
      join: holdsPlace ? links.join[session.lab - 1] || null : null,
    })),
    weeks: weeks.map((week) => ({
      week,
      ...daysOfWeek(startsOn, week),
      material: holdsPlace
        ? links.material.filter((each) => each.week === week).map(({ title, url }) => ({ title, url }))
        : [],
    })),
    coaching: {
      link: holdsPlace ? links.coaching || null : null,
      windows: cohort.coachingWeeks.map((week, at) => ({
        session: at + 1,
        week,
        ...daysOfWeek(startsOn, week),
        bookedFor: record?.coaching.get(at + 1) ?? null,
      })),
    },
    weeksAttended: record?.weeksAttended ?? [],
    assignments: (record?.assignments ?? []).map(({ text, link, words, ...assignment }) => ({
      ...assignment,
      text: text ?? '',
      link: link ?? '',
      words: words ?? '',
    })),
    people,
    showsName,
    change: begun ? 'begun' : cohortChanged ? 'used' : 'possible',
    calendar,
  }
}
