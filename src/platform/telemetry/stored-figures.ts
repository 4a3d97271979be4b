import type { Logger } from 'pino'
import type { Database } from '../database/database.ts'
import { withTimeout } from '../kernel/with-timeout.ts'
import { gauge, type MetricFamily } from './metric-family.ts'

/** Gauges of the whole installation, read from the database. Each query reads a few rows, however large its tables. */
export abstract class StoredFigures {
  abstract read(): Promise<MetricFamily[]>
}

/** Milliseconds after which a scrape continues without a figure of the database. */
const waitMs = 1_000

/**
 * Reads the figures of all modules concurrently. A figure that does not arrive within a second is left out: when the
 * database is away, a scrape must show that and not wait for it.
 */
export class StoredMetrics {
  readonly #reads: (() => Promise<MetricFamily[] | undefined>)[]
  readonly #isUp: () => Promise<true | undefined>
  readonly #isWritable: () => Promise<true | undefined>

  constructor(
    database: Pick<Database, 'sql'> & { demandWriter(): Promise<void> },
    sources: readonly StoredFigures[],
    logger: Pick<Logger, 'warn'>,
  ) {
    const failed = (err: unknown): void => logger.warn({ err }, 'figures for /metrics could not be read')
    this.#reads = sources.map((source) => shared(() => source.read(), failed))
    this.#isUp = shared(
      () => database.sql.query('select 1').then(() => true as const),
      () => undefined,
    )
    this.#isWritable = shared(
      () => database.demandWriter().then(() => true as const),
      () => undefined,
    )
  }

  async read(): Promise<MetricFamily[]> {
    const [up, writable, ...families] = await Promise.all([
      this.#isUp(),
      this.#isWritable(),
      ...this.#reads.map((read) => read()),
    ])
    return [
      gauge('database_up', 'Whether the database answered within a second', up ? 1 : 0),
      // Of a database that is away there is nothing to say.
      ...(up ? [gauge('database_writable', 'Whether the database takes writes', writable ? 1 : 0)] : []),
      ...families.flatMap((each) => each ?? []),
    ]
  }
}

/** A read that resolves to undefined when it fails or takes too long. Concurrent scrapes share one read. */
function shared<T>(read: () => Promise<T>, failed: (error: unknown) => void): () => Promise<T | undefined> {
  let running: Promise<T | undefined> | undefined
  return async () => {
    running ??= read()
      .catch((error: unknown) => void failed(error))
      .finally(() => {
        running = undefined
      }) as Promise<T | undefined>
    return withTimeout(running, waitMs, () => undefined)
  }
}
