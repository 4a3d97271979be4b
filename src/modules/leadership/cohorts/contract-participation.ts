import { z } from 'zod'
import { endpoint } from '#platform/contract/endpoint.ts'
import { InputId } from '#platform/contract/input-id.ts'
import { answer, Done, Moment } from '#platform/contract/wire.ts'
import { staffRoles } from '#platform/kernel/actor.ts'
import { programWeeks } from './domain/cohort-plan.ts'
import { finalAccount } from './domain/cohort-record.ts'

const week = z.number().int().min(1).max(programWeeks)
/** What is to be handed in, and what counts as done; '' for no word of it. */
const work = { assignment: z.string(), done: z.string() }

/** A link for participants: https only. */
export const SecureLink = z
  .url({ protocol: /^https$/, hostname: z.regexes.domain, error: 'must be a link that begins with https://' })
  .max(500, 'must have at most 500 characters')

export const CohortLinks = z.object({
  /** The links of the weekly labs, in the order of the plan; '' for none yet. */
  join: z.array(z.union([z.literal(''), SecureLink])).max(4),
  coaching: z.union([z.literal(''), SecureLink]),
  /** The forum of the cohort. */
  community: z.union([z.literal(''), SecureLink]).optional(),
})
export type CohortLinks = z.output<typeof CohortLinks>

const Session = z.object({
  id: z.string(),
  week,
  /** The position of the lab in the plan, from 1. */
  lab: z.number().int(),
  startsAt: Moment,
  endsAt: Moment,
  /** Null if there is no link yet. */
  join: z.string().nullable(),
  /** The link to the recording; null if there is none yet. */
  recording: z.string().nullable(),
})
export type Session = z.output<typeof Session>

export const AssignmentState = z.enum(['waiting', 'accepted', 'returned'])

const Assignment = z.object({
  /** The week, 13 for the final account. */
  number: z.number().int(),
  state: AssignmentState,
  text: z.string(),
  link: z.string(),
  /** The coach's comment; '' for none. */
  words: z.string(),
  handedInAt: Moment,
  answeredAt: Moment.nullable(),
})
export type Assignment = z.output<typeof Assignment>

const Week = z.object({
  week,
  /** Days of the cohort's time zone: `2027-03-01`. */
  from: z.string(),
  to: z.string(),
  theme: z.string(),
  lab: z.string(),
  ...work,
  material: z.array(z.object({ title: z.string(), url: z.string() })),
})

/** The program of one participant. */
export const Participation = z.object({
  /** The id of the participant's order, or of the seat that an organization bought. */
  orderId: z.uuid(),
  /** The organization that bought the seat, '' for an unknown name; null for an own order. */
  organization: z.string().nullable(),
  /** Links are included only with a place. */
  holdsPlace: z.boolean(),
  cohort: z.object({
    id: z.uuid(),
    startsOn: z.string(),
    endsOn: z.string(),
    timeZone: z.string(),
    cancelled: z.boolean(),
  }),
  /** True from the first day on, in the cohort's time zone. */
  begun: z.boolean(),
  /** Ordered by start. */
  sessions: z.array(Session),
  weeks: z.array(Week),
  finalAccount: z.object(work),
  /** The name of the cohort's coach; '' if none is named. */
  coach: z.string(),
  /** The forum of the cohort; null if it has none. */
  community: z.string().nullable(),
  coaching: z.object({
    /** The page on which coaching is booked; null if the coach arranges it. */
    link: z.string().nullable(),
    windows: z.array(
      z.object({
        session: z.number().int(),
        week,
        from: z.string(),
        to: z.string(),
        bookedFor: Moment.nullable(),
      }),
    ),
  }),
  /** Weeks. */
  weeksAttended: z.array(z.number().int()),
  /** Ordered by number; only those that were submitted. */
  assignments: z.array(Assignment),
  /** First names of the cohort's participants who agreed, including the caller's. */
  people: z.array(z.string()),
  /** The caller's peer group, with the first names of the others in it who agreed; null without one. */
  group: z.object({ number: z.number().int(), people: z.array(z.string()) }).nullable(),
  showsName: z.boolean(),
  /** Whether the organization of the seat may see the progress; null before the participant has said so. */
  sharesReport: z.boolean().nullable(),
  /** Whether the participant can change the cohort, otherwise why not. */
  change: z.enum(['possible', 'used', 'begun']),
  /** The address of the private calendar. */
  calendar: z.url(),
  /** Hours attended, in quarters, and the address of the record of hours (PDF), which opens for everybody who has it. */
  hours: z.object({ sum: z.number(), address: z.url() }),
})
export type Participation = z.output<typeof Participation>

const ofOrder = z.object({ orderId: InputId })

