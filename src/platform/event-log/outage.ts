import pg from 'pg'
import { ConnectionLost } from '../database/connection-lost.ts'
import { AppError } from '../kernel/error.ts'

/** Classes of server errors that say nothing about a statement: connection, resources, shutdown, timeouts, deadlock. */
const passing = /^(08|40|53|57|58)|^55P03$|^25P03$/

export function isOutage(error: unknown): boolean {
  if (error instanceof ConnectionLost) return true
  return error instanceof pg.DatabaseError && passing.test(error.code ?? '')
}

/** What a caller is told of an outage: the same call may be repeated. Any other error stays what it is. */
export function told(error: unknown): unknown {
  if (!isOutage(error)) return error
  return new AppError(
    'unavailable',
    'event-log.unavailable',
    'The service is busy at the moment. Please try again in a few seconds.',
    { retryAfter: 2, cause: error },
  )
}

/** Runs `work` on a connection of the pool; one that failed is thrown away and not pooled again. */
export async function onConnection<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect().catch((error: unknown) => {
    throw told(error instanceof pg.DatabaseError ? error : new ConnectionLost(error))
  })
  let broken = true
  try {
    const result = await work(client)
    broken = false
    return result
  } catch (error) {
    throw told(error)
  } finally {
    client.release(broken)
  }
}
