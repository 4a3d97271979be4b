import { z } from 'zod'

const tag = z.string().max(200).optional()
const Touch = z.object({
  source: tag,
  medium: tag,
  campaign: tag,
  term: tag,
  content: tag,
  referrer: z.string().max(500).optional(),
  landingPage: z.string().max(500).optional(),
})

/** Where a visit came from, as the browser reports it with a form. */
export const Attribution = z.object({
  first: Touch.optional(),
  last: Touch.optional(),
  /** The visitor agreed to measuring or advertising. */
  agreed: z.boolean().optional(),
})