export const myProgram = endpoint({
  method: 'GET',
  path: '/api/program',
  summary: 'My paid places in cohorts; the latest choice first',
  access: 'customer',
  response: answer({
    participations: z.array(Participation),
    /** Seats that the caller has claimed. For a seat without a place, its organization must choose a date. */
    seats: z.array(z.object({ id: z.uuid(), organization: z.string() })),
  }),
})

export const renewCalendar = endpoint({
  method: 'POST',
  path: '/api/program/:orderId/calendar',
  summary: 'Give the private calendar a new address; the old one ends',
  access: 'customer',
  params: ofOrder,
  response: answer({ calendar: z.url() }),
})

export const showMyName = endpoint({
  method: 'PUT',
  path: '/api/program/:orderId/name',
  summary: 'Show my first name to the people of my cohort, or hide it',
  access: 'customer',
  params: ofOrder,
  body: z.object({ shown: z.boolean() }),
  response: Done,
})

export const shareMyProgress = endpoint({
  method: 'PUT',
  path: '/api/program/:orderId/sharing',
  summary: 'Let the organization that bought the seat see my progress, or not; changed at any time',
  access: 'customer',
  params: ofOrder,
  body: z.object({ shared: z.boolean() }),
  response: Done,
})

export const changeMyCohort = endpoint({
  method: 'POST',
  path: '/api/program/:orderId/cohort',
  summary: 'Change my cohort, once, before it has begun',
  access: 'customer',
  params: ofOrder,
  body: z.object({ cohortId: InputId }),
  response: Done,
})

export const sessionFile = endpoint({
  method: 'GET',
  path: '/api/program/:orderId/sessions/:session',
  summary: 'One live lab, or private session that has a time, as a calendar file',
  access: 'customer',
  params: ofOrder.extend({
    session: z.string().regex(/^(w\d{1,2}-l\d|c\d)$/, 'must be a session such as w1-l1 or c1'),
  }),
  response: 'stream',
})

export const hoursRecord = endpoint({
  method: 'GET',
  path: '/hours/:file',
  summary: 'The record of hours of one participant (PDF), as it is now; its address is its permission',
  access: 'public',
  limit: { points: 60, seconds: 60 },
  params: z.object({ file: z.string().max(120) }),
  response: 'stream',
})

export const calendarFeed = endpoint({
  method: 'GET',
  path: '/calendar/:file',
  summary:
    'The calendar of one participant, for programs that subscribe to it; its address is its permission',
  access: 'public',
  limit: { points: 120, seconds: 60 },
  params: z.object({ file: z.string().max(120) }),
  response: 'stream',
})

/** The name is in no event, so that it can be removed. */
const coach = z.string().trim().max(80)
const cohortLinks = answer({ links: CohortLinks, coach })
const params = z.object({ id: InputId })

export const readCohortLinks = endpoint({
  method: 'GET',
  path: '/api/admin/cohorts/:id/links',
  summary: 'The links to the labs of a cohort and to its coaching, and the name of its coach',
  access: { staff: staffRoles },
  params,
  response: cohortLinks,
})

export const changeCohortLinks = endpoint({
  method: 'PUT',
  path: '/api/admin/cohorts/:id/links',
  summary: 'Set the links to the labs of a cohort and to its coaching, and the name of its coach',
  access: { staff: ['editor', 'finance'] },
  params,
  body: CohortLinks.extend({ coach: coach.default('') }),
  response: cohortLinks,
})

/** A week of a cohort, or the final account. */
const CohortWeek = z.object({
  theme: z.string().trim().max(200),
  lab: z.string().trim().max(2_000),
  assignment: z.string().trim().max(2_000),
  done: z.string().trim().max(2_000),
  material: z.array(z.object({ title: z.string().trim().min(1).max(120), url: SecureLink })).max(20),
  /** The links to the recordings of the labs, in the order of the plan; '' for none yet. */
  recordings: z.array(z.union([z.literal(''), SecureLink])).max(4),
})
export type CohortWeek = z.output<typeof CohortWeek>

export const cohortWeeks = endpoint({
  method: 'GET',
  path: '/api/admin/cohorts/:id/weeks',
  summary: 'The weeks of a cohort, from the first to the last, and its final account',
  access: { staff: staffRoles },
  params,
  response: answer({ weeks: z.array(CohortWeek) }),
})

export const changeCohortWeek = endpoint({
  method: 'PUT',
  path: '/api/admin/cohorts/:id/weeks/:week',
  summary:
    'Change a week of a cohort, 13 for the final account; neither the published syllabus nor another cohort changes',
  access: { staff: ['editor', 'finance'] },
  params: params.extend({ week: z.coerce.number().int().min(1).max(finalAccount) }),
  body: CohortWeek,
  response: Done,
})
