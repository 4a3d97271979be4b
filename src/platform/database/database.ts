import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { Sql } from './sql.ts'

/** A running transaction: the entity manager and plain SQL use the same connection. Passed as a parameter, by name. */
export interface Tx {
  em: SqlEntityManager
  sql: Sql
}

/** The product's only access to PostgreSQL, in the application's role. */
export abstract class Database {
  /** The address, with the application's role, for a thread that opens its own connection. */
  abstract readonly url: string
  /** A fresh entity manager for one request or one job; never shared between two. */
  abstract em(): SqlEntityManager
  /** Statements outside a transaction, on any pooled connection. A text that is sent again is prepared (`PreparingClient`). */
  abstract readonly sql: Sql
  /** Runs `work` in one READ COMMITTED transaction; commits when it resolves, rolls back when it throws. */
  abstract transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * Runs `work` on a dedicated connection inside one transaction without MikroORM, for the paths where its
   * unit of work costs more than the statement (appends, lead intake).
   */
  abstract rawTransaction<T>(work: (sql: Sql) => Promise<T>): Promise<T>
  /**
   * Calls `notified` for every NOTIFY on `channel`, in all processes; returns a function that stops listening. Reconnects by
   * itself. Notifications sent while the connection was away are lost, so after a reconnection `notified('')` means: forget
   * what you cached.
   *
   * @param stateOf answers a value that changes whenever the channel is notified, in one cheap statement. It runs every
   *   30 seconds, whether notifications arrive or not; when the value differs from the last one, `notified('')` is called.
   */
  abstract listen(
    channel: string,
    notified: (payload: string) => void,
    stateOf?: () => Promise<unknown>,
  ): Promise<() => Promise<void>>
  abstract notify(channel: string, payload: string, on?: Sql): Promise<void>
  abstract close(): Promise<void>
}
