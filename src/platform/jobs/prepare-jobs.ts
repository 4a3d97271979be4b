import { Client, escapeIdentifier } from 'pg'
import { PgBoss } from 'pg-boss'
import { connectTo } from '../database/connect-to.ts'
import { keepQueues, type QueueDefinition } from './queue-definition.ts'

/** Held while pg-boss's schema, queues and grants change, so that processes that start together take turns. */
const preparationLock = 7_205_010

/**
 * Creates or upgrades pg-boss's schema and the queues, and lets the application's role work with them.
 * Run by the owner's role, at migration time or when a new version of the site brings new queues; repeatable.
 * `appRole` is left out where the application is the owner.
 * @returns what was changed, [] when all was as it is wanted
 */
export async function prepareJobs(
  adminUrl: string,
  appRole?: string,
  queues: readonly QueueDefinition[] = [],
): Promise<string[]> {
  const client = new Client({
    ...connectTo(adminUrl),
    application_name: 'veralead-jobs-prepare',
    connectionTimeoutMillis: 10_000,
  })
  client.on('error', () => undefined) // a broken connection fails the next statement, which is awaited
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [preparationLock])
    const before = await schemaVersion(client)
    const changed = await upgrade(adminUrl, queues)
    if (appRole !== undefined) for (const statement of grants(appRole)) await client.query(statement)
    return (await schemaVersion(client)) === before ? changed : ['the schema pgboss', ...changed]
  } finally {
    await client.end()
  }
}

/** The version of pg-boss's schema; undefined where there is none. */
async function schemaVersion(client: Client): Promise<number | undefined> {
  const { rowCount } = await client.query(
    `select from pg_tables where schemaname = 'pgboss' and tablename = 'version'`,
  )
  if (rowCount === 0) return undefined
  return (await client.query<{ version: number }>('select version from pgboss.version')).rows[0]?.version
}

async function upgrade(adminUrl: string, queues: readonly QueueDefinition[]): Promise<string[]> {
  const boss = new PgBoss({ connectionString: adminUrl, max: 2, schedule: false, supervise: false })
  const failures: unknown[] = []
  boss.on('error', (error) => failures.push(error))
  try {
    await boss.start()
    const changed = await keepQueues(boss, queues)
    if (failures.length > 0) throw failures[0]
    return changed
  } finally {
    await boss.stop({ graceful: false })
  }
}

/** Rows only: the schema itself stays the owner's. */
function grants(appRole: string): string[] {
  const app = escapeIdentifier(appRole)
  return [
    `grant usage on schema pgboss to ${app}`,
    `grant select, insert, update, delete on all tables in schema pgboss to ${app}`,
    `grant usage, select on all sequences in schema pgboss to ${app}`,
    `grant execute on all functions in schema pgboss to ${app}`,
  ]
}
