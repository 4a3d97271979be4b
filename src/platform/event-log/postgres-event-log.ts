import type pg from 'pg'
import { inSnapshot, type Snapshot } from '../database/snapshot.ts'
import type { Sql } from '../database/sql.ts'
import { statementName } from '../database/statement-name.ts'
import type { OnStatement } from '../database/watched-pool.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { type Ids, RandomIds } from '../kernel/ids.ts'
import { prepareItem } from './append-call.ts'
import {
  type Appended,
  type AppendItem,
  EventLog,
  type Fact,
  type RecordedEvent,
  type Verification,
} from './event-log.ts'
import { FactReads } from './fact-reads.ts'
import { GroupCommits } from './group-commit.ts'
import { GroupTransactions } from './group-transaction.ts'
import { answerOf, onConnection, openLogPool, sendAll } from './log-connections.ts'
import { type Tip, verifyChain } from './verify-chain.ts'

export interface PostgresEventLogOptions {
  /** The application role's address. */
  url: string
  jobs: Jobs
  /** Ids of events; random by default. */
  ids?: Ids
  /** The most connections; 4 by default. Appends use two of them at most. */
  connections?: number
  /** Items in one transaction at most; 128 by default. */
  groupSize?: number
  /** No timeouts, as in `PostgresOptions`. */
  unlimited?: boolean
  /** Called after every append that was stored, in its caller's context, with the seconds that it waited. */
  onAppend?: (item: AppendItem, seconds: number) => void
  /** Called with the error of every append that failed. */
  onFailure?: (error: unknown) => void
  /** Called after every read. */
  onRead?: OnStatement
  /** Called for every lost connection, with one line. */
  log?: (message: string) => void
}

const pageSize = 2_000
const lastVersion = 2_147_483_647

/** The columns of es.events that make a `RecordedEvent`. */
export const eventColumns = `position::float8 as position, stream_id as stream, version, event_id as "eventId", type,
  schema_version as "schemaVersion", data, metadata, correlation_id as "correlationId", source, source_id as "sourceId",
  occurred_at as "occurredAt", recorded_at as "recordedAt", encode(prev_hash, 'hex') as "prevHash",
  encode(hash, 'hex') as hash`
const readStream = `select ${eventColumns} from es.events where stream_id = $1 and version <= $2 order by version`
const readPage = `select ${eventColumns} from es.events where position > $1 order by position limit $2`
const readHead = `select position::float8 as position, encode(hash, 'hex') as hash from es.head`

/** The log in schema `es` of one PostgreSQL database; `schema.sql.ts` makes it. */
export class PostgresEventLog extends EventLog {
  #url: string
  #pool: pg.Pool
  #groups: GroupCommits
  #facts = new FactReads((text, values) => this.#rows(text, values))
  #ids: Ids
  #onAppend: PostgresEventLogOptions['onAppend']
  #onRead: PostgresEventLogOptions['onRead']
  #onFailure: PostgresEventLogOptions['onFailure']

  constructor(options: PostgresEventLogOptions) {
    super()
    const { url, connections: max = 4, unlimited = false, log = () => undefined } = options
    this.#url = url
    this.#ids = options.ids ?? new RandomIds()
    this.#onAppend = options.onAppend
    this.#onRead = options.onRead
    this.#onFailure = options.onFailure
    this.#pool = openLogPool({ url, max, unlimited, log })
    const transactions = new GroupTransactions(this.#pool, options.jobs)
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

  read(stream: string, upToVersion = lastVersion): Promise<RecordedEvent[]> {
    return this.#rows<RecordedEvent>(readStream, [stream, upToVersion])
  }

  factsOf(stream: string, upToVersion = lastVersion): Promise<Fact[]> {
    return this.#facts.ofStream(stream, upToVersion)
  }

  readFrom(position: number, limit: number): Promise<RecordedEvent[]> {
    return this.#rows<RecordedEvent>(readPage, [position, limit])
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
    const pageAfter = (position: number) => this.#facts.ofRange(position, position + pageSize)
    // Positions have no gap, so the next range is requested before this one has been read.
    let next = pageAfter(afterPosition)
    for (let last = afterPosition + pageSize; ; last += pageSize) {
      const page = await next
      if (page.length === 0) return
      if (page.length < pageSize) return yield page
      next = pageAfter(last)
      next.catch(() => undefined) // handled when it is awaited
      yield page
    }
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
    const [tip] = await (on ? on.query<Tip>(readHead) : this.#rows<Tip>(readHead, []))
    if (!tip) throw new Error('es.head has no row: the event log was not migrated')
    return tip
  }

  /** Waits for the appends under way, then closes the connections. */
  async close(): Promise<void> {
    await this.#groups.idle()
    await this.#pool.end()
  }

  async #rows<Row extends object>(text: string, values: readonly unknown[]): Promise<Row[]> {
    const started = performance.now()
    const [rows] = await onConnection(this.#pool, (client) => sendAll(client, [{ text, values }]))
    this.#onRead?.(statementName(text), (performance.now() - started) / 1_000, text)
    return rows as Row[]
  }
}
