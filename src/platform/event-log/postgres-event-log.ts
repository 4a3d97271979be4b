import pg from 'pg'
import { Batches, prepareNothingOn, type RowReader } from '../database/batches.ts'
import { connectTo, isPooled } from '../database/connect-to.ts'
import { inSnapshot, type Snapshot } from '../database/snapshot.ts'
import type { Sql } from '../database/sql.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { type Ids, RandomIds } from '../kernel/ids.ts'
import { prepareItem } from './append-call.ts'
import { CopiedRows } from './copy-rows.ts'
import {
  type Appended,
  type AppendItem,
  EventLog,
  type Fact,
  type RecordedEvent,
  type Verification,
} from './event-log.ts'
import { GroupCommits } from './group-commit.ts'
import { GroupTransactions } from './group-transaction.ts'
import { answerOf, onConnection } from './outage.ts'
import { eventColumns, factOf, factsIn, readEvent } from './stored-row.ts'
import { factStreams, StreamReads, wholeStreams } from './stream-reads.ts'
import { type Tip, verifyChain } from './verify-chain.ts'

export interface PostgresEventLogOptions {
  /** The application role's address. */
  url: string
  jobs: Jobs
  /** Ids of events; random by default. */
  ids?: Ids
  /** Connections for reading; 5 by default. Appends have two more. */
  readers?: number
  /** Items in one transaction at most; 128 by default. */
  groupSize?: number
  /** No timeouts, as in `PostgresOptions`. */
  unlimited?: boolean
  /** Called after every append that was stored, in its caller's context, with the seconds that it waited. */
  onAppend?: (item: AppendItem, seconds: number) => void
  /** Called with the error of every append that failed. */
  onFailure?: (error: unknown) => void
  /** Called after every read of streams, with the seconds of its statement. */
  onRead?: (text: string, seconds: number) => void
  /** Called for every lost connection, with one line. */
  log?: (message: string) => void
}

/** Connections that append: one group in the log, and the next one being sent. */
const writers = 2
const pageSize = 2_000
const readPage = `select ${eventColumns} from es.events where position > $1 order by position limit $2`
const readHead = `select position, encode(hash, 'hex') as hash from es.head`
const factPageSize = 10_000
const lastVersion = 2_147_483_647

/** The log in schema `es` of one PostgreSQL database; `schema.sql.ts` makes it. */
export class PostgresEventLog extends EventLog {
  #url: string
  #writer: pg.Pool
  #readers: pg.Pool
  #streams: StreamReads<RecordedEvent>
  #folds: StreamReads<Fact>
  #groups: GroupCommits
  #ids: Ids
  #onAppend: PostgresEventLogOptions['onAppend']
  #onRead: PostgresEventLogOptions['onRead']
  #onFailure: PostgresEventLogOptions['onFailure']

