import type { Migration } from '@mikro-orm/migrations'
import { MikroORM } from '@mikro-orm/postgresql'
import { Client, escapeIdentifier, escapeLiteral } from 'pg'
import { connectTo } from './connect-to.ts'
import type { ModuleMigration } from './migration.ts'
import { defaultPrivileges } from './roles.ts'
import type { Sql } from './sql.ts'

const tableName = 'platform_migration'
/** Held while migrations run, so that processes that start together run one after the other. */
const migrationLock = 7_205_002

export interface MigrateOptions {
  /**
   * The role the site runs as, when it is not the one that migrates. It is granted what `defaultPrivileges` says.
   * SQL of a migration reads its name as `current_setting('veralead.app_role')`; with one role that is the owner's name.
   */
  appRole?: string
  log?: (message: string) => void
  /** Called with the migrations that ran before, before any other runs; throws where they must not run. */
  check?: (ran: readonly string[]) => void
}

/**
 * Brings the schema forward: every migration that has not run yet, in lexical order of the names of all
 * modules, all in one transaction, as the role of `adminUrl`. Safe to call from several processes at once.
 *
 * @returns the names that ran, [] when the schema was current.
 */
export async function migrate(
  adminUrl: string,
  migrations: readonly ModuleMigration[],
  options: MigrateOptions = {},
): Promise<string[]> {
  const ordered = inOrder(migrations)
  const lock = new Client({
    ...connectTo(adminUrl),
    application_name: 'veralead-migrate',
    connectionTimeoutMillis: 10_000,
  })
  lock.on('error', () => undefined) // a broken connection fails the next statement, which is awaited
  await lock.connect()
  try {
    await lock.query('select pg_advisory_lock($1)', [migrationLock])
    const { rows } = await lock.query<{ role: string }>('select current_user as role')
    const owner = rows[0]?.role ?? ''
    const app = options.appRole || owner
    const ran = await migrationsOf({
      query: async <Row extends object>(text: string) => (await lock.query<Row>(text)).rows,
    })
    options.check?.(ran)
    const pending = pendingAfter(ran, ordered)
    if (pending.length === 0) return []
    if (app !== owner) for (const statement of defaultPrivileges(app)) await lock.query(statement)
    await run(adminUrl, ordered, app)
    if (app !== owner) {
      await lock.query(`revoke insert, update, delete on ${tableName} from ${escapeIdentifier(app)}`)
    }
    options.log?.(`Ran ${pending.length} migrations, up to ${pending.at(-1)}`)
    return pending
  } finally {
    await lock.end()
  }
}

/** The names of the migrations that have run on this database. */
export async function migrationsOf(sql: Sql): Promise<string[]> {
  const found = await sql.query<{ present: boolean }>(
    `select to_regclass('${tableName}') is not null as present`,
  )
  if (!found[0]?.present) return []
  return (await sql.query<{ name: string }>(`select name from ${tableName}`)).map(({ name }) => name)
}

/** The names of the migrations that have not run. @param ran as `migrationsOf` answers */
export const pendingAfter = (ran: readonly string[], migrations: readonly ModuleMigration[]): string[] =>
  migrations.map(({ name }) => name).filter((name) => !ran.includes(name))

function inOrder(migrations: readonly ModuleMigration[]): ModuleMigration[] {
  const ordered = [...migrations].sort((a, b) => (a.name < b.name ? -1 : 1))
  for (const [index, { name }] of ordered.entries()) {
    if (name === ordered[index + 1]?.name) throw new Error(`Two migrations are called ${name}`)
  }
  return ordered
}

/** Called only when a migration is pending: a second start must not pay for a second MikroORM. */
async function run(adminUrl: string, ordered: readonly ModuleMigration[], app: string): Promise<void> {
  const { Migration: Base, Migrator } = await import('@mikro-orm/migrations')
  const orm = await MikroORM.init({
    clientUrl: adminUrl,
    entities: [],
    discovery: { warnWhenNoEntities: false },
    extensions: [Migrator],
    // MikroORM takes host, port, user, password and database of `clientUrl` and nothing else: no TLS.
    driverOptions: { ...connectTo(adminUrl, { lock_timeout: 10_000 }), max: 2 },
    migrations: {
      tableName,
      migrationsList: ordered.map(({ name, sql }) => ({ name, class: migrationOf(Base, sql, app) })),
      snapshot: false,
      allOrNothing: true,
      disableForeignKeys: false,
      silent: true,
    },
  })
  try {
    await orm.migrator.up()
  } finally {
    await orm.close(true)
  }
}

function migrationOf(Base: typeof Migration, sql: string, app: string) {
  return class extends Base {
    override up(): void {
      this.addSql(`select set_config('veralead.app_role', ${escapeLiteral(app)}, true)`)
      this.addSql(sql)
    }
  }
}
