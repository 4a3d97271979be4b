import { type EntitySchema, MikroORM, type SqlEntityManager } from '@mikro-orm/postgresql'
import { CompiledQuery } from 'kysely'
import { type Pool, type PoolClient, TypeOverrides } from 'pg'
import { AppError } from '../kernel/error.ts'
import { connectTo, isPooled } from './connect-to.ts'
import { Database, type Tx } from './database.ts'
import { isFull } from './failures.ts'
import { Notifications } from './notifications.ts'
import { PreparingClient } from './prepared-texts.ts'
import type { Sql } from './sql.ts'
import { dropConnection, type OnStatement, watchPool } from './watched-pool.ts'

export interface PostgresOptions {
  /** The application role's address. */
  url: string
  /** The address to listen for notifications on, when `url` leads to PgBouncer. */
  listenUrl?: string
  entities?: readonly EntitySchema[]
  /** The most connections of the pool; one more listens. 8 by default. */
  poolSize?: number
  /** Seconds; 5 by default. A rebuild or an export takes more, 0 means no limit. */
  statementTimeout?: number
  /** Seconds; 2 by default. */
  lockTimeout?: number
  /** No wait has a limit, and nothing is read at intervals: what comes of a statement must not depend on how fast the machine is. */
  unlimited?: boolean
  /** Shown in pg_stat_activity. */
  applicationName?: string
  onStatement?: OnStatement
  /** Called with lost connections, one line each. */
  log?: (message: string) => void
}

/** Milliseconds that a caller waits for a connection before the answer is that the service is busy. */
const connectionWaitMs = 4_500
/** Milliseconds beyond the statement timeout after which a silent connection counts as dead. */
const silenceMs = 500
/** Milliseconds for which a write that found the disk full counts for the next ones: the site writes at least once a minute. */
const fullMs = 90_000
const writer = `select pg_is_in_recovery() as standby, current_setting('transaction_read_only') = 'on' as "readOnly"`

/** MikroORM and plain SQL over one pool of connections. */
export class PostgresDatabase extends Database {
  readonly url: string
  readonly sql: Sql = {
    query: (text, values) => this.#withClient((client) => onClient(client).query(text, values)),
  }
  readonly #orm: MikroORM
  readonly #notifications: Notifications
  readonly #limit: number
  readonly #refuse: () => Promise<void>
  #pool: Pool | undefined
  #lastFull: { at: number; message: string } | undefined

  /** @param refuse refuses connections from now on and waits for those that were asked for */
  private constructor(
    orm: MikroORM,
    notifications: Notifications,
    options: PostgresOptions,
    refuse: () => Promise<void>,
  ) {
    super()
    this.#refuse = refuse
    this.url = options.url
    this.#limit = poolSizeOf(options)
    this.#orm = orm
    this.#notifications = notifications
  }

  /** Composes the entities; the first connection is made by the first statement. */
  static async open(options: PostgresOptions): Promise<PostgresDatabase> {
    const log = options.log ?? (() => undefined)
    // Not `init`: it searches the installed packages for migrations, seeds and generators, and loads them.
    let refuse = (): Promise<void> => Promise.resolve()
    let failed: (error: unknown) => void = () => undefined
    const orm = new MikroORM({
      clientUrl: options.url,
      entities: [...(options.entities ?? [])],
      // Modules may have no entities, and no files are searched for entities.
      discovery: { warnWhenNoEntities: false },
      debug: ['info'],
      colors: false,
      logger: (message) => {
        if (message.includes('error')) log(message)
      },
      driverOptions: {
        ...connectionOptions(options),
        onPoolCreated: (pool: Pool) => {
          refuse = watchPool(pool, options.onStatement, (error) => failed(error))
        },
      },
    })
    letAppErrorsThrough(orm)
    const notifications = new Notifications(options.listenUrl ?? options.url, log, !options.unlimited)
    const database = new PostgresDatabase(orm, notifications, options, () => refuse())
    failed = (error) => database.failed(error)
    return database
  }

  /** Call with the failure of a write on other connections to the same server: readiness takes it into account. */
  failed(error: unknown): void {
    if (isFull(error)) this.#lastFull = { at: performance.now(), message: String(error) }
  }

