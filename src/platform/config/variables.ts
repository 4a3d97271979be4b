import { z } from 'zod'
import { readCredentialKeys } from './credential-keys.ts'

/** The messages become part of the start-up message: they state the expected form and never repeat the value. */
const text = (max = 500) => z.string().max(max, `must have at most ${max} characters`).optional()

const url = (protocols: readonly string[], what: string) =>
  z
    .string()
    .refine((value) => {
      const parsed = URL.parse(value)
      return parsed !== null && protocols.includes(parsed.protocol)
    }, `must be ${what}`)
    .optional()

const webUrl = () => url(['http:', 'https:'], 'an address that starts with http:// or https://')
/** The origin of the site: addresses of credentials and their issuer's `did:web` begin with it, which cannot hold a path. */
const siteUrl = () =>
  webUrl().refine((value) => {
    const parsed = URL.parse(value ?? '')
    return parsed === null || /^https?:\/\/[^/?#@]+\/*$/i.test(parsed.href)
  }, 'must have no path, query or user: the site answers at the root of a name of its own')
const listed = (value: string): string[] =>
  value
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean)
const postgresUrl = () =>
  url(['postgres:', 'postgresql:'], 'an address like postgres://user:password@host:5432/database')

const whole = (min: number, max: number) =>
  z
    .string()
    .refine((value) => /^\d{1,9}$/.test(value) && Number(value) >= min && Number(value) <= max, {
      error: `must be a whole number from ${min} to ${max}`,
    })
    .transform(Number)
    .optional()

const flag = () =>
  z
    .string()
    .refine((value) => ['true', 'false', '1', '0'].includes(value.toLowerCase()), 'must be true or false')
    .transform((value) => ['true', '1'].includes(value.toLowerCase()))
    .optional()

const choice = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values, { error: `must be one of ${values.join(', ')}` }).optional()

const email = () => z.email({ error: 'must be an email address' }).optional()

const sender = () =>
  z
    .string()
    .refine((value) => /^(?:[^<>\r\n]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/.test(value), {
      error: 'must be an email address, or a name and an address: Name <name@example.com>',
    })
    .optional()

const stripeKey = (prefix: string) =>
  z
    .string()
    .refine((value) => new RegExp(`^(?:${prefix})_(?:test|live)_\\w+$`).test(value), {
      error: `must be a key that starts with ${prefix.replaceAll('|', ' or ')}, then _test_ or _live_`,
    })
    .optional()

/** Every variable that the product reads. `.env.example` explains each; a test compares the two lists. */
export const variables = z.object({
  APP_ENV: choice(['development', 'production']),
  PORT: whole(0, 65_535),
  HOST: text(),
  ALLOW_REMOTE_DEVELOPMENT: flag(),
  ALLOWED_HOSTS: text(2_000),
  PUBLIC_URL: siteUrl(),
  FORMER_PUBLIC_URLS: z
    .string()
    .refine((value) => listed(value).every((each) => siteUrl().safeParse(each).success), {
      error: 'must be addresses like PUBLIC_URL, comma separated',
    })
    .transform((value) => listed(value).map((each) => each.replace(/\/+$/, '')))
    .optional(),
  DATABASE_URL: postgresUrl(),
  DATABASE_ADMIN_URL: postgresUrl(),
  DATABASE_LISTEN_URL: postgresUrl(),
  DATA_DIR: text(),
  STRIPE_SECRET_KEY: stripeKey('sk|rk'),
  STRIPE_PUBLISHABLE_KEY: stripeKey('pk'),
  STRIPE_WEBHOOK_SECRET: text(2_000),
  STRIPE_PAYMENT_METHOD_CONFIGURATION: z
    .string()
    .regex(/^pmc_[A-Za-z0-9]{1,250}$/, { error: 'must be the id of a configuration, pmc_…' })
    .optional(),
  PAYMENT_LAB_URL: webUrl(),
  PAYMENT_LAB_PORT: whole(0, 65_535),
  SMTP_URL: url(['smtp:', 'smtps:'], 'an address like smtps://user:password@host:465'),
  MAIL_FROM: sender(),
  SESSION_SECRET: text(),
  CREDENTIAL_KEYS: z
    .string()
    .superRefine((value, context) => {
      try {
        readCredentialKeys(value)
      } catch (error) {
        context.addIssue({ code: 'custom', message: (error as Error).message })
      }
    })
    .optional(),
  ADMIN_USERNAME: z
    .string()
    // The same rule as for every member of staff: modules/identity/staff/staff.ts.
    .regex(/^[a-z0-9][a-z0-9._@-]{1,63}$/i, {
      error: 'must have 2 to 64 letters, digits or . _ @ - and begin with a letter or digit',
    })
    .optional(),
  ADMIN_PASSWORD: text(200),
  OIDC_ISSUER: webUrl(),
  OIDC_CLIENT_ID: text(),
  OIDC_CLIENT_SECRET: text(),
  OIDC_NAME: text(60),
  TURNSTILE_SITE_KEY: text(),
  TURNSTILE_SECRET_KEY: text(),
  TURNSTILE_VERIFY_URL: webUrl(),
  LOAD_ASSETS_FROM_S3: flag(),
  S3_ASSETS_PATH: webUrl(),
  ASSETS_BASE_URL: webUrl(),
  DOCUMENTS_S3_URL: url(
    ['s3:', 'http:', 'https:'],
    's3://bucket/prefix, or https://host/bucket/prefix for a service other than AWS',
  ),
  LEADS_NOTIFY_EMAIL: email(),
  PUBLISH_TARGET_URL: webUrl(),
  PUBLISH_SECRET: text(),
  ALLOW_INVENTED_PEOPLE: flag(),
  REQUIRE_STAFF_TOTP: flag(),
  ENABLE_SEO_TESTING: flag(),
  ENABLE_LINKEDIN_INSIGHTS: flag(),
  LINKEDIN_PARTNER_ID: z
    .string()
    .regex(/^\d{1,20}$/, { error: 'must be a number' })
    .optional(),
  GA_MEASUREMENT_ID: z
    .string()
    .regex(/^[A-Z]{1,3}-[A-Z0-9-]{1,30}$/i, { error: 'must look like G-XXXXXXXXXX' })
    .optional(),
  VIES_URL: webUrl(),
  SCHEDULER_URL: webUrl(),
  BRAND_NAME: text(60),
  SUPPORT_EMAIL: email(),
  SUPPORT_PHONE: text(40),
  RATE_LIMITS: choice(['strict', 'relaxed']),
  PERFORMANCE_STATS: choice(['development', 'all', 'off']),
  METRICS_TOKEN: text(),
  ALERT_EMAIL: email(),
  RELEASE: text(60),
  OTEL_EXPORTER_OTLP_ENDPOINT: webUrl(),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .refine((value) => /^(?:0(?:\.\d{1,9})?|1(?:\.0{1,9})?)$/.test(value), 'must be a share from 0 to 1')
    .transform(Number)
    .optional(),
  LOG_LEVEL: choice(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
  TRUST_PROXY_HOPS: whole(0, 10),
  API_DOCS: choice(['public', 'staff']),
  SHUTDOWN_DELAY: whole(0, 120),
  WEB_CONCURRENCY: whole(1, 64),
})

export type Variables = z.output<typeof variables>
export type VariableName = keyof Variables
