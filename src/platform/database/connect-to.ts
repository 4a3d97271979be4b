import { isIP } from 'node:net'
import { type ConnectionOptions, checkServerIdentity } from 'node:tls'
import { parse } from 'pg-connection-string'

/** Settings of a session that PostgreSQL takes when its connection starts. */
export interface SessionSettings {
  /** Milliseconds; 0 means no limit. */
  statement_timeout?: number
  /** Milliseconds. */
  lock_timeout?: number
  /** Milliseconds. */
  idle_in_transaction_session_timeout?: number
  /** `-c name=value`, several separated by spaces; the address may hold more. */
  options?: string
}

/**
 * Whether the address says that it leads to PgBouncer (`pgbouncer=true`), which gives each transaction any of its own
 * connections: settings, prepared statements, LISTEN and locks of a session do not last there.
 */
export const isPooled = (url: string): boolean => new URL(url).searchParams.get('pgbouncer') === 'true'

/**
 * The part of `pg`'s options that says where and how to connect. Everything in the address applies to every connection:
 * sslmode, sslrootcert, sslcert, application_name and the rest. PgBouncer refuses settings of a session: they are left out.
 */
export function connectTo(
  url: string,
  settings: SessionSettings = {},
): { connectionString: string; ssl?: ConnectionOptions } & SessionSettings {
  const place = checkedByNumber(url)
  if (isPooled(url)) return place
  const address = new URL(place.connectionString)
  const asked = address.searchParams.get('options')
  if (settings.options === undefined || !asked) return { ...place, ...settings }
  // `pg` prefers the address to its options, so both must be in the address.
  address.searchParams.set('options', `${asked} ${settings.options}`)
  const { options: _, ...others } = settings
  return { ...place, connectionString: address.href, ...others }
}

const tlsParameters = [
  'ssl',
  'sslmode',
  'sslrootcert',
  'sslcert',
  'sslkey',
  'sslnegotiation',
  'uselibpqcompat',
]

/**
 * `pg` gives Node no host to compare a certificate with when the address has an IP number, and Node then compares it with
 * "localhost": a certificate for that name would pass for any server, and the right one would be refused.
 */
function checkedByNumber(url: string): { connectionString: string; ssl?: ConnectionOptions } {
  const address = new URL(url)
  const host = (address.searchParams.get('host') ?? address.hostname).replace(/^\[|\]$/g, '')
  const { ssl } = isIP(host) === 0 ? {} : parse(url)
  if (ssl === undefined || ssl === false || typeof ssl === 'string') return { connectionString: url }
  // The address would win over the options.
  for (const name of tlsParameters) address.searchParams.delete(name)
  return {
    connectionString: address.href,
    ssl: {
      ...(ssl === true ? {} : (ssl as ConnectionOptions)),
      checkServerIdentity: (_name, certificate) => checkServerIdentity(host, certificate),
    },
  }
}
