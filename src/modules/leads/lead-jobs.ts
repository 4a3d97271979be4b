import { z } from 'zod'
import { defineJob, triesOverDays } from '#platform/jobs/job-definition.ts'

/** The jobs of an accepted lead; their handlers are in `lead-mails.ts`. */
const data = z.object({ leadId: z.string() })

export const thankYou = defineJob({ queue: 'leads-thank-you', data, retryLimit: triesOverDays })
export const notifyStaff = defineJob({ queue: 'leads-notify-staff', data, retryLimit: triesOverDays })
