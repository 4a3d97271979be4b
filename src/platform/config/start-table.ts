import type { Config } from './config.ts'
import { isLoopback } from './loopback.ts'

/** What only the running house knows about itself. */
export interface StartFacts {
  /** The port that is listened on, also when PORT was 0. */
  port: number
  /** The embedded server's data directory or the database's host; no credentials. */
  database: string
  /** Whether the site connects as the owner of the tables. */
  applicationOwns?: boolean
  /** Whether the server ends statements of the site that take too long; true unless told. */
  limited?: boolean
  /** The address of the payment lab when there is one. */
  lab?: string | undefined
  /** The first member of staff: the password when it was generated just now, the file while it was not used. */
  firstStaff?: { username: string; password?: string; passwordFile?: string } | undefined
}

/** The table that start-up prints: what is real, what stands in, and where to look. The last line is `readyLine`. */
export function startTable(config: Config, facts: StartFacts): string {
  const address = `http://localhost:${facts.port}`
  const rows: [string, string, string][] = [
    ['Database', config.database.kind === 'url' ? 'real' : 'stand-in', facts.database],
    config.stripe.kind === 'stripe'
      ? ['Payments', 'real', `Stripe, ${config.stripe.secretKey.includes('_live_') ? 'live' : 'test'} keys`]
      : ['Payments', 'stand-in', `payment lab${facts.lab ? ` at ${facts.lab}` : ''}`],
    config.mail.kind === 'smtp'
      ? ['Mail', 'real', `SMTP at ${new URL(config.mail.url).host}`]
      : ['Mail', 'stand-in', `mailbox at ${address}/dev/mail`],
    config.documentsS3Url
      ? ['Documents', 'real', `S3 at ${withoutCredentials(config.documentsS3Url)}`]
      : ['Documents', config.env === 'production' ? 'real' : 'stand-in', `disk, ${config.dataDir.path}`],
    config.assets.loadFromS3
      ? ['Assets', 'real', config.assets.s3Path ?? 'S3']
      : ['Assets', config.env === 'production' ? 'real' : 'stand-in', 'served by this process'],
    [
      'Bot challenge',
      config.turnstile ? 'real' : 'off',
      config.turnstile ? 'Turnstile' : 'no key configured',
    ],
  ]
  const first = Math.max(...rows.map(([name]) => name.length))
  const second = Math.max(...rows.map(([, kind]) => kind.length))
  const lines = rows.map(([name, kind, where]) => `  ${name.padEnd(first)}  ${kind.padEnd(second)}  ${where}`)
  lines.push(...firstStaffLines(facts.firstStaff))
  const title = `${config.brandName}, ${config.env}`
  const open = `  Open ${address}${config.publicUrl === address ? '' : ` (public address ${config.publicUrl})`}`
  return [title, ...lines, open, ...warnings(config, facts).map((warning) => `  Note: ${warning}`)].join('\n')
}

function firstStaffLines(firstStaff: StartFacts['firstStaff']): string[] {
  if (firstStaff?.passwordFile === undefined) return []
  const { username, password, passwordFile } = firstStaff
  return [
    password === undefined
      ? `  First staff account: ${username}, password in ${passwordFile} until its first sign-in`
      : `  First staff account: ${username} / ${password} (also in ${passwordFile} until its first sign-in)`,
  ]
}

/** The last line of start-up, on standard output, when requests are answered. */
export function readyLine(port: number): string {
  return `Ready on http://localhost:${port}`
}

function warnings(config: Config, { applicationOwns, limited = true }: StartFacts): string[] {
  const told: string[] = []
  if (applicationOwns) {
    told.push('DATABASE_URL is also the owner role; set DATABASE_ADMIN_URL to hold the application to less.')
  }
  if (!limited)
    told.push(
      'DATABASE_URL leads to PgBouncer, and its role has no statement_timeout: see PgBouncer in docs/operations.md.',
    )
  if (
    config.env === 'production' &&
    config.stripe.kind === 'stripe' &&
    config.stripe.secretKey.includes('_test_')
  ) {
    told.push('Stripe runs with test keys: no money moves.')
  }
  if (config.env === 'production' && config.mail.kind === 'smtp' && !config.mail.requireTls) {
    const { protocol, hostname } = new URL(config.mail.url)
    if (protocol === 'smtp:' && !isLoopback(hostname))
      told.push('SMTP_URL allows mails to travel without TLS, codes and reset links among them.')
  }
  if (config.env === 'development' && !isLoopback(config.host)) {
    told.push(
      `ALLOW_REMOTE_DEVELOPMENT: whoever reaches ${config.host} reads all mails, codes and reset links at /dev/mail.`,
    )
  }
  if (config.rateLimits === 'relaxed') told.push('RATE_LIMITS is relaxed.')
  return told
}

function withoutCredentials(address: string): string {
  const url = new URL(address)
  url.username = ''
  url.password = ''
  url.search = ''
  return url.href
}