  /**
   * Checks without writing that a write would succeed: the server is the writer, and no write found its disk full of late.
   * @throws Error otherwise; the connection to a server that only reads is closed
   */
  async demandWriter(): Promise<void> {
    await this.#withClient(async (client) => {
      const [found] = await onClient(client).query<{ standby: boolean; readOnly: boolean }>(writer)
      if (!found?.readOnly) return
      dropConnection(client)
      throw new Error(found.standby ? 'The server is a standby' : 'The server only reads')
    })
    const full = this.#lastFull
    if (full !== undefined && performance.now() - full.at < fullMs)
      throw new Error(`A write failed a moment ago: ${full.message}`)
  }

  /** The connections of the pool: in use, idle, the most there may be, and the callers that wait for one. */
  connections(): { busy: number; idle: number; limit: number; waiting: number } {
    const { totalCount = 0, idleCount: idle = 0, waitingCount: waiting = 0 } = this.#pool ?? {}
    return { busy: totalCount - idle, idle, limit: this.#limit, waiting }
  }

  em(): SqlEntityManager {
    return this.#orm.em.fork()
  }

  async transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#orm.em.fork().transactional((em) => work({ em, sql: onTransaction(em) }))
  }

  async rawTransaction<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    return this.#withClient(async (client) => {
      await client.query('begin')
      const result = await work(onClient(client))
      await client.query('commit')
      return result
    }, 'rollback')
  }

  listen(
    channel: string,
    notified: (payload: string) => void,
    stateOf?: () => Promise<unknown>,
  ): Promise<() => Promise<void>> {
    return this.#notifications.listen(channel, notified, stateOf)
  }

  async notify(channel: string, payload: string, on: Sql = this.sql): Promise<void> {
    await on.query('select pg_notify($1, $2)', [channel, payload])
  }

  async close(): Promise<void> {
    await this.#notifications.close()
    await this.#refuse()
    await this.#orm.close(true)
  }

  /** A connection is closed instead of pooled again when `undo` fails on it, or when a statement found it broken. */
  async #withClient<T>(work: (client: PoolClient) => Promise<T>, undo?: 'rollback'): Promise<T> {
    // The pool is MikroORM's own, so that one limit holds for the entity manager and for plain SQL.
    this.#pool ??= (await this.#orm.em.getConnection().getNativeClient()) as Pool
    const client = await this.#pool.connect()
    try {
      const result = await work(client)
      client.release()
      return result
    } catch (error) {
      const broken = undo === undefined ? undefined : await client.query(undo).then(noFailure, asFailure)
      client.release(broken)
      throw error
    }
  }
}

const poolSizeOf = ({ poolSize = 8 }: PostgresOptions): number => poolSize

function connectionOptions(options: PostgresOptions) {
  const { unlimited = false } = options
  const statementMs = unlimited ? 0 : (options.statementTimeout ?? 5) * 1_000
  return {
    max: poolSizeOf(options),
    connectionTimeoutMillis: unlimited ? 0 : connectionWaitMs,
    keepAlive: true,
    application_name: options.applicationName ?? 'veralead',
    // MikroORM takes host, port, user, password and database of `clientUrl` and nothing else: no TLS.
    ...connectTo(options.url, {
      lock_timeout: unlimited ? 0 : (options.lockTimeout ?? 2) * 1_000,
      statement_timeout: statementMs,
      idle_in_transaction_session_timeout: unlimited ? 0 : 10_000,
    }),
    // The server applies that limit itself, unless it is silent: then the caller would wait for ever.
    query_timeout: statementMs === 0 ? 0 : statementMs + silenceMs,
    types: rowTypes(),
    ...(isPooled(options.url) ? {} : { Client: PreparingClient }),
  }
}

/**
 * Timestamps arrive as Date everywhere, whole numbers as numbers: identifiers and minor units are far below 2^53. A calendar
 * day and an interval stay text, because a Date would change them.
 */
function rowTypes(): TypeOverrides {
  const types = new TypeOverrides()
  const int8 = 20
  types.setTypeParser(int8, Number)
  const date = 1082
  const interval = 1186
  for (const oid of [date, interval]) types.setTypeParser(oid, (text: string) => text)
  return types
}

function onClient(client: PoolClient): Sql {
  return {
    query: async <Row extends object>(text: string, values: readonly unknown[] = []) =>
      (await client.query<Row>(text, values as unknown[])).rows,
  }
}

/** Plain SQL on the connection that the entity manager's transaction holds. */
function onTransaction(em: SqlEntityManager): Sql {
  return {
    query: async <Row extends object>(text: string, values: readonly unknown[] = []) => {
      const { rows } = await em.getKysely().executeQuery(CompiledQuery.raw(text, [...values]))
      return rows as Row[]
    },
  }
}

/** MikroORM wraps every error of the driver; the error that no connection is free must reach the caller as it is. */
function letAppErrorsThrough(orm: MikroORM): void {
  const converter = orm.driver.getPlatform().getExceptionConverter()
  const convert = converter.convertException.bind(converter)
  converter.convertException = (error) => {
    if (error instanceof AppError) throw error
    return convert(error)
  }
}

function noFailure(): undefined {
  return undefined
}

function asFailure(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}
