import { Client } from 'pg'
import type { Config } from '#platform/config/config.ts'
import { connectTo, isPooled } from '#platform/database/connect-to.ts'
import { migrationsOf, pendingAfter } from '#platform/database/migrate.ts'
import { openConfiguredDatabase } from '../configured-database.ts'
import { allMigrations } from '../migrations.ts'
import { beforeBaseline, isBeforeBaseline } from '../run-migrations.ts'
import { broken, checked, type Finding, good, weak } from './finding.ts'

const tls = 'Database TLS'
const oldest = 15
/** Milliseconds; with a larger difference of the clocks, codes, sessions and books begin to disagree. */
const clockSkewMs = 2_000
/** Share of the server's connections in use from which the next process may find none. */
const crowded = 0.8

interface Server {
  version: number
  now: Date
  encrypted: boolean | null
  used: number
  most: number
  standby: boolean
  readOnly: boolean
}

const server = `select current_setting('server_version_num')::int / 10000 as version, clock_timestamp() as now,
  (select ssl from pg_stat_ssl where pid = pg_backend_pid()) as encrypted,
  (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used,
  current_setting('max_connections')::int as most, pg_is_in_recovery() as standby,
  current_setting('transaction_read_only') = 'on' as "readOnly"`

/** Tables of recorded facts that this role may change, and triggers that are disabled. */
const changeable = `select format('%I.%I', nspname, relname) as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
  where nspname = 'es' and relkind = 'r' and relname = 'events'
  and (has_table_privilege(pg_class.oid, 'update') or has_table_privilege(pg_class.oid, 'delete') or has_table_privilege(pg_class.oid, 'truncate'))`
/**
 * What this role lacks, as a restore without rights leaves it. It may insert into every table of the modules, also into those that
 * only grow, and read every table; the site connects to none of the sequences of the log.
 */
const lacking = `select format('%I.%I', nspname, relname) as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
  where relkind in ('r', 'p') and nspname in ('public', 'es', 'pgboss') and not has_table_privilege(pg_class.oid, 'select')
    or relkind in ('r', 'p') and nspname = 'public' and relname <> 'platform_migration' and not has_table_privilege(pg_class.oid, 'insert')
    or relkind = 'S' and nspname = 'public' and not has_sequence_privilege(pg_class.oid, 'usage')
  union all select format('schema %I', nspname) from pg_namespace
  where nspname in ('public', 'es', 'pgboss') and not has_schema_privilege(oid, 'usage') order by 1`
const switchedOff = `select format('%s on %s', tgname, tgrelid::regclass) as name from pg_trigger
  where not tgisinternal and tgenabled = 'D' order by 1`

type DatabaseConfig = Pick<Config, 'database' | 'dataDir' | 'env'>

/**
 * Checks the database with the site's own settings: addresses, roles and their rights, TLS, clock, migrations. Changes
 * nothing.
 * @returns also whether the other checks are possible: the site can be composed on this database without a migration
 */
export async function checkDatabase(
  config: DatabaseConfig,
): Promise<{ findings: Finding[]; usable: boolean }> {
  const findings = await checked(
    'Database',
    'Correct the variable that the line names (docs/operations.md, Database roles), or see that PostgreSQL runs there.',
    async () => {
      const { addresses, described, applicationOwns, limited, stop } = await openConfiguredDatabase(config)
      try {
        return [
          good('Database', described),
          ...(applicationOwns ? [ownerOnly] : []),
          ...(limited ? [] : [unlimited]),
          ...(await checkServer(addresses.url, {
            mustEncrypt: config.env === 'production',
            applicationOwns,
          })),
        ]
      } finally {
        await stop()
      }
    },
  )
  // Without TLS the site works all the same, so its other parts can be checked.
  const usable = findings.every(({ part, state }) => state !== 'broken' || part === tls)
  return { findings, usable }
}

const ownerOnly = weak(
  'Roles',
  'DATABASE_URL is the role that owns the tables, which could change what is recorded.',
  'Make two roles with docs/database-roles.sql (or docs/one-to-two-roles.sql), and set DATABASE_ADMIN_URL.',
)
const unlimited = weak(
  'Roles',
  'The role of DATABASE_URL has no statement_timeout.',
  "alter role <it> in database <its> set statement_timeout = '5s' (docs/operations.md, PgBouncer, has the others).",
)

