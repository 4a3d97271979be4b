import { z } from 'zod'
import { MomentText } from '#platform/contract/dates.ts'
import { endpoint } from '#platform/contract/endpoint.ts'
import { InputId } from '#platform/contract/input-id.ts'
import { answer, Done, Moment } from '#platform/contract/wire.ts'
import { staffRoles } from '#platform/kernel/actor.ts'
import { programWeeks } from '../domain/cohort-plan.ts'
import { finalAccount } from '../domain/cohort-record.ts'
import { AssignmentState, SecureLink } from './contract-participation.ts'

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

export const recordCohortAttendance = endpoint({
  method: 'POST',
  path: '/api/admin/cohorts/:id/attendance',
  summary: 'Record attendance of the labs of a week: by order, or by lines of e-mail addresses or names',
  access: coaches,
  params: ofCohort,
  body: z.object({
    week,
    attended: z.array(InputId).max(500),
    withdrawn: z.array(InputId).max(500),
    lines: z.array(z.string().max(300)).max(600),
  }),
  response: answer({
    /** The number of participants whom the lines name. */
    placed: z.number().int(),
    /** Lines that name no participant, or more than one. */
    unplaced: z.array(z.object({ line: z.string(), why: z.enum(['unknown', 'ambiguous']) })),
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
