import { z } from 'zod'
import { MomentText } from '#platform/contract/dates.ts'
import { endpoint } from '#platform/contract/endpoint.ts'
import { InputId } from '#platform/contract/input-id.ts'
import { answer, Done, Moment } from '#platform/contract/wire.ts'
import { staffRoles } from '#platform/kernel/actor.ts'
import { AssignmentState, SecureLink } from './contract-participation.ts'
import { programWeeks } from './domain/cohort-plan.ts'
import { finalAccount } from './domain/cohort-record.ts'

const week = z.number().int().min(1).max(programWeeks)
const assignment = z.coerce.number().int().min(1).max(finalAccount)
const coaches = { staff: ['editor', 'finance'] } as const
const ofCohort = z.object({ id: InputId })

export const handInAssignment = endpoint({
  method: 'PUT',
  path: '/api/program/:orderId/assignments/:assignment',
  summary: 'Submit an assignment by its week, 13 for the final account; repeatable until it is accepted',
  access: 'customer',
  limit: { points: 60, seconds: 3600 },
  params: z.object({ orderId: InputId, assignment }),
  body: z
    .object({
      submissionId: InputId,
      text: z.string().trim().max(20_000),
      link: z.union([z.literal(''), SecureLink]),
    })
    .refine(({ text, link }) => text !== '' || link !== '', {
      path: ['text'],
      message: 'Write a text, or give a link.',
    }),
  response: Done,
})

const Standing = z.enum(['on-track', 'at-risk', 'below'])

export const cohortRecords = endpoint({
  method: 'GET',
  path: '/api/admin/cohorts/:id/records',
  summary:
    'Attendance, assignments and coaching of the participants of a cohort; those with most missed weeks first',
  access: { staff: staffRoles },
  params: ofCohort,
  response: answer({
    coachingSessions: z.number().int(),
    participants: z.array(
      z.object({
        orderId: z.uuid(),
        /** Null for an erased person, and for viewers. */
        name: z.string().nullable(),
        weeksAttended: z.array(z.number().int()),
        labs: z.array(z.object({ week, lab: z.number().int(), minutes: z.number().int() })),
        assignments: z.array(z.object({ number: z.number().int(), state: AssignmentState })),
        coaching: z.array(z.object({ session: z.number().int(), at: Moment })),
        /** Past weeks without an accepted or waiting assignment. */
        missed: z.array(z.number().int()),
        /** `at-risk`: after one more missed week, ten of twelve cannot be reached in time; `below`: only with late assignments. */
        standing: Standing,
      }),
    ),
  }),
})

/** The number of a lab in the plan, from 1. */
const lab = z.number().int().min(1).max(4).default(1)
const Minutes = z.number().int().min(0).max(1_440)

export const recordCohortAttendance = endpoint({
  method: 'POST',
  path: '/api/admin/cohorts/:id/attendance',
  summary: 'Record who attended a lab of a week, with minutes; without minutes it is the whole lab',
  access: coaches,
  params: ofCohort,
  body: z.object({
    week,
    lab,
    attended: z.array(InputId).max(500),
    withdrawn: z.array(InputId).max(500),
    minutes: z.record(InputId, Minutes).default({}),
  }),
  response: Done,
})

export const readCohortAttendance = endpoint({
  method: 'POST',
  path: '/api/admin/cohorts/:id/attendance/list',
  summary:
    'Read the participant list of a meeting (Zoom or Teams, CSV), or lines of names; nothing is stored',
  access: coaches,
  bodyLimit: 500_000,
  params: ofCohort,
  body: z.object({
    text: z.string().max(400_000),
    /** What staff chose for names that no participant has. */
    chosen: z.array(z.object({ written: z.string(), orderId: InputId })).max(500),
  }),
  response: answer({
    /** Whether it is the list of a meeting: it replaces what is recorded for the lab. */
    isFile: z.boolean(),
    /** When the first participant joined, as the list writes it; '' if it does not. */
    begins: z.string(),
    /** Minutes from which on a participant has attended. */
    threshold: z.number().int(),
    people: z.array(z.object({ orderId: z.uuid(), minutes: Minutes.nullable() })),
    /** What names no participant, or more than one. */
    unmatched: z.array(
      z.object({ written: z.string(), minutes: Minutes.nullable(), why: z.enum(['unknown', 'ambiguous']) }),
    ),
  }),
})

export const bookCohortCoaching = endpoint({
  method: 'PUT',
  path: '/api/admin/cohorts/:id/coaching',
  summary: 'Record when a private session takes place; null if it was cancelled',
  access: coaches,
  params: ofCohort,
  body: z.object({
    orderId: InputId,
    session: z.number().int().min(1).max(4),
    at: MomentText.nullable(),
  }),
  response: Done,
})

export const waitingAssignments = endpoint({
  method: 'GET',
  path: '/api/admin/assignments',
  summary: 'Assignments of all cohorts that wait for an answer, the oldest first',
  access: coaches,
  response: answer({
    assignments: z.array(
      z.object({
        submissionId: z.uuid(),
        orderId: z.uuid(),
        cohortId: z.uuid(),
        name: z.string().nullable(),
        number: z.number().int(),
        /** What was asked for: of the cohort's week, or of the final account. */
        asked: z.object({ theme: z.string(), assignment: z.string(), done: z.string() }),
        handedInAt: Moment,
        text: z.string(),
        link: z.string(),
      }),
    ),
  }),
})

export const answerAssignment = endpoint({
  method: 'POST',
  path: '/api/admin/assignments/:submissionId/answer',
  summary: 'Accept an assignment, or return it with a comment',
  access: coaches,
  params: z.object({ submissionId: InputId }),
  body: z
    .object({ outcome: z.enum(['accepted', 'returned']), words: z.string().trim().max(5_000) })
    .refine(({ outcome, words }) => outcome === 'accepted' || words !== '', {
      path: ['words'],
      message: 'Say what is missing: the participant reads it.',
    }),
  response: Done,
})
