import { isPooled } from '../database/connect-to.ts'
import { sessionSecrets, shortestSecret } from '../kernel/derived-keys.ts'
import type { ConfigProblem } from './config-error.ts'
import { isLoopback, isPrivate } from './loopback.ts'
import type { VariableName, Variables } from './variables.ts'

/** Rules between variables, in every environment. */
export function contradictions(given: Variables): ConfigProblem[] {
  const problems: ConfigProblem[] = []
  const refuse = (variable: VariableName, reason: string) => problems.push({ variable, reason })
  const together = (...names: VariableName[]) => {
    if (!names.some((name) => given[name] !== undefined)) return
    for (const name of names) {
      const others = names.filter((other) => other !== name).join(' and ')
      if (given[name] === undefined) refuse(name, `is missing: it belongs to ${others}`)
    }
  }
  together('STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET')
  together('TURNSTILE_SITE_KEY', 'TURNSTILE_SECRET_KEY')
  together('OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET')
  if (given.PUBLISH_TARGET_URL && !given.PUBLISH_SECRET)
    refuse('PUBLISH_SECRET', 'is missing: a publish is signed with it')
  for (const name of ['DATABASE_ADMIN_URL', 'DATABASE_LISTEN_URL'] as const) {
    const address = given[name]
    if (address === undefined) continue
    if (!given.DATABASE_URL) refuse('DATABASE_URL', `is missing: ${name} is set`)
    if (isPooled(address)) refuse(name, 'must lead to the server itself, not to PgBouncer')
  }
  if (given.DATABASE_URL && isPooled(given.DATABASE_URL) && !given.DATABASE_LISTEN_URL)
    refuse('DATABASE_LISTEN_URL', 'is missing: notifications do not come through PgBouncer')
  if (given.ENABLE_LINKEDIN_INSIGHTS && !given.LINKEDIN_PARTNER_ID) {
    refuse('LINKEDIN_PARTNER_ID', 'is missing: ENABLE_LINKEDIN_INSIGHTS is true')
  }
  const keys = [given.STRIPE_SECRET_KEY, given.STRIPE_PUBLISHABLE_KEY]
  if (keys.every(Boolean) && keys[0]!.includes('_live_') !== keys[1]!.includes('_live_')) {
    refuse('STRIPE_PUBLISHABLE_KEY', 'and STRIPE_SECRET_KEY must both be test keys or both be live keys')
  }
  if (given.STRIPE_WEBHOOK_SECRET !== undefined) {
    const secrets = webhookSecrets(given.STRIPE_WEBHOOK_SECRET)
    if (secrets.length === 0 || secrets.some((secret) => !/^whsec_\S{8,}$/.test(secret))) {
      refuse(
        'STRIPE_WEBHOOK_SECRET',
        'must be one or several secrets that start with whsec_, separated by commas',
      )
    }
  }
  if (given.STRIPE_SECRET_KEY && given.PAYMENT_LAB_URL) {
    refuse('PAYMENT_LAB_URL', 'contradicts STRIPE_SECRET_KEY: payments go to one of them')
  }
  if (given.SESSION_SECRET !== undefined) {
    const secrets = sessionSecrets(given.SESSION_SECRET)
    const weakness = secrets.length === 0 ? 'is empty' : firstWeakness(secrets, shortestSecret)
    if (weakness !== undefined) {
      const listed =
        secrets.length > 1 ? '; a comma separates the new secret from the old one, each of them' : ''
      refuse(
        'SESSION_SECRET',
        `${weakness}: use at least ${shortestSecret} random characters (openssl rand -base64 48)${listed}`,
      )
    }
  }
  return problems
}

/** Development opens mailbox, clock and payment lab to every caller, so other machines are admitted only when that is configured. */
export function refusedInDevelopment(given: Variables): ConfigProblem[] {
  if (given.HOST === undefined || isLoopback(given.HOST) || given.ALLOW_REMOTE_DEVELOPMENT) return []
  const reason =
    'is reached by other machines, and development shows all mails, codes and reset links to every caller: ' +
    'set APP_ENV=production, HOST=127.0.0.1, or ALLOW_REMOTE_DEVELOPMENT=true if that is wanted'
  return [{ variable: 'HOST', reason }]
}

