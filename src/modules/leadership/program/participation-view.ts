import { lastDay, programWeeks } from '../domain/cohort-plan.ts'
import type { Participation } from './contract-participation.ts'
import type { Participant } from './participants.ts'
import { daysOfWeek, sessionsOf } from './sessions.ts'

/** A participant's program as the own page shows it. Without a place it has no links. */
export function participationView(
  { orderId, cohort, holdsPlace }: Participant,
  calendar: string,
): Participation {
  const { id, startsOn, timeZone, cancelled, links } = cohort
  const weeks = Array.from({ length: programWeeks }, (_, at) => at + 1)
  return {
    orderId,
    holdsPlace,
    cohort: { id, startsOn, endsOn: lastDay(startsOn), timeZone, cancelled },
    sessions: sessionsOf(cohort).map(({ startsAt, endsAt, ...session }) => ({
      ...session,
      startsAt: startsAt.toISOString(),
      endsAt: endsAt.toISOString(),
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
      })),
    },
    calendar,
  }
}
