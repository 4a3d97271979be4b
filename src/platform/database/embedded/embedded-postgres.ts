import { Client } from 'pg'
import { appRole, ensureRoles, ownerRole } from '../roles.ts'
import type { Binaries } from './binaries.ts'
import { ensureCluster, type Secrets, superuser } from './cluster.ts'
import { type Placement, place } from './placement.ts'
import { attach, shutDown } from './postmaster.ts'

const database = 'veralead'
/** Every process that uses the server holds this lock shared; a process that can lock it exclusively is the last one. */
const usersLock = 7_205_004
const setUpLock = 7_205_005

export interface EmbeddedOptions {
  dataDir: string
  /** True when `dataDir` was set (the variable DATA_DIR): then the cluster is nowhere else. */
  explicit: boolean
  log: (line: string) => void
  /** Cancels the creation of a new cluster. */
  signal?: AbortSignal
  /** Settings of postgresql.conf, for tests. */
  settings?: Readonly<Record<string, string>>
  /** Replace the npm package's server. */
  binaries?: Binaries
  /** For files that PostgreSQL's user cannot reach in the checkout; `/var/lib/veralead` by default. */
  sharedRoot?: string
}

export interface EmbeddedPostgres {
  /** As the application's role. */
  url: string
  /** As the owner's role. */
  adminUrl: string
  /** As a superuser, to the database `postgres`. */
  superUrl: string
  /** The folder of the cluster. */
  location: string
  /** Leaves the server; the last process to leave stops it. */
  stop(): Promise<void>
}

/**
 * Runs the project's own PostgreSQL on `dataDir`, or joins the server that runs there already. It listens on
 * 127.0.0.1 only, on a free port, with passwords. Installs no signal handler; a server whose process was
 * killed keeps running, and the next start uses it.
 *
 * @throws Error with one line that says how to mend the problem.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const settings = options.settings ?? {}
  const placement = await place({ sharedRoot: '/var/lib/veralead', ...options })
  if (placement.moved !== undefined) {
    options.log(`The embedded database is in ${placement.cluster}, because ${placement.moved}`)
  }
  if (placement.left !== undefined) {
    const { left, cluster } = placement
    options.log(
      `The database of the old place of ${options.dataDir} is in ${left}, and is not used: to go on with it, stop the site and run: mv ${cluster} ${cluster}.unused && mv ${left} ${cluster}`,
    )
  }
  const secrets = await ensureCluster(placement, settings.fsync !== 'off', options.signal)
  const { client, port } = await enter(placement, secrets, settings)
  const address = (user: string, password: string, name: string) =>
    `postgres://${user}:${password}@127.0.0.1:${port}/${name}`
  const superUrl = address(superuser, secrets.super, 'postgres')
  try {
    await setUp(client, address(superuser, secrets.super, database), secrets)
  } catch (error) {
    await leave(client, superUrl, placement).catch(() => undefined)
    throw error
  }

  let stopping: Promise<void> | undefined
  return {
    url: address(appRole, secrets.app, database),
    adminUrl: address(ownerRole, secrets.owner, database),
    superUrl,
    location: placement.cluster,
    stop: () => {
      stopping ??= leave(client, superUrl, placement)
      return stopping
    },
  }
}

/** Takes the shared lock of the server's users. A server that the last user is just stopping is started again. */
async function enter(placement: Placement, secrets: Secrets, settings: Readonly<Record<string, string>>) {
  for (let attempt = 1; ; attempt += 1) {
    const attached = await attach(placement, secrets.super, settings)
    try {
      await attached.client.query('select pg_advisory_lock_shared($1)', [usersLock])
      return attached
    } catch (error) {
      await attached.client.end().catch(() => undefined)
      if (attempt === 5) throw error
    }
  }
}

async function leave(client: Client, superUrl: string, placement: Placement): Promise<void> {
  const alone = await isAlone(client).catch(async () => {
    // The connection was cut, and its shared lock with it; the server may still be there.
    const again = new Client({ connectionString: superUrl, connectionTimeoutMillis: 5_000 })
    again.on('error', () => undefined)
    try {
      await again.connect()
      return await isAlone(again)
    } catch {
      return false
    } finally {
      await again.end().catch(() => undefined)
    }
  })
  if (alone) await shutDown(placement)
  await client.end().catch(() => undefined)
}

/** A process that comes while this lock is held waits in `enter`, loses its connection when the server stops, and starts it again. */
async function isAlone(client: Client): Promise<boolean> {
  await client.query('select pg_advisory_unlock_shared($1)', [usersLock])
  const { rows } = await client.query<{ alone: boolean }>('select pg_try_advisory_lock($1) as alone', [
    usersLock,
  ])
  return rows[0]?.alone === true
}

/** The product's database and its two roles, once per cluster. */
async function setUp(client: Client, databaseUrl: string, secrets: Secrets): Promise<void> {
  if (await isSetUp(client)) return
  await client.query('select pg_advisory_lock($1)', [setUpLock])
  try {
    if (await isSetUp(client)) return
    const { rowCount } = await client.query('select from pg_database where datname = $1', [database])
    if (rowCount === 0) await client.query(`create database ${database}`)
    await ensureRoles(databaseUrl, secrets)
    await client.query(`comment on database ${database} is 'set up'`)
  } finally {
    await client.query('select pg_advisory_unlock($1)', [setUpLock])
  }
}

async function isSetUp(client: Client): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from pg_database where datname = $1 and shobj_description(oid, 'pg_database') = 'set up'`,
    [database],
  )
  return rowCount === 1
}
