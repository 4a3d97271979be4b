import pg from 'pg'
import { connectTo, isPooled } from '../database/connect-to.ts'
import { ConnectionLost, failureOf, kindOf, unavailable } from '../database/failures.ts'
import { PreparingClient } from '../database/prepared-texts.ts'
import type { Statement } from '../database/sql.ts'

interface LogPool {
  url: string
  max: number
  unlimited: boolean
  log: (message: string) => void
}

/** The connections of the log. Their statements are sent without waiting for the answers of those before them. */
export function openLogPool({ url, max, unlimited, log }: LogPool): pg.Pool {
  const limit = (ms: number): number => (unlimited ? 0 : ms)
  const pool = new pg.Pool({
    max,
    pipeline: true,
    application_name: 'veralead-event-log',
    connectionTimeoutMillis: limit(4_500),
    keepAlive: true,
    // For a server that does not respond at all.
    query_timeout: limit(8_000),
    ...connectTo(url, {
      lock_timeout: limit(2_000),
      statement_timeout: limit(5_000),
      idle_in_transaction_session_timeout: limit(10_000),
      // Without these settings, statements over arrays are planned for every call. Plans made for small tables must stay right.
      // The cost of a scan without an index is then so high that a server with LLVM would compile the statement at each call, for 100 ms.
      options: '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off -c jit=off -c timezone=UTC',
    }),
    ...(isPooled(url) ? {} : { Client: PreparingClient }),
  })
  const logLoss = (error: Error) => log(`A connection of the event log was lost: ${error.message}`)
  pool.on('error', logLoss)
  // A connection in use emits `error` when it ends; without a listener that would end the process.
  pool.on('connect', (client) => client.on('error', logLoss))
  return pool
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

/**
 * Sends all statements at once and returns their rows when all have ended.
 * @throws the first failure: the statements after it are refused because of it. `ConnectionLost` when no server answered
 */
export async function sendAll(client: pg.PoolClient, statements: readonly Statement[]): Promise<unknown[][]> {
  const answers = await Promise.allSettled(
    statements.map(({ text, values }) => client.query<object>(text, values as unknown[])),
  )
  return answers.map((answer) => {
    if (answer.status === 'rejected') throw failureOf(answer.reason)
    return answer.value.rows
  })
}

/** Whether the log's database is lost or busy. A socket error of other work, such as a closed pipe of an export, is not. */
export function isOutage(error: unknown): boolean {
  const ofDatabase = error instanceof ConnectionLost || error instanceof pg.DatabaseError
  return ofDatabase && kindOf(error) !== 'other'
}

/** The error for the caller: `unavailable` after an outage, else the error unchanged. */
export function answerOf(error: unknown): unknown {
  return isOutage(error) ? unavailable(error) : error
}
