import { z } from 'zod'
import { endpoint } from '#platform/contract/endpoint.ts'
import { InputId } from '#platform/contract/input-id.ts'
import { staffRoles } from '#platform/kernel/actor.ts'

const success = z.literal(true)
const ofCohort = z.object({ id: InputId })

export const sendMessage = endpoint({
  method: 'POST',
  path: '/api/admin/cohorts/:id/messages',
  summary: 'Write a mail to participants of a cohort; a repeat with the same id sends nothing again',
  access: { staff: ['editor', 'finance'] },
  params: ofCohort,
  body: z.object({
    messageId: InputId,
    subject: z.string().trim().min(1, 'is needed').max(150, 'must have at most 150 characters'),
    /** Empty lines part its paragraphs; addresses of https become links. */
    text: z.string().trim().min(1, 'is needed').max(10_000, 'must have at most 10,000 characters'),
    /** Orders of the participants that get it, as they were shown. */
    orderIds: z.array(InputId).min(1, 'must name somebody').max(500),
  }),
  response: z.object({
    success,
    /** Each person is written to once, also with two places. */
    recipients: z.number().int(),
  }),
})

export const cohortMessages = endpoint({
  method: 'GET',
  path: '/api/admin/cohorts/:id/messages',
  summary: 'The mails that staff wrote to participants of a cohort, the newest first',
  access: { staff: staffRoles },
  params: ofCohort,
  response: z.object({
    success,
    messages: z.array(
      z.object({
        id: z.uuid(),
        /** Null for viewers, as the text: they may speak of people. Empty once everybody who got it is erased. */
        subject: z.string().nullable(),
        text: z.string().nullable(),
        /** The name of a staff account. */
        by: z.string(),
        sentAt: z.iso.datetime(),
        recipients: z.number().int(),
        /** So many of them have left our mail server. */
        delivered: z.number().int(),
        /** So many had no place in the cohort any more, or no account, when the mail was due. */
        dropped: z.number().int(),
      }),
    ),
  }),
})
