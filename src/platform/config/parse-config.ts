import { resolve } from 'node:path'
import manifest from '../../../package.json' with { type: 'json' }
import { type Config, defaultBrandName } from './config.ts'
import { ConfigError, type ConfigProblem } from './config-error.ts'
import { contradictions, refusedInDevelopment, refusedInProduction, webhookSecrets } from './config-rules.ts'
import { isLoopback } from './loopback.ts'
import { type VariableName, type Variables, variables } from './variables.ts'

/** Removes empty variables: an empty variable counts as unset. */
function presentOnly(env: Record<string, string | undefined>): Record<string, string> {
  const present: Record<string, string> = {}
  for (const name of Object.keys(variables.shape)) {
    const value = env[name]?.trim()
    if (value !== undefined && value !== '') present[name] = value
  }
  return present
}

/**
 * Parses the whole configuration from the environment.
 * @throws ConfigError naming every variable that is wrong, contradictory, or refused in production
 */
export function parseConfig(env: Record<string, string | undefined>): Config {
  const present = presentOnly(env)
  const parsed = variables.safeParse(present)
  if (parsed.success) {
    const problems = brokenRules(parsed.data)
    if (problems.length > 0) throw new ConfigError(problems)
    return configOf(parsed.data, parsed.data.APP_ENV === 'production')
  }
  const problems: ConfigProblem[] = parsed.error.issues.map((issue) => ({
    variable: String(issue.path[0]) as VariableName,
    reason: issue.message,
  }))
  const wrong = new Set<string>(problems.map(({ variable }) => variable))
  const readable = Object.entries(present).filter(([name]) => !wrong.has(name))
  // A variable that cannot be read is set: it is named once, and not called missing.
  const others = brokenRules(variables.parse(Object.fromEntries(readable)), wrong.has('APP_ENV'))
  throw new ConfigError([...problems, ...others.filter(({ variable }) => !wrong.has(variable))])
}

function brokenRules(given: Variables, isEnvironmentUnknown = false): ConfigProblem[] {
  if (isEnvironmentUnknown) return contradictions(given)
  const ofEnvironment =
    given.APP_ENV === 'production' ? refusedInProduction(given) : refusedInDevelopment(given)
  return [...contradictions(given), ...ofEnvironment]
}

/** `given` has been checked: variables that belong together are all set. */
function configOf(given: Variables, production: boolean): Config {
  const port = given.PORT ?? 3000
  const supportEmail = given.SUPPORT_EMAIL ?? 'support@veralead.example'
  const brandName = given.BRAND_NAME ?? defaultBrandName
  return {
    env: production ? 'production' : 'development',
    brandName,
    supportEmail,
    supportPhone: given.SUPPORT_PHONE ?? '+1 (555) 010-0199',
    port,
    host: given.HOST ?? (production ? '0.0.0.0' : '127.0.0.1'),
    allowedHosts: (given.ALLOWED_HOSTS ?? '')
      .toLowerCase()
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean),
    publicUrl: (given.PUBLIC_URL ?? `http://localhost:${port}`).replace(/\/+$/, ''),
    formerPublicUrls: given.FORMER_PUBLIC_URLS ?? [],
    dataDir: { path: resolve(given.DATA_DIR ?? '.data'), explicit: given.DATA_DIR !== undefined },
    database: databaseOf(given),
    stripe: stripeOf(given),
    paymentMethodConfiguration: given.STRIPE_PAYMENT_METHOD_CONFIGURATION,
    mail: mailOf(given, production, `${brandName.replace(/[<>"\r\n]/g, '')} <${supportEmail}>`),
    sessionSecret: given.SESSION_SECRET,
    credentialKeys: given.CREDENTIAL_KEYS,
    admin: { username: given.ADMIN_USERNAME ?? 'admin', password: given.ADMIN_PASSWORD },
    staffProvider: staffProviderOf(given),
    turnstile: turnstileOf(given),
    assets: {
      loadFromS3: given.LOAD_ASSETS_FROM_S3 ?? false,
      s3Path: given.S3_ASSETS_PATH ?? given.ASSETS_BASE_URL,
    },
    documentsS3Url: given.DOCUMENTS_S3_URL,
    leads: { notifyEmail: given.LEADS_NOTIFY_EMAIL },
    publish: { targetUrl: given.PUBLISH_TARGET_URL?.replace(/\/+$/, ''), secret: given.PUBLISH_SECRET },
    allowInventedPeople: given.ALLOW_INVENTED_PEOPLE ?? false,
    requireStaffTotp: given.REQUIRE_STAFF_TOTP ?? production,
    seoTesting: given.ENABLE_SEO_TESTING ?? false,
    linkedIn: { enabled: given.ENABLE_LINKEDIN_INSIGHTS ?? false, partnerId: given.LINKEDIN_PARTNER_ID },
    gaMeasurementId: given.GA_MEASUREMENT_ID,
    viesUrl: given.VIES_URL?.replace(/\/+$/, ''),
    schedulerUrl: given.SCHEDULER_URL,
    rateLimits: given.RATE_LIMITS ?? 'strict',
    performanceStats: given.PERFORMANCE_STATS ?? 'development',
    metricsToken: given.METRICS_TOKEN,
    alerts: { email: given.ALERT_EMAIL },
    release: given.RELEASE ?? manifest.version,
    collector:
      given.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
        ? undefined
        : { endpoint: given.OTEL_EXPORTER_OTLP_ENDPOINT, share: given.OTEL_TRACES_SAMPLER_ARG ?? 1 },
    logLevel: given.LOG_LEVEL ?? 'info',
    trustProxyHops: given.TRUST_PROXY_HOPS ?? 0,
    apiDocs: given.API_DOCS ?? (production ? 'staff' : 'public'),
    shutdownDelay: given.SHUTDOWN_DELAY ?? (production ? 5 : 0),
    webConcurrency: given.WEB_CONCURRENCY ?? 1,
  }
}

