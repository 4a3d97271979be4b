import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'
import { isReadOnly, kindOf, unavailable } from './failures.ts'
import { statementName } from './statement-name.ts'

/** Called for every statement when it ends or fails, in its caller's context: short name, seconds, full text. */
export type OnStatement = (name: string, seconds: number, text: string) => void

/**
 * Adds to a pool what `pg` leaves to its users: every statement is timed, the failure to get a connection is
 * an `AppError('unavailable')`, and a COMMIT that the server turned into a ROLLBACK is an error.
 * @param onFailure called with the error of every statement that fails
 * @returns what refuses connections from now on and waits until those who asked for one before have it. Kysely 0.29 never
 * releases a connection that it gets after its driver was destroyed, and then the end of the pool waits for ever.
 */
export function watchPool(
  pool: Pool,
  onStatement: OnStatement | undefined,
  onFailure: (error: unknown) => void = () => undefined,
): () => Promise<void> {
  pool.on('connect', (client) => watchClient(client, onStatement, onFailure))
  const connect = pool.connect.bind(pool) as unknown as (callback?: unknown) => Promise<PoolClient>
  const connecting = new Set<Promise<PoolClient>>()
  let isClosing = false
  const watched = (): Promise<PoolClient> => {
    if (isClosing) return Promise.reject(unavailable(new Error('The database is being closed')))
    const client = connect().catch((cause: unknown) => {
      throw unavailable(cause)
    })
    connecting.add(client)
    const end = (): void => void connecting.delete(client)
    client.then(end, end)
    return client
  }
  Object.assign(pool, {
    connect: (callback?: unknown) => (callback === undefined ? watched() : connect(callback)),
  })
  return async () => {
    isClosing = true
    await Promise.allSettled(connecting)
    await nextTurn() // Kysely reads the pool once more after it has got the connection.
  }
}

function watchClient(
  client: PoolClient,
  onStatement: OnStatement | undefined,
  onFailure: (error: unknown) => void,
): void {
  const query = client.query.bind(client) as unknown as (...args: unknown[]) => unknown
  Object.assign(client, {
    query: (...args: unknown[]): unknown => {
      const text = textOf(args[0])
      const started = performance.now()
      const running = query(...args)
      if (text === undefined || !(running instanceof Promise)) return running
      const ended = (): void =>
        onStatement?.(statementName(text), (performance.now() - started) / 1_000, text)
      return running.then(
        (result: { command?: string }) => {
          ended()
          if (result.command === 'ROLLBACK' && /^\s*commit\b/i.test(text)) throw new SilentRollback()
          return result
        },
        (error: unknown) => {
          ended()
          onFailure(error)
          if (isReadOnly(error)) dropConnection(client)
          if (isSilence(error)) {
            dropConnection(client)
            throw unavailable(error)
          }
          const harmless = kindOf(error) === 'lost' ? whatWasMeant(text) : undefined
          if (harmless !== undefined) return harmless
          throw error
        },
      )
    },
  })
}

/**
 * MikroORM's query builder (Kysely 0.29) gives a connection back to the pool only when BEGIN and ROLLBACK
 * succeed, so every connection lost at one of them would be missing from the pool for ever. Both may succeed on a
 * lost connection: the server has rolled back by itself, and after a BEGIN the next statement reports the loss.
 */
function whatWasMeant(text: string): { command: string; rows: never[] } | undefined {
  const verb = /^\s*(begin|start transaction|rollback)\b(?!\s+to\b)/i.exec(text)?.[1]
  return verb === undefined ? undefined : { command: verb.toUpperCase(), rows: [] }
}

/** PostgreSQL answers COMMIT of a failed transaction with "ROLLBACK" and no error. */
class SilentRollback extends Error {
  constructor() {
    super(
      'The transaction was rolled back at its commit: a statement in it had failed and its error was swallowed',
    )
    this.name = 'SilentRollback'
  }
}

/** The server did not answer for longer than the statement timeout: a half-open connection, or a machine that is gone. */
function isSilence(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout'
}

/** Closes a connection that is in use: the pool does not take it back. */
export function dropConnection(client: PoolClient): void {
  client.end().catch(() => undefined)
}

function textOf(query: unknown): string | undefined {
  if (typeof query === 'string') return query
  if (typeof query === 'object' && query !== null && 'text' in query && typeof query.text === 'string') {
    return query.text
  }
  return undefined
}
