import { z } from 'zod'
import { Day, TimeZone } from '#platform/contract/dates.ts'
import { endpoint } from '#platform/contract/endpoint.ts'
import { InputId } from '#platform/contract/input-id.ts'
import { answer, Done, Moment } from '#platform/contract/wire.ts'
import { staffRoles } from '#platform/kernel/actor.ts'

const Lab = z.object({
  /** 1 is Monday, 7 is Sunday. */
  weekday: z.number().int().min(1).max(7),
  time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 18:00'),
  minutes: z.number().int().min(15).max(480),
})

/** When a cohort runs. Days and times are those of its time zone. */
export const CohortPlan = z.object({
  startsOn: Day,
  timeZone: TimeZone,
  labs: z.array(Lab).min(1).max(4),
  /** The weeks of the private coaching sessions, from 1. */
  coachingWeeks: z.array(z.number().int().min(1).max(12)).max(4),
})

const Capacity = z.number().int().min(1).max(500)

/** A cohort as visitors see it. */
export const PublicCohort = CohortPlan.extend({
  timeZone: z.string(),
  id: z.uuid(),
  endsOn: z.string(),
  placesLeft: z.number().int(),
})
export type PublicCohort = z.output<typeof PublicCohort>

/** A cohort as staff sees it. */
export const StaffCohort = PublicCohort.extend({
  status: z.enum(['open', 'cancelled']),
  /** A private cohort: only seats of this organization can have places. */
  organizationId: z.uuid().nullable(),
  /** Its name; null for a public cohort, and for viewers. */
  organization: z.string().nullable(),
  capacity: z.number().int(),
  held: z.number().int(),
  taken: z.number().int(),
  /** Paid orders without a place; each needs another date or a refund. */
  unplaced: z.number().int(),
  /** Entries of the wait list without an offer. */
  waiting: z.number().int(),
  /** Places that are reserved for entries of the wait list. */
  offered: z.number().int(),
})
export type StaffCohort = z.output<typeof StaffCohort>

export const listCohorts = endpoint({
  method: 'GET',
  path: '/api/cohorts',
  summary: 'The cohorts that can be booked, with the places left; the soonest first',
  access: 'public',
  limit: { points: 240, seconds: 60 },
  response: answer({ cohorts: z.array(PublicCohort) }),
})

export const ownCohorts = endpoint({
  method: 'GET',
  path: '/api/organizations/:id/cohorts',
  summary: 'The private cohorts of an organization that can be booked, for its managers; the soonest first',
  access: 'customer',
  params: z.object({ id: InputId }),
  response: answer({ cohorts: z.array(PublicCohort) }),
})

const reading = { staff: staffRoles } as const
const changing = { staff: ['editor', 'finance'] } as const
const params = z.object({ id: InputId })
const Changed = answer({ cohort: StaffCohort })

export const listAllCohorts = endpoint({
  method: 'GET',
  path: '/api/admin/cohorts',
  summary: 'All cohorts with their places; by their first day',
  access: reading,
  response: answer({ cohorts: z.array(StaffCohort) }),
})

export const openCohort = endpoint({
  method: 'POST',
  path: '/api/admin/cohorts',
  summary: 'Open a cohort for sale; a repeated call with the same id changes nothing',
  access: changing,
  body: CohortPlan.extend({
    id: InputId,
    capacity: Capacity,
    /** Makes the cohort private: only seats of this organization can have places. */
    organizationId: InputId.nullable().default(null),
  }),
  response: Changed,
})

export const moveCohort = endpoint({
  method: 'PUT',
  path: '/api/admin/cohorts/:id/plan',
  summary: 'Give a cohort other dates; participants get a mail',
  access: changing,
  params,
  body: CohortPlan,
  response: Changed,
})

export const changeCohortCapacity = endpoint({
  method: 'PUT',
  path: '/api/admin/cohorts/:id/capacity',
  summary: 'Give a cohort more places, or fewer than are free',
  access: changing,
  params,
  body: z.object({ capacity: Capacity }),
  response: Changed,
})

export const cancelCohort = endpoint({
  method: 'POST',
  path: '/api/admin/cohorts/:id/cancel',
  summary: 'Cancel a cohort; buyers who have paid are offered another date or a refund',
  access: changing,
  params,
  response: Changed,
})

export const moveParticipant = endpoint({
  method: 'POST',
  path: '/api/admin/cohorts/:id/participants/:orderId/cohort',
  summary: 'Move a participant to another cohort, at any time; a repeated call changes nothing',
  access: changing,
  params: params.extend({ orderId: InputId }),
  body: z.object({
    cohortId: InputId,
    reason: z.string().trim().min(1, 'is needed').max(300, 'must have at most 300 characters'),
    /** Must be true if the buyer has requested a refund, because the move ends the request. */
    endsRefundRequest: z.boolean().default(false),
  }),
  response: Done,
})

export const exportRoster = endpoint({
  method: 'GET',
  path: '/api/admin/cohorts/:id/roster.csv',
  summary: 'The roster as CSV, safe for spreadsheets',
  access: changing,
  params,
  response: 'stream',
})

export const cohortRoster = endpoint({
  method: 'GET',
  path: '/api/admin/cohorts/:id/roster',
  summary: 'The orders of a cohort: with a taken or held place, or paid without a place',
  access: reading,
  params,
  response: answer({
    orders: z.array(
      z.object({
        orderId: z.uuid(),
        /** Null for viewers, and for an erased person. */
        name: z.string().nullable(),
        /** Null for viewers, and for an erased person. */
        email: z.string().nullable(),
        place: z.number().int().nullable(),
        /** The peer group. */
        group: z.number().int().nullable(),
        standing: z.enum(['taken', 'held', 'unplaced']),
        heldUntil: Moment.nullable(),
        refundAsked: z.boolean(),
        chosenAt: Moment,
      }),
    ),
    /** Places of groups that no participant has. */
    emptySeats: z.array(z.object({ place: z.number().int(), group: z.number().int().nullable() })),
  }),
})

export const changeGroups = endpoint({
  method: 'PUT',
  path: '/api/admin/cohorts/:id/groups',
  summary: 'Change the group of one participant',
  access: changing,
  params,
  body: z.object({ orderId: InputId, group: z.number().int().min(1).max(100).nullable() }),
  response: Done,
})

export const fillCohortGroups = endpoint({
  method: 'POST',
  path: '/api/admin/cohorts/:id/groups/fill',
  summary: 'Fill peer groups of six with the participants who are in none',
  access: changing,
  params,
  response: Done,
})
