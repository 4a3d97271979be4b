import type { PoolClient } from 'pg'
import { Batches } from './batches.ts'
import { ConnectionLost, unavailable } from './failures.ts'
import type { Sql } from './sql.ts'
import { statementName } from './statement-name.ts'
import { dropConnection, type OnStatement } from './watched-pool.ts'

/**
 * Sends what `add` issues before it waits in one message. PostgreSQL treats everything up to the message's end as one
 * transaction, so that it needs neither BEGIN nor COMMIT: all of it is kept, or nothing.
 */
export async function inOneMessage<R>(
  client: PoolClient,
  add: (sql: Sql) => Promise<R>,
  onStatement: OnStatement | undefined,
): Promise<R> {
  const batch = new Batches()
  // Several statements in one message: the name of the first stands for their time and their texts.
  let name = ''
  const answer = add({
    query: (text, values) => {
      name ||= statementName(text)
      return batch.query(text, values)
    },
  })
  answer.catch(() => undefined) // the batch reports what fails in it
  const started = performance.now()
  try {
    await batch.run(client)
  } catch (error) {
    if (!(error instanceof ConnectionLost)) throw error
    dropConnection(client)
    throw unavailable(error)
  } finally {
    onStatement?.(name, (performance.now() - started) / 1_000, name)
  }
  return answer
}
