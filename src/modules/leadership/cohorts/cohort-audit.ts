import type { AuditChange, AuditEntry } from '#platform/audit/audit-log.ts'
import { type Cohort, type CohortEvent, evolve } from './domain/cohort.ts'
import type { CohortLinks } from './domain/program-links.ts'
import { noWeek, type ProgramWeek } from './domain/program-weeks.ts'

/**
 * The audit entry of an event that staff caused; null for an event that follows from another one. Orders are named by their
 * ids, because audit entries are never deleted.
 * @param before the cohort before the event
 */
export function auditOf(before: Cohort, event: CohortEvent, by: string): AuditEntry | null {
  const described = actionOf(before, event)
  if (described === null) return null
  const [action, changes] = described
  const { plan } = evolve(before, event)
  return { by, action, subject: cohortSubject(plan?.startsOn ?? ''), changes }
}

/** The subject of audit entries about a cohort. */
export const cohortSubject = (startsOn: string): string => `Cohort of ${startsOn}`

function actionOf(before: Cohort, event: CohortEvent): [action: string, changes: AuditChange[]] | null {
  const size = Object.keys(before.places).length
  switch (event.type) {
    case 'CohortOpened':
      return [
        'Opened a cohort',
        [
          { path: 'starts on', after: event.data.startsOn },
          { path: 'places', after: event.data.capacity },
          ...(event.data.organizationId ? [{ path: 'organization', after: event.data.organizationId }] : []),
        ],
      ]
    case 'CohortMoved': {
      const [old, now] = [before.plan?.startsOn, event.data.startsOn]
      const changes = old === now ? [] : [{ path: 'starts on', before: old, after: now }]
      return ['Changed the dates of a cohort', changes]
    }
    case 'CapacityChanged':
      return [
        'Changed the places of a cohort',
        [{ path: 'places', before: size, after: event.data.capacity }],
      ]
    case 'CohortCancelled':
      return ['Cancelled a cohort', []]
    case 'LinksChanged':
      return ['Changed the links of a cohort', changesOf(textsOf(before.links), textsOf(event.data))]
    case 'GroupsChanged':
      return [
        'Changed the groups of a cohort',
        Object.entries(event.data.groups).map(([place, after]) => ({
          path: `place ${place}`,
          before: before.groups[Number(place)] ?? null,
          after,
        })),
      ]
    case 'WeekChanged': {
      const { week, content } = event.data
      const [old, now] = [before.weeks[week] ?? noWeek, content].map(textsOfWeek)
      const changes = changesOf(old!, now!).map(({ path, ...each }) => ({
        path: `week ${week}: ${path}`,
        ...each,
      }))
      return ['Changed a week of a cohort', changes]
    }
    case 'AttendanceRecorded': {
      const { week, attended, withdrawn } = event.data
      return [
        'Recorded attendance',
        [
          { path: 'week', after: week },
          { path: 'attended', after: attended.length },
          { path: 'withdrawn', after: withdrawn.length },
        ],
      ]
    }
    case 'AssignmentAnswered': {
      const { assignment, orderId, outcome } = event.data
      return [
        'Answered an assignment',
        [{ path: `assignment ${assignment} of order ${orderId}`, after: outcome }],
      ]
    }
    case 'CoachingBooked': {
      const { session, orderId, at } = event.data
      return ['Changed a private session', [{ path: `session ${session} of order ${orderId}`, after: at }]]
    }
    default:
      return null
  }
}

/** The texts that changed. */
function changesOf(old: Record<string, string>, now: Record<string, string>): AuditChange[] {
  return Object.keys(now)
    .map((path) => ({ path, before: old[path], after: now[path] }))
    .filter((each) => each.before !== each.after)
}

const textsOf = ({ join, coaching, community }: CohortLinks): Record<string, string> => ({
  'lab links': join.join(' '),
  'coaching link': coaching,
  'forum link': community ?? '',
})

const textsOfWeek = ({ material, recordings, ...texts }: ProgramWeek): Record<string, string> => ({
  ...texts,
  material: material.map(({ title, url }) => `${title} ${url}`).join(', '),
  recordings: recordings.join(' '),
})
