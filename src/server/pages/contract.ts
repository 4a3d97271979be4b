import { z } from 'zod'
import { endpoint } from '#platform/contract/endpoint.ts'

/** What the browser needs to know before it draws. Nothing secret: it is the same for everybody. */
export const PublicConfig = z.object({
  brandName: z.string(),
  env: z.enum(['development', 'production']),
  publicUrl: z.string(),
  supportEmail: z.string(),
  supportPhone: z.string(),
  loadAssetsFromS3: z.boolean(),
  s3AssetsPath: z.string(),
  turnstileSiteKey: z.string(),
  enableSeoTesting: z.boolean(),
  enableLinkedInInsights: z.boolean(),
  linkedInPartnerId: z.string(),
  gaMeasurementId: z.string(),
  schedulerUrl: z.string(),
  stripeScriptUrl: z.string(),
  stripePublishableKey: z.string(),
  allowPlusAddresses: z.boolean(),
  /** Whether calls carry a `traceparent`. */
  tracing: z.boolean(),
  /** When the next cohort starts: the day of the next one that is open, else the owner's words; empty while that is open. */
  nextCohort: z.string(),
  /** The dates that can be booked, as of the moment at which this was made; `GET /api/cohorts` has the places left now. */
  cohorts: z.array(
    z.object({
      id: z.string(),
      startsOn: z.string(),
      endsOn: z.string(),
      timeZone: z.string(),
      labs: z.array(z.object({ weekday: z.number(), time: z.string(), minutes: z.number() })),
      placesLeft: z.number(),
    }),
  ),
  social: z.object({ x: z.string(), instagram: z.string(), linkedin: z.string() }),
})
export type PublicConfig = z.output<typeof PublicConfig>

export const readPublicConfig = endpoint({
  method: 'GET',
  path: '/api/config',
  summary: 'What the browser needs to know before it draws',
  access: 'public',
  limit: { points: 600, seconds: 60 },
  response: PublicConfig,
})

export const moveClock = endpoint({
  method: 'POST',
  path: '/api/dev/clock',
  summary: 'Moves the clock of the site and the payment lab forward together',
  access: 'public',
  developmentOnly: true,
  /** Milliseconds, at most 60 days at a time. */
  body: z.object({ advanceMs: z.number().int().min(0).max(5_184_000_000) }),
  response: z.object({ success: z.literal(true), now: z.iso.datetime() }),
})
