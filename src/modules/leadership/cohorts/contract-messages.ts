import { z } from 'zod'
import { endpoint } from '#platform/contract/endpoint.ts'
import { InputId } from '#platform/contract/input-id.ts'
import { answer, Moment } from '#platform/contract/wire.ts'
import { staffRoles } from '#platform/kernel/actor.ts'

const ofCohort = z.object({ id: InputId })

export const sendMessage = endpoint({
  method: 'POST',
  path: '/api/admin/cohorts/:id/messages',
  summary: 'Write a mail to participants of a cohort; a repeated call with the same id sends nothing',
  access: { staff: ['editor', 'finance'] },
  params: ofCohort,
  body: z.object({
    messageId: InputId,
    subject: z.string().trim().min(1, 'is needed').max(150, 'must have at most 150 characters'),
    /** Empty lines separate paragraphs; https addresses become links. */
    text: z.string().trim().min(1, 'is needed').max(10_000, 'must have at most 10,000 characters'),
    /** The orders of the recipients, as the caller saw them. */
    orderIds: z.array(InputId).min(1, 'must name somebody').max(500),
  }),
  response: answer({
    /** A person with two places gets one mail. */
    recipients: z.number().int(),
  }),
})

export const cohortMessages = endpoint({
  method: 'GET',
  path: '/api/admin/cohorts/:id/messages',
  summary: 'The mails that staff wrote to participants of a cohort, the newest first',
  access: { staff: staffRoles },
  params: ofCohort,
  response: answer({
    messages: z.array(
      z.object({
        id: z.uuid(),
        /** Null for viewers, as the text, because both may name people. Empty after all recipients were erased. */
        subject: z.string().nullable(),
        text: z.string().nullable(),
        /** The name of a staff account. */
        by: z.string(),
        sentAt: Moment,
        recipients: z.number().int(),
        /** The number of mails that the mail server accepted. */
        delivered: z.number().int(),
        /** The number of recipients who no longer had a place in the cohort, or an account, when the mail was due. */
        dropped: z.number().int(),
      }),
    ),
  }),
})
