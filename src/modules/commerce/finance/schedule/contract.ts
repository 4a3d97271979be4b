import { z } from 'zod'
import { endpoint } from '#platform/contract/endpoint.ts'
import { Amount, answer, priced } from '#platform/contract/wire.ts'

export const ScheduleLine = priced(
  z.object({
    /** `2026-11`, in the time zone of the books; months to come follow from the dates of the cohorts as they are now. */
    period: z.string(),
    currency: z.string(),
    opening: Amount,
    invoiced: Amount,
    credited: Amount,
    /** Negative when earned income was credited. */
    recognized: Amount,
    closing: Amount,
    /** The part of `closing` that waits for a date in the program. */
    undated: Amount,
  }),
)

export const financeSchedule = endpoint({
  method: 'GET',
  path: '/api/finance/schedule',
  summary: 'Deferred income per month and currency, net of tax, with the months to come',
  access: { staff: ['finance', 'viewer'] },
  response: answer({ timeZone: z.string(), lines: z.array(ScheduleLine) }),
})
