import { randomUUID } from 'node:crypto'
import { Client, Pool } from 'pg'
import type { Statement } from '#platform/database/sql.ts'
import type { AppendItem, NewEvent } from '#platform/event-log/event-log.ts'
import { PostgresEventLog } from '#platform/event-log/postgres-event-log.ts'
import { eventLogMigrations } from '#platform/event-log/schema.sql.ts'
import type { JobRequest } from '#platform/jobs/job-definition.ts'
import { Jobs } from '#platform/jobs/jobs.ts'
import { jobsMigrations } from '#platform/jobs/schema.sql.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'

/** For logs whose items queue no jobs. */
class NoJobs extends Jobs {
  override statementsOf(jobs: readonly JobRequest[]): Statement[] {
    if (jobs.length === 0) return []
    throw new Error('This log owes no jobs')
  }

  override recordsOf(): string {
    throw new Error('No jobs')
  }
}

const tables = {
  name: '20261121-99-test-tables',
  sql: `
    create table test_row (id text primary key, amount int not null check (amount >= 0), note jsonb);
    create table test_owner (id text primary key);
    create table test_owned (
      owner text references test_owner (id) deferrable initially deferred);
    create table test_naive (id bigserial primary key, writer int not null);
  `,
}

export const testLogMigrations = [...eventLogMigrations, ...jobsMigrations, tables]

export interface TestLog {
  database: TestDatabase
  log: PostgresEventLog
  /** As the application's role. */
  pool: Pool
  /** One statement as the server's superuser. */
  asSuperuser<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>
  close(): Promise<void>
}

export async function openTestLog(options: { superUrl?: string; groupSize?: number } = {}): Promise<TestLog> {
  const { superUrl, ...rest } = options
  const database = await createTestDatabase({ migrations: testLogMigrations, ...(superUrl && { superUrl }) })
  const log = openLog(database.url, rest)
  const pool = new Pool({ connectionString: database.url, max: 40 })
  pool.on('error', () => undefined)
  return {
    database,
    log,
    pool,
    asSuperuser: (text, values) => onClient(database.superUrl, text, values),
    close: async () => {
      await Promise.all([log.close(), pool.end()])
      await database.drop()
    },
  }
}

export function openLog(url: string, options: { groupSize?: number; jobs?: Jobs } = {}): PostgresEventLog {
  return new PostgresEventLog({ url, jobs: new NoJobs(), ...options })
}

async function onClient<Row extends object>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
  }
}

export function event(
  sourceId: string = randomUUID(),
  data: Record<string, unknown> = { amount: 250_000 },
): NewEvent {
  return { type: 'PaymentIntentObserved', schemaVersion: 1, data, source: 'stripe', sourceId }
}

export function item(
  stream: string,
  expectedVersion: number,
  events: readonly NewEvent[] = [event()],
  more: Partial<AppendItem> = {},
): AppendItem {
  return { stream, expectedVersion, events, metadata: { actor: 'system:test' }, ...more }
}

/** A row that commits with its events, or refuses when the amount is negative. */
export function row(id: string, amount: number) {
  return { text: 'insert into test_row (id, amount) values ($1, $2)', values: [id, amount] }
}
