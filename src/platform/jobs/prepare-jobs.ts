import { Client } from 'pg'
import { PgBoss } from 'pg-boss'
import { connectTo } from '../database/connect-to.ts'
import type { Sql } from '../database/sql.ts'
import { grants, schemaVersion } from './pg-boss-tables.ts'
import { keepQueues, type QueueDefinition } from './queue-definition.ts'

/** Held while pg-boss's schema, queues and grants change, so that processes that start together take turns. */
const preparationLock = 7_205_010

/**
 * Creates or upgrades pg-boss's schema and the queues, and grants the application's role access to them.
 * Run by the owner's role, at migration time or when a new version of the site brings new queues; repeatable.
 * `appRole` is left out where the application is the owner.
 * @returns what was changed, [] when nothing had to change
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
    const sql: Sql = {
      query: async <Row extends object>(text: string, values: readonly unknown[] = []) =>
        (await client.query<Row>(text, [...values])).rows,
    }
    const before = await schemaVersion(sql)
    const changed = await upgrade(adminUrl, queues)
    if (appRole !== undefined) for (const statement of grants(appRole)) await client.query(statement)
    return (await schemaVersion(sql)) === before ? changed : ['the schema pgboss', ...changed]
  } finally {
    await client.end()
  }
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
