import { z } from 'zod'
import { defineJob, triesOverDays } from '#platform/jobs/job-definition.ts'

/** The payment of an order was disputed, won, lost, refunded, taken back or paid again. The job updates the credential to the order's standing when it runs. */
export const followPayment = defineJob({
  queue: 'program.follow-payment',
  data: z.object({ orderId: z.uuid() }),
  retryLimit: triesOverDays,
})
