import { Client } from 'pg'
import type { TestDatabase } from '../../support/database.ts'

/** Runs statements as somebody who owns the server: no right and no trigger is in the way. */
export async function asForger(
  { superUrl }: Pick<TestDatabase, 'superUrl'>,
  ...statements: readonly string[]
): Promise<void> {
  const client = new Client({ connectionString: superUrl, options: '-c timezone=UTC' })
  await client.connect()
  try {
    await client.query('set session_replication_role = replica')
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
