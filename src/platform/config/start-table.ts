import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { isLoopback } from './loopback.ts'

/** Facts that are known only once the site runs. */
export interface StartFacts {
  /** The port that is listened on, also when PORT was 0. */
  port: number
  /** The embedded server's data directory or the database's host; no credentials. */
  database: string
  /** Whether the site connects as the owner of the tables. */
  applicationOwns?: boolean
  /** Whether the server ends statements of the site that take too long; true by default. */
  limited?: boolean
  /** The address of the payment lab, when one runs. */
  lab?: string | undefined
  /** Whether no date can be booked: the site then shows neither a start nor places. */
  noDates?: boolean | undefined
  /** The first member of staff: `password` when it was generated just now, `passwordFile` while the password is unused. */
  firstStaff?: { username: string; password?: string; passwordFile?: string } | undefined
}

/** One part of the product: its name, whether it is real or a stand-in, and its address. */
interface Part {
  name: string
  kind: 'real' | 'stand-in' | 'off'
  where: string
}

/**
 * Prints what runs: in development as a table whose last line is `readyLine`, in production as one line of the log and one
 * warning for each note, because log collectors read lines of JSON.
 */
export function printStart(
  config: Config,
  facts: StartFacts,
  { say, logger }: { say: (line: string) => void; logger: Logger },
): void {
  if (config.env === 'development') {
    say(startTable(config, facts))
    say(readyLine(facts.port))
    return
  }
  const parts = Object.fromEntries(
    partsOf(config, facts).map(({ name, kind, where }) => [name, `${kind}: ${where}`]),
  )
  logger.info({ brand: config.brandName, publicUrl: config.publicUrl, parts }, readyLine(facts.port))
  for (const note of warnings(config, facts)) logger.warn(note)
}

/** The table of development, without its last line. */
export function startTable(config: Config, facts: StartFacts): string {
  const address = `http://localhost:${facts.port}`
  const parts = partsOf(config, facts)
  const first = Math.max(...parts.map(({ name }) => name.length))
  const second = Math.max(...parts.map(({ kind }) => kind.length))
  const lines = parts.map(
    ({ name, kind, where }) => `  ${name.padEnd(first)}  ${kind.padEnd(second)}  ${where}`,
  )
  lines.push(...firstStaffLines(facts.firstStaff))
  const title = `${config.brandName}, ${config.env}`
  const open = `  Open ${address}${config.publicUrl === address ? '' : ` (public address ${config.publicUrl})`}`
  return [title, ...lines, open, ...warnings(config, facts).map((warning) => `  Note: ${warning}`)].join('\n')
}

function partsOf(config: Config, facts: StartFacts): Part[] {
  const ownDisk = config.env === 'production' ? 'real' : 'stand-in'
  return [
    { name: 'Database', kind: config.database.kind === 'url' ? 'real' : 'stand-in', where: facts.database },
    config.stripe.kind === 'stripe'
      ? { name: 'Payments', kind: 'real', where: `Stripe, ${isLive(config.stripe) ? 'live' : 'test'} keys` }
      : { name: 'Payments', kind: 'stand-in', where: `payment lab${facts.lab ? ` at ${facts.lab}` : ''}` },
    config.mail.kind === 'smtp'
      ? { name: 'Mail', kind: 'real', where: `SMTP at ${new URL(config.mail.url).host}` }
      : { name: 'Mail', kind: 'stand-in', where: `mailbox at http://localhost:${facts.port}/dev/mail` },
    config.documentsS3Url
      ? { name: 'Documents', kind: 'real', where: `S3 at ${withoutCredentials(config.documentsS3Url)}` }
      : { name: 'Documents', kind: ownDisk, where: `disk, ${config.dataDir.path}` },
    assetsRow(config, ownDisk),
    config.turnstile
      ? { name: 'Bot challenge', kind: 'real', where: 'Turnstile' }
      : { name: 'Bot challenge', kind: 'off', where: 'no key configured' },
  ]
}

function assetsRow({ assets }: Pick<Config, 'assets'>, ownDisk: Part['kind']): Part {
  if (!assets.loadFromS3) return { name: 'Assets', kind: ownDisk, where: 'served by this process' }
  if (assets.s3Path) return { name: 'Assets', kind: 'real', where: assets.s3Path }
  const where = 'served by this process: neither S3_ASSETS_PATH nor ASSETS_BASE_URL says where else'
  return { name: 'Assets', kind: ownDisk, where }
}

const isLive = ({ secretKey }: { secretKey: string }): boolean => secretKey.includes('_live_')

function firstStaffLines(firstStaff: StartFacts['firstStaff']): string[] {
  if (firstStaff?.passwordFile === undefined) return []
  const { username, password, passwordFile } = firstStaff
  return [
    password === undefined
      ? `  First staff account: ${username}, password in ${passwordFile} until its first sign-in`
      : `  First staff account: ${username} / ${password} (also in ${passwordFile} until its first sign-in)`,
  ]
}

/** The last line that is printed at the start, when requests are answered. */
export function readyLine(port: number): string {
  return `Ready on http://localhost:${port}`
}

function warnings(config: Config, { applicationOwns, noDates, limited = true }: StartFacts): string[] {
  const notes: string[] = []
  if (config.env === 'development' && noDates)
    notes.push(
      'There are no dates to book yet: make a cohort in the admin screen, or stop the site and run npm run demo.',
    )
  if (applicationOwns) {
    notes.push('DATABASE_URL is also the owner role; set DATABASE_ADMIN_URL to hold the application to less.')
  }
  if (!limited)
    notes.push(
      'DATABASE_URL leads to PgBouncer, and its role has no statement_timeout: see PgBouncer in docs/operations.md.',
    )
  if (config.env === 'production' && config.stripe.kind === 'stripe' && !isLive(config.stripe)) {
    notes.push('Stripe runs with test keys: no money moves.')
  }
  if (config.env === 'production' && config.credentialKeys === undefined) {
    notes.push(
      'CREDENTIAL_KEYS is not set: no certificate can be awarded (docs/operations.md, Keys of credentials).',
    )
  }
  if (config.env === 'production' && config.mail.kind === 'smtp' && !config.mail.requireTls) {
    const { protocol, hostname } = new URL(config.mail.url)
    if (protocol === 'smtp:' && !isLoopback(hostname))
      notes.push('SMTP_URL allows mails to travel without TLS, codes and reset links among them.')
  }
  if (config.env === 'development' && !isLoopback(config.host)) {
    notes.push(
      `ALLOW_REMOTE_DEVELOPMENT: whoever reaches ${config.host} reads all mails, codes and reset links at /dev/mail.`,
    )
  }
  if (config.rateLimits === 'relaxed') notes.push('RATE_LIMITS is relaxed.')
  return notes
}

function withoutCredentials(address: string): string {
  const url = new URL(address)
  url.username = ''
  url.password = ''
  url.search = ''
  return url.href
}