  constructor(options: PostgresEventLogOptions) {
    super()
    const log = options.log ?? (() => undefined)
    this.#url = options.url
    this.#ids = options.ids ?? new RandomIds()
    this.#onAppend = options.onAppend
    this.#onRead = options.onRead
    this.#onFailure = options.onFailure
    const { url, unlimited } = options
    this.#writer = pool({ url, unlimited, max: writers }, log)
    this.#readers = pool({ url, unlimited, max: options.readers ?? 5 }, log)
    this.#streams = new StreamReads(this.#readers, wholeStreams)
    this.#folds = new StreamReads(this.#readers, factStreams)
    const transactions = new GroupTransactions(this.#writer, options.jobs)
    this.#groups = new GroupCommits((items) => transactions.commit(items), options.groupSize ?? 128)
  }

  async append(item: AppendItem): Promise<Appended> {
    const started = performance.now()
    const appended = await this.#groups.append(prepareItem(item, this.#ids)).catch((error: unknown) => {
      this.#onFailure?.(error)
      throw error
    })
    this.#onAppend?.(item, (performance.now() - started) / 1_000)
    return appended
  }

  async read(stream: string, upToVersion = lastVersion): Promise<RecordedEvent[]> {
    const started = performance.now()
    const events = await this.#streams.read(stream, upToVersion)
    this.#onRead?.(wholeStreams.text, (performance.now() - started) / 1_000)
    return events
  }

  async factsOf(stream: string, upToVersion = lastVersion): Promise<Fact[]> {
    const started = performance.now()
    const facts = await this.#folds.read(stream, upToVersion)
    this.#onRead?.(factStreams.text, (performance.now() - started) / 1_000)
    return facts
  }

  async readFrom(position: number, limit: number): Promise<RecordedEvent[]> {
    return this.#read(readPage, [position, limit], readEvent)
  }

  async *scan(afterPosition = 0): AsyncIterable<RecordedEvent> {
    for (let last = afterPosition; ; ) {
      const page = await this.readFrom(last, pageSize)
      yield* page
      if (page.length < pageSize) return
      last = page.at(-1)!.position
    }
  }

  async *facts(afterPosition = 0): AsyncIterable<Fact[]> {
    if (!Number.isSafeInteger(afterPosition)) throw new RangeError(`${afterPosition} is not a position`)
    // Positions have no gap, so the next range is requested before this one has been read.
    let next = this.#copyFacts(afterPosition)
    for (let last = afterPosition + factPageSize; ; last += factPageSize) {
      const page = await next
      if (page.length === 0) return
      if (page.length < factPageSize) return yield page
      next = this.#copyFacts(last)
      next.catch(() => undefined) // handled when it is awaited
      yield page
    }
  }

  async #copyFacts(after: number): Promise<Fact[]> {
    const select = factsIn(after, after + factPageSize)
    return (await onConnection(this.#readers, (client) => new CopiedRows(select).read(client))).map(factOf)
  }

  /** Reads in one snapshot, so that concurrent appends do not make head and events differ. */
  async verify(anchor?: Tip): Promise<Verification> {
    return this.inSnapshot(({ client }) => verifyChain(client, undefined, anchor))
  }

  async inSnapshot<T>(work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
    try {
      return await inSnapshot(this.#url, work)
    } catch (error) {
      throw answerOf(error)
    }
  }

  async head(on?: Sql): Promise<Tip> {
    return tipOf(await (on ? on.query<HeadRow>(readHead) : this.#read<HeadRow>(readHead)))
  }

  /** Waits for the appends under way, then closes the connections. */
  async close(): Promise<void> {
    await this.#groups.idle()
    await Promise.all([this.#writer.end(), this.#readers.end()])
  }

  #read<Row extends object>(text: string, values: unknown[] = [], read?: RowReader<Row>): Promise<Row[]> {
    return onConnection(this.#readers, (client) => run(client, text, values, read))
  }
}

/** One statement, prepared once per connection: planning costs more than reading one stream. */
async function run<Row extends object>(
  client: pg.PoolClient,
  text: string,
  values: unknown[] = [],
  read?: RowReader<Row>,
): Promise<Row[]> {
  const batch = new Batches()
  const rows = batch.query<Row>(text, values, read)
  await batch.run(client)
  return rows
}

function pool(
  of: { url: string; max: number; unlimited: boolean | undefined },
  log: (message: string) => void,
): pg.Pool {
  const { url, max } = of
  const limit = (ms: number): number => (of.unlimited ? 0 : ms)
  const connections = new pg.Pool({
    max,
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
      // A scan without an index then counts as so dear that a server with LLVM would compile it, for 100 ms, at each call.
      options: '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off -c jit=off -c timezone=UTC',
    }),
  })
  const logLoss = (error: Error) => log(`A connection of the event log was lost: ${error.message}`)
  connections.on('error', logLoss)
  // A connection in use emits `error` when it ends; without a listener that would end the process.
  connections.on('connect', (client) => {
    client.on('error', logLoss)
    if (isPooled(url)) prepareNothingOn(client)
  })
  return connections
}

interface HeadRow {
  position: string
  hash: string
}

function tipOf(rows: HeadRow[]): Tip {
  const [row] = rows
  if (!row) throw new Error('es.head has no row: the event log was not migrated')
  return { position: Number(row.position), hash: row.hash }
}