/** Refuses in production every stand-in and every weak setting. */
export function refusedInProduction(given: Variables): ConfigProblem[] {
  const problems: ConfigProblem[] = []
  const refuse = (variable: VariableName, reason: string) => problems.push({ variable, reason })
  const demand = (variable: VariableName, why: string) => {
    if (given[variable] === undefined) refuse(variable, `is missing: ${why}`)
  }
  const demandStrong = (variable: VariableName, shortest: number, advice: string) => {
    const secret = given[variable]
    const weakness = typeof secret === 'string' ? weaknessOf(secret, shortest) : undefined
    if (weakness !== undefined) refuse(variable, `${weakness}: ${advice}`)
  }
  demand('DATABASE_URL', 'the embedded database is for development only')
  for (const name of ['DATABASE_URL', 'DATABASE_ADMIN_URL', 'DATABASE_LISTEN_URL'] as const) {
    const address = given[name]
    if (address !== undefined && !isEncryptedOrNear(address)) {
      refuse(
        name,
        'does not ask for TLS: add ?sslmode=verify-full (with &sslrootcert=/path/ca.pem for a CA of your own), ' +
          'or ?sslmode=disable where the network in between is private',
      )
    }
  }
  demand('STRIPE_SECRET_KEY', 'the payment lab is for development only')
  demand('STRIPE_PUBLISHABLE_KEY', 'the payment lab is for development only')
  demand('STRIPE_WEBHOOK_SECRET', 'payments are confirmed by signed webhooks')
  demand('SMTP_URL', 'the development mailbox sends nothing')
  demand('MAIL_FROM', 'mails need a sender')
  demand('PUBLIC_URL', 'links in mails start with it')
  demand('SESSION_SECRET', 'it must be the same on every start and every machine')
  demand('ADMIN_PASSWORD', 'the first member of staff signs in with it')
  if (given.ALLOW_REMOTE_DEVELOPMENT) refuse('ALLOW_REMOTE_DEVELOPMENT', 'is refused in production')
  if (given.PAYMENT_LAB_URL) refuse('PAYMENT_LAB_URL', 'is refused in production')
  if (given.PAYMENT_LAB_PORT !== undefined) refuse('PAYMENT_LAB_PORT', 'is refused in production')
  if (given.RATE_LIMITS === 'relaxed') refuse('RATE_LIMITS', 'may be relaxed outside production only')
  if (given.PUBLIC_URL && !isSafeAddress(given.PUBLIC_URL)) refuse('PUBLIC_URL', 'must start with https://')
  demandStrong('ADMIN_PASSWORD', 12, 'use at least 12 characters that nobody guesses')
  for (const name of [
    'OIDC_ISSUER',
    'TURNSTILE_VERIFY_URL',
    'VIES_URL',
    'PUBLISH_TARGET_URL',
    'S3_ASSETS_PATH',
    'ASSETS_BASE_URL',
  ] as const) {
    const address = given[name]
    if (address !== undefined && !isSafeAddress(address)) refuse(name, 'must start with https://')
  }
  for (const name of ['DOCUMENTS_S3_URL', 'OTEL_EXPORTER_OTLP_ENDPOINT'] as const) {
    const address = given[name]
    if (address === undefined || !isPlain(address) || isPrivate(new URL(address).hostname)) continue
    refuse(name, 'must start with https://, or lead to this machine or into a private network')
  }
  // Cloudflare's documented test keys pass, or fail, every visitor.
  if (/^[123]x0{10}/.test(given.TURNSTILE_SECRET_KEY ?? '')) refuse('TURNSTILE_SECRET_KEY', 'is a test key')
  for (const name of ['PUBLISH_SECRET', 'METRICS_TOKEN'] as const) {
    demandStrong(name, 16, 'use at least 16 random characters')
  }
  return problems
}

export function webhookSecrets(text: string): string[] {
  return text
    .split(',')
    .map((secret) => secret.trim())
    .filter((secret) => secret !== '')
}

const guessed =
  /passw[o0]rd|change[-_ ]?me|secret|admin|123456|qwerty|letmein|example|veralead|welcome|default/gi

/** The rule that the secret breaks: its length, the number of different characters, or words that everybody tries first. */
function weaknessOf(secret: string, shortest: number): string | undefined {
  const own = secret.replace(guessed, '')
  if (secret.length < shortest) return 'is too short'
  if (new Set(secret).size < 6) return 'is too weak, because it repeats a few characters'
  if (own.length < shortest / 2 || new Set(own).size < 4)
    return 'is too weak, because it is little more than words that everybody tries first (password, secret and the like)'
  return undefined
}

const firstWeakness = (secrets: readonly string[], shortest: number): string | undefined =>
  secrets.map((secret) => weaknessOf(secret, shortest)).find((weakness) => weakness !== undefined)

/**
 * Whether the address of a database requires TLS, says `sslmode=disable`, or points to this machine. Other ways to turn
 * TLS off (`ssl=false`) are refused: only the documented one counts as a decision.
 */
function isEncryptedOrNear(address: string): boolean {
  const { hostname, searchParams } = new URL(address)
  const host = searchParams.get('host') || decodeURIComponent(hostname)
  const near = host === '' || host.startsWith('/') || /^(localhost|127(\.\d+){3}|\[?::1\]?)$/.test(host)
  return (
    near ||
    Boolean(searchParams.get('sslmode')) ||
    ['true', '1'].includes(searchParams.get('ssl') ?? '') ||
    ['sslrootcert', 'sslcert', 'sslkey'].some((name) => Boolean(searchParams.get(name)))
  )
}

function isSafeAddress(address: string): boolean {
  return !isPlain(address) || ['localhost', '127.0.0.1', '[::1]'].includes(new URL(address).hostname)
}

const isPlain = (address: string): boolean => new URL(address).protocol === 'http:'
