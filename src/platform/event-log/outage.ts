import pg from 'pg'
import { ConnectionLost, failureOf, kindOf, unavailable } from '../database/failures.ts'

/** Whether the log's database is lost or busy. A socket error of other work, such as a closed pipe of an export, is not. */
export function isOutage(error: unknown): boolean {
  const ofDatabase = error instanceof ConnectionLost || error instanceof pg.DatabaseError
  return ofDatabase && kindOf(error) !== 'other'
}

/** The error for the caller: `unavailable` after an outage, else the error unchanged. */
export function answerOf(error: unknown): unknown {
  return isOutage(error) ? unavailable(error) : error
}

/** Runs `work` on a connection of the pool; a connection that failed is destroyed and not pooled again. */
export async function onConnection<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect().catch((error: unknown) => {
    throw answerOf(failureOf(error))
  })
  let broken = true
  try {
    const result = await work(client)
    broken = false
    return result
  } catch (error) {
    throw answerOf(error)
  } finally {
    client.release(broken)
  }
}