async function checkServer(
  url: string,
  { mustEncrypt, applicationOwns }: { mustEncrypt: boolean; applicationOwns: boolean },
): Promise<Finding[]> {
  const client = new Client({ ...connectTo(url), application_name: 'veralead-doctor', query_timeout: 30_000 })
  client.on('error', () => undefined) // a broken connection fails the next statement, which is awaited
  await client.connect()
  try {
    const read = async <Row extends object>(text: string) => (await client.query<Row>(text)).rows
    const asked = Date.now()
    const [about] = await read<Server>(server)
    const waited = Date.now() - asked
    const may = applicationOwns ? [] : await read<{ name: string }>(changeable)
    const lacks = await read<{ name: string }>(lacking)
    const off = await read<{ name: string }>(switchedOff)
    const ran = await migrationsOf({ query: read })
    return [
      ...(about ? aboutServer(about, { url, asked, waited, mustEncrypt }) : []),
      ...rightsOf(may, lacks, off),
      aboutMigrations(ran),
    ]
  } finally {
    await client.end()
  }
}

function aboutServer(
  { version, now, encrypted, used, most, standby, readOnly }: Server,
  asking: { url: string; asked: number; waited: number; mustEncrypt: boolean },
): Finding[] {
  const { hostname, searchParams } = new URL(asking.url)
  const isNear = ['localhost', '127.0.0.1', '[::1]', ''].includes(hostname) || isPooled(asking.url)
  const skew = Math.abs(now.getTime() - asking.asked - asking.waited / 2) - asking.waited / 2
  return [
    version >= oldest
      ? good('PostgreSQL', `version ${version}, ${used} of ${most} connections used`)
      : broken('PostgreSQL', `version ${version}`, `Update the server to ${oldest} or newer.`),
    ...(readOnly
      ? [
          broken(
            'Writes',
            standby
              ? 'refused: the server is a standby (pg_is_in_recovery)'
              : 'refused: transaction_read_only is on',
            standby
              ? 'Let DATABASE_URL lead to the writer, or finish the failover; behind PgBouncer, RECONNECT on its console.'
              : 'Find where default_transaction_read_only is set (show it as this role; alter role … reset it), or whether the service has stopped writes.',
          ),
        ]
      : [good('Writes', 'the server takes them')]),
    ...(used > most * crowded
      ? [
          weak(
            'Connections',
            `${used} of ${most} are used`,
            'Raise max_connections, end what holds them, or put PgBouncer in front (docs/operations.md, PgBouncer).',
          ),
        ]
      : []),
    encrypted || isNear || !asking.mustEncrypt
      ? good(tls, encrypted ? 'on' : 'off: the database is on this machine, or this is development')
      : searchParams.get('sslmode') === 'disable'
        ? weak(tls, 'off, as the address says', 'Right only where nobody else is on the network in between.')
        : broken(
            tls,
            'off',
            'Add sslmode=verify-full to the addresses (docs/operations.md, TLS to the database).',
          ),
    skew <= clockSkewMs
      ? good('Clock', 'agrees with the database')
      : weak(
          'Clock',
          `differs from the database’s by ${(skew / 1_000).toFixed(1)} s`,
          'Turn on time synchronization (chrony, systemd-timesyncd) on both machines.',
        ),
  ]
}

function rightsOf(
  may: readonly { name: string }[],
  lacks: readonly { name: string }[],
  off: readonly { name: string }[],
): Finding[] {
  const list = (rows: readonly { name: string }[]) => rows.map(({ name }) => name).join(', ')
  if ([may, lacks, off].every(({ length }) => length === 0))
    return [good('Rights', 'recorded facts can only grow')]
  return [
    ...(may.length === 0
      ? []
      : [
          weak(
            'Rights',
            `The role of DATABASE_URL may change ${list(may)}.`,
            'revoke update, delete, truncate on that table from it; or give the site a role of its own with docs/one-to-two-roles.sql.',
          ),
        ]),
    ...(lacks.length === 0
      ? []
      : [
          broken(
            'Rights',
            `The role of DATABASE_URL lacks rights on ${lacks.length} ${lacks.length === 1 ? 'object' : 'objects'}: ${list(lacks.slice(0, 3))}${lacks.length > 3 ? ', …' : ''}.`,
            'Grant them as docs/one-to-two-roles.sql does: psql -f docs/one-to-two-roles.sql as a superuser (a repeat changes nothing else).',
          ),
        ]),
    ...(off.length === 0
      ? []
      : [
          broken(
            'Rights',
            `Switched off: trigger ${list(off)}.`,
            'alter table … enable trigger …, as the owner; then npm run orders:verify.',
          ),
        ]),
  ]
}

function aboutMigrations(ran: readonly string[]): Finding {
  const part = 'Migrations'
  if (isBeforeBaseline(ran)) return broken(part, beforeBaseline.what, beforeBaseline.remedy)
  const pending = pendingAfter(ran, allMigrations)
  if (pending.length === 0) return good(part, 'none waits')
  return broken(
    part,
    `${pending.length} wait, from ${pending[0]}`,
    'npm run migrate with DATABASE_ADMIN_URL.',
  )
}
