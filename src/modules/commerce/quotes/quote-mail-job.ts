import { z } from 'zod'
import { defineJob, triesOverDays } from '#platform/jobs/job-definition.ts'

/** The link of a quote to whoever asked for it. */
export const quoteMail = defineJob({
  queue: 'commerce.quote-mail',
  data: z.object({ quoteId: z.uuid() }),
  retryLimit: triesOverDays,
})
