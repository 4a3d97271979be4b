import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { Sql } from './sql.ts'

/** A running transaction: the entity manager and plain SQL see the same connection. Handed along by name. */
export interface Tx {
  em: SqlEntityManager
  sql: Sql
}

/** The product's one door to PostgreSQL, in the application's role. */
export abstract class Database {
  /** The address, as the application's role: for a thread, which has a connection of its own. */
  abstract readonly url: string
  /** A fresh entity manager for one request or one job; never shared between two. */
  abstract em(): SqlEntityManager
  /** Statements outside a transaction, on any pooled connection. */
  abstract readonly sql: Sql
  /** Runs `work` in one READ COMMITTED transaction; commits when it resolves, rolls back when it throws. */
  abstract transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * Runs `work` on a dedicated connection inside one transaction without MikroORM, for the paths where its
   * unit of work costs more than the statement (appends, lead intake).
   */
  abstract rawTransaction<T>(work: (sql: Sql) => Promise<T>): Promise<T>
  /**
   * One statement outside a transaction that PostgreSQL plans once per connection instead of each time (behind PgBouncer,
   * each time). For large texts that run often and never vary.
   */
  abstract prepared<Row extends object>(text: string, values: readonly unknown[]): Promise<Row[]>
  /**
   * Calls `heard` for every NOTIFY on `channel`, on all replicas; returns the way to stop. Reconnects by itself.
   * What was sent while the connection was away is lost, so after a reconnection `heard('')` means: forget what
   * you cached.
   *
   * @param stateOf answers something that changes with what the channel tells of, in one cheap statement. It is asked
   *   every 30 seconds, whatever happens to notifications; another answer than the last one is heard as `heard('')`.
   */
  abstract listen(
    channel: string,
    heard: (payload: string) => void,
    stateOf?: () => Promise<unknown>,
  ): Promise<() => Promise<void>>
  abstract notify(channel: string, payload: string, on?: Sql): Promise<void>
  abstract close(): Promise<void>
}
