import { Client, escapeIdentifier } from 'pg'
import { PgBoss } from 'pg-boss'
import { areCurrent, type QueueDefinition } from './queue-definition.ts'

/** Held while pg-boss's schema, queues and grants change, so that processes that start together take turns. */
const preparationLock = 7_205_010

/**
 * Creates or upgrades pg-boss's schema and the queues, and lets the application's role work with them.
 * Run by the owner's role, at migration time or when a new version of the site brings new queues; repeatable.
 * `appRole` is left out where the application is the owner.
 */
export async function prepareJobs(
  adminUrl: string,
  appRole?: string,
  queues: readonly QueueDefinition[] = [],
): Promise<void> {
  const client = new Client({
    connectionString: adminUrl,
    application_name: 'veralead-jobs-prepare',
    connectionTimeoutMillis: 10_000,
  })
  client.on('error', () => undefined) // a broken connection fails the next statement, which is awaited
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [preparationLock])
    await upgrade(adminUrl, queues)
    if (appRole !== undefined) for (const statement of grants(appRole)) await client.query(statement)
  } finally {
    await client.end()
  }
}

async function upgrade(adminUrl: string, queues: readonly QueueDefinition[]): Promise<void> {
  const boss = new PgBoss({ connectionString: adminUrl, max: 2, schedule: false, supervise: false })
  const failures: unknown[] = []
  boss.on('error', (error) => failures.push(error))
  await boss.start()
  try {
    const kept = await boss.getQueues()
    for (const queue of queues) {
      if (areCurrent(kept, [queue])) continue
      const { name, heartbeatSeconds, deadLetter, ...options } = queue
      if (!kept.some((known) => known.name === name)) await boss.createQueue(name, options)
      await boss.updateQueue(name, { ...options, heartbeatSeconds, deadLetter })
    }
  } finally {
    await boss.stop({ graceful: false })
  }
  if (failures.length > 0) throw failures[0]
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
