import { Client } from 'pg'
import { connectTo, isPooled } from './connect-to.ts'

/** What the server reports about the role of an address. */
export interface CheckedRole {
  role: string
  /** Whether it may change recorded events; on an empty database, whether it may make tables. */
  owns: boolean
  /** Whether it may use the existing tables; true on an empty database. */
  mayUse: boolean
  /** Whether the server ends a statement that takes too long: by the connection's setting, or behind PgBouncer by the role's. */
  limited: boolean
}

/** The database refuses a connection with this address. The message is one line without a password; the caller names the variable. */
export class ConnectionRefused extends Error {
  override readonly name = 'ConnectionRefused'
}

const timeoutMs = 10_000
/** Requested as statement_timeout, an unusual value: when the server shows another one, a pooler dropped the setting. */
const askedMs = 10_001

// Catalogs can be read without a right on the schema, which functions like to_regclass demand.
const rights = `select current_user as role, current_setting('statement_timeout') as timeout,
  coalesce(
    (select pg_has_role(relowner, 'usage') from pg_class join pg_namespace on pg_namespace.oid = relnamespace
     where nspname = 'es' and relname = 'events'),
    has_schema_privilege('public', 'create')) as owns,
  coalesce((select has_schema_privilege(oid, 'usage') from pg_namespace where nspname = 'es'), true)
  and coalesce(
    (select has_schema_privilege(relnamespace, 'usage') and has_table_privilege(pg_class.oid, 'select')
     from pg_class join pg_namespace on pg_namespace.oid = relnamespace
     where nspname = 'public' and relname = 'platform_migration'), true) as "mayUse"`

/**
 * Opens one connection to the address, reads its role, and closes it.
 * @throws ConnectionRefused
 */
export async function checkConnection(url: string): Promise<CheckedRole> {
  let client: Client | undefined
  try {
    client = new Client({
      ...connectTo(url, { statement_timeout: askedMs }),
      application_name: 'veralead-check',
      connectionTimeoutMillis: timeoutMs,
      query_timeout: timeoutMs,
    })
    client.on('error', () => undefined) // a broken connection fails the next statement, which is awaited
    await client.connect()
    const { rows } = await client.query<Omit<CheckedRole, 'limited'> & { timeout: string }>(rights)
    const { timeout, ...found } = rows[0]!
    if (!isPooled(url) && timeout !== `${askedMs}ms`) throw new Error('the statement_timeout was dropped')
    return { ...found, limited: timeout !== '0' }
  } catch (error) {
    throw new ConnectionRefused(reasonOf(error, client), { cause: error })
  } finally {
    await client?.end().catch(() => undefined)
  }
}

function reasonOf(error: unknown, client: Client | undefined): string {
  const { code = '', path = '', message = String(error) } = error as NodeJS.ErrnoException
  // The files that the address names are read before there is a client.
  if (client === undefined) return path ? `the file ${path} cannot be read (${code})` : oneLine(message)
  const { user = '', database = '' } = client
  const place = `${client.host}:${client.port}`
  if (/startup parameter|statement_timeout/.test(message)) return pooler(place)
  switch (code) {
    case '28P01':
      return `password refused for ${user} at ${place}`
    case '3D000':
      return `database ${database} does not exist at ${place}`
    case '42501':
      return `${user} may not connect to database ${database} at ${place}`
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `the host ${client.host} is not known (${code})`
    case 'ECONNREFUSED':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'ETIMEDOUT':
    case 'ENOENT':
      return `nothing answers at ${place} (${code})`
    default:
      return `${user} cannot connect to ${place}: ${plain(message)}${isCertificate(code) ? ` (${code}; see sslrootcert in docs/operations.md)` : ''}`
  }
}

const pooler = (place: string): string =>
  `PgBouncer, or another pooler, answers at ${place}: add pgbouncer=true to the address where it is DATABASE_URL, and name the server itself in the others (PgBouncer in docs/operations.md)`

function plain(message: string): string {
  if (/timeout/i.test(message)) return `no answer within ${timeoutMs / 1_000} s`
  if (/terminated|ECONNRESET/i.test(message))
    return 'the connection was closed before an answer; is that PostgreSQL?'
  if (/client password must be/i.test(message)) return 'the address has no password'
  return oneLine(message)
}

const isCertificate = (code: string): boolean => /CERT|SIGNED|ISSUER|SIGNATURE/.test(code)

const oneLine = (text: string): string => text.trim().replace(/\s+/g, ' ')