function databaseOf(given: Variables): Config['database'] {
  const url = given.DATABASE_URL
  if (url === undefined) return { kind: 'embedded' }
  return { kind: 'url', url, adminUrl: given.DATABASE_ADMIN_URL, listenUrl: given.DATABASE_LISTEN_URL }
}

function stripeOf(given: Variables): Config['stripe'] {
  const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET } = given
  if (!STRIPE_SECRET_KEY || !STRIPE_PUBLISHABLE_KEY || !STRIPE_WEBHOOK_SECRET) {
    return { kind: 'lab', url: given.PAYMENT_LAB_URL?.replace(/\/+$/, ''), port: given.PAYMENT_LAB_PORT }
  }
  return {
    kind: 'stripe',
    secretKey: STRIPE_SECRET_KEY,
    publishableKey: STRIPE_PUBLISHABLE_KEY,
    webhookSecrets: webhookSecrets(STRIPE_WEBHOOK_SECRET),
  }
}

function mailOf(given: Variables, production: boolean, defaultFrom: string): Config['mail'] {
  const from = given.MAIL_FROM ?? defaultFrom
  const url = given.SMTP_URL
  if (url === undefined) return { kind: 'mailbox', from }
  return { kind: 'smtp', url, from, requireTls: production && demandsTls(url) }
}

/** Mails with codes and reset links are sent encrypted, unless the address explicitly says otherwise. */
function demandsTls(smtpUrl: string): boolean {
  const { protocol, hostname, searchParams } = new URL(smtpUrl)
  const allowsPlain = searchParams.get('requireTLS') === 'false' || searchParams.get('ignoreTLS') === 'true'
  return protocol === 'smtp:' && !isLoopback(hostname) && !allowsPlain
}

function staffProviderOf(given: Variables): Config['staffProvider'] {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = given
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return undefined
  return { issuer, clientId, clientSecret, name: given.OIDC_NAME ?? new URL(issuer).hostname }
}

function turnstileOf(given: Variables): Config['turnstile'] {
  const { TURNSTILE_SITE_KEY: siteKey, TURNSTILE_SECRET_KEY: secretKey } = given
  if (siteKey === undefined || secretKey === undefined) return undefined
  const verifyUrl = given.TURNSTILE_VERIFY_URL ?? 'https://challenges.cloudflare.com/turnstile/v0/siteverify'
  return { siteKey, secretKey, verifyUrl }
}
