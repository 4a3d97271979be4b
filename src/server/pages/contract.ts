import { z } from 'zod'
import { endpoint } from '#platform/contract/endpoint.ts'
import { answer, Moment } from '#platform/contract/wire.ts'

/** The configuration that the browser needs before it renders. Not secret: it is the same for every visitor. */
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
  /** Whether calls send a `traceparent`. */
  tracing: z.boolean(),
  /** The start of the next cohort: the date of the next open one, else the owner's text; empty when neither is known. */
  nextCohort: z.string(),
  /** The dates that can be booked when this answer was made; `GET /api/cohorts` has the current number of places left. */
  cohorts: z.array(
    z.object({
      id: z.string(),
      startsOn: z.string(),
      endsOn: z.string(),
      timeZone: z.string(),
      labs: z.array(z.object({ weekday: z.number(), time: z.string(), minutes: z.number() })),
      placesLeft: z.number(),
      /** Absent for the usual weeks, because every page has this answer within its first bytes. */
      coachingWeeks: z.array(z.number()).optional(),
    }),
  ),
  /** Whether consumers in the EU have a right to withdraw; absent when not, as every page has this answer. */
  euConsumers: z.literal(true).optional(),
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

export const securityContact = endpoint({
  method: 'GET',
  path: '/.well-known/security.txt',
  summary: 'Whom to tell about a weakness of the site (RFC 9116)',
  access: 'public',
  limit: { points: 240, seconds: 60 },
  response: 'stream',
})

export const passwordPage = endpoint({
  method: 'GET',
  path: '/.well-known/change-password',
  summary: 'Leads a password manager to the page where a customer changes the password',
  access: 'public',
  limit: { points: 240, seconds: 60 },
  response: 'stream',
})

export const moveClock = endpoint({
  method: 'POST',
  path: '/api/dev/clock',
  summary: 'Moves the clock of the site and the payment lab forward together',
  access: 'public',
  developmentOnly: true,
  /** Milliseconds, at most 60 days per call. */
  body: z.object({ advanceMs: z.number().int().min(0).max(5_184_000_000) }),
  response: answer({ now: Moment }),
})
