import { createHash, randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { migrate } from '#platform/database/migrate.ts'
import type { ModuleMigration } from '#platform/database/migration.ts'
import { appRole, ensureRoles, ownerRole, ownershipStatements } from '#platform/database/roles.ts'

/** A database of its own for one test file: a clone of the migrated template. */
export interface TestDatabase {
  name: string
  /** As the application's role. */
  url: string
  /** As the owner's role. */
  adminUrl: string
  /** As a superuser of the server. */
  superUrl: string
  drop(): Promise<void>
}

export interface TestDatabaseOptions {
  /** Instead of the migrations of all modules. */
  migrations?: readonly ModuleMigration[]
  /** Roles and ownership, but no table. */
  empty?: boolean
  /** The name of a database of this server to clone instead; nobody may be connected to it. */
  template?: string
  /** Instead of TEST_DATABASE_URL, which `startTestServer` sets. */
  superUrl?: string
}

const passwords = { owner: 'veralead-test', app: 'veralead-test' }
const templateLock = 7_205_003
const keptHours = 6
const templates = new Map<string, Promise<string>>()

/** Clones the template that has run `migrations`, making it first when this server has none. */
export async function createTestDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const server = options.superUrl ?? process.env.TEST_DATABASE_URL
  if (!server) throw new Error('No test server: call startTestServer() first, or set TEST_DATABASE_URL')
  const template =
    options.template ??
    (await templateFor(server, options.empty ? [] : (options.migrations ?? (await allMigrations()))))
  const name = `veralead_test_${stamp()}_${process.pid}_${randomBytes(4).toString('hex')}`
  await asSuperuser(server, async (client) => {
    await client.query(`create database ${name} template ${template} owner ${ownerRole}`)
    for (const statement of ownershipOfClone(name)) await client.query(statement)
  })
  return {
    name,
    url: address(server, name, appRole, passwords.app),
    adminUrl: address(server, name, ownerRole, passwords.owner),
    superUrl: address(server, name),
    drop: () =>
      asSuperuser(server, async (client) => {
        await client.query(`drop database if exists ${name} with (force)`)
      }),
  }
}

/** The rights on schema public came with the clone; those on the database itself did not. */
function ownershipOfClone(name: string): string[] {
  return ownershipStatements(name).filter((statement) => statement.includes(' database '))
}

async function allMigrations(): Promise<readonly ModuleMigration[]> {
  const path = new URL('../../src/server/migrations.ts', import.meta.url).href
  const { allMigrations } = (await import(path)) as { allMigrations: readonly ModuleMigration[] }
  return allMigrations
}

/** Once per process and set of migrations; other processes of the same server wait at the lock and find it made. */
function templateFor(server: string, migrations: readonly ModuleMigration[]): Promise<string> {
  const digest = createHash('sha256')
  for (const { name, sql } of [...migrations].sort((a, b) => (a.name < b.name ? -1 : 1))) {
    digest.update(`${name}\0${sql}\0`)
  }
  const name = `veralead_template_${digest.digest('hex').slice(0, 16)}`
  const key = `${server} ${name}`
  const known = templates.get(key) ?? makeTemplate(server, name, migrations)
  templates.set(key, known)
  return known
}

async function makeTemplate(
  server: string,
  name: string,
  migrations: readonly ModuleMigration[],
): Promise<string> {
  await asSuperuser(server, async (client) => {
    await client.query('select pg_advisory_lock($1)', [templateLock])
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (rowCount === 0) {
      await sweep(client)
      const unfinished = `${name}_unfinished`
      await client.query(`drop database if exists ${unfinished} with (force)`)
      await client.query(`create database ${unfinished} template template0`)
      await ensureRoles(address(server, unfinished), passwords)
      await migrate(address(server, unfinished, ownerRole, passwords.owner), migrations, { appRole })
      await client.query(`alter database ${unfinished} rename to ${name}`)
    }
    await client.query(`comment on database ${name} is '${stamp()}'`)
  })
  return name
}

/** On a server that several runs share: what a killed run left behind, and templates nobody has used for hours. */
async function sweep(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string; used: string | null }>(
    `select datname as name, coalesce(substring(datname from 'veralead_test_(\\w+?)_'), shobj_description(oid, 'pg_database'))
       as used from pg_database where datname ~ '^veralead_(test|template)_'`,
  )
  const oldest = Date.now() - keptHours * 3_600_000
  for (const { name, used } of rows) {
    if (used !== null && Number.parseInt(used, 36) < oldest) {
      await client.query(`drop database if exists ${name} with (force)`)
    }
  }
}

function stamp(): string {
  return Date.now().toString(36)
}

function address(server: string, database: string, user?: string, password?: string): string {
  const url = new URL(server)
  url.pathname = `/${database}`
  if (user !== undefined) url.username = user
  if (password !== undefined) url.password = password
  return url.href
}

async function asSuperuser<T>(server: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: server, connectionTimeoutMillis: 10_000 })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
