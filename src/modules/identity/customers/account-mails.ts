import { z } from 'zod'
import { defineJob, type JobRequest } from '#platform/jobs/job-definition.ts'

/** The mails of an account that a transaction enqueues; their texts are in `identity-mails.ts`. */
export const accountMail = defineJob({
  queue: 'identity.mail',
  data: z.discriminatedUnion('mail', [
    z.object({ mail: z.literal('welcome'), customerId: z.string() }),
    z.object({ mail: z.literal('password-changed'), customerId: z.string(), at: z.iso.datetime() }),
  ]),
  retryLimit: 10,
})

export const welcomeMail = (customerId: string): JobRequest =>
  accountMail.request({ mail: 'welcome', customerId }, { key: `welcome-${customerId}` })

/** @param changeId unique for this change */
export const passwordChangedMail = (customerId: string, at: Date, changeId: string): JobRequest =>
  accountMail.request(
    { mail: 'password-changed', customerId, at: at.toISOString() },
    { key: `password-changed-${changeId}` },
  )
