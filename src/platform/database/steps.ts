import type { PoolClient } from 'pg'
import { Batches } from './batches.ts'
import { ConnectionLost } from './connection-lost.ts'
import type { Step } from './database.ts'
import { statementName } from './statement-name.ts'
import { dropConnection, type OnStatement, unavailable } from './watched-pool.ts'

/**
 * Runs `work` in one transaction on `client`; whoever calls it rolls back when it rejects. After a step that failed
 * every further one fails with the same error: a COMMIT would be a silent rollback.
 */
export async function runSteps<T>(
  client: PoolClient,
  work: (step: Step) => Promise<T>,
  onStatement: OnStatement | undefined,
): Promise<T> {
  let [begun, ended] = [false, false]
  let failed: { error: unknown } | undefined
  const step: Step = async (add, last) => {
    if (failed) throw failed.error
    const batch = new Batches()
    if (!begun) void batch.query('begin')
    begun = true
    // The time of a step is kept under the name of its first statement.
    let name = 'commit'
    const answer = add({
      query: (text, values) => {
        if (name === 'commit') name = statementName(text)
        return batch.query(text, values)
      },
    })
    answer.catch(() => undefined) // the batch reports what fails in it
    if (last) void batch.query('commit')
    ended = last !== undefined
    await send(client, batch, name, onStatement).catch((error: unknown) => {
      failed = { error }
      throw error
    })
    return answer
  }
  const result = await work(step)
  if (begun && !ended) await step(async () => undefined, 'commit')
  return result
}

async function send(
  client: PoolClient,
  batch: Batches,
  name: string,
  onStatement: OnStatement | undefined,
): Promise<void> {
  const started = performance.now()
  try {
    await batch.run(client)
  } catch (error) {
    if (!(error instanceof ConnectionLost)) throw error
    dropConnection(client)
    throw unavailable(error)
  } finally {
    // Several statements in one message: their common name stands for their texts.
    onStatement?.(name, (performance.now() - started) / 1_000, name)
  }
}
