import { z } from 'zod'
import { defineJob, triesOverDays } from '#platform/jobs/job-definition.ts'

/** The payment of an order was disputed, won, lost or given back: its credential follows, as the order stands when this runs. */
export const followPayment = defineJob({
  queue: 'program.follow-payment',
  data: z.object({ orderId: z.uuid() }),
  retryLimit: triesOverDays,
})
