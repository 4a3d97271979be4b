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
): { connectionString: string } & SessionSettings {
  if (isPooled(url)) return { connectionString: url }
  const address = new URL(url)
  const asked = address.searchParams.get('options')
  if (settings.options === undefined || !asked) return { connectionString: url, ...settings }
  // `pg` prefers the address to its options, so both must stand in the address.
  address.searchParams.set('options', `${asked} ${settings.options}`)
  const { options: _, ...others } = settings
  return { connectionString: address.href, ...others }
}
