import { createHash } from 'node:crypto'
import pg from 'pg'
import type { Sql } from '../database/sql.ts'
import type { Jobs } from '../jobs/jobs.ts'
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
import { eventColumns, eventOf, factOf, factsIn, linkColumns, linkOf, type StoredRow } from './stored-row.ts'
import { StreamReads } from './stream-reads.ts'
import { ChainVerifiers, type Tip } from './verify-chain.ts'

export interface PostgresEventLogOptions {
  /** The application role's address. */
  url: string
  jobs: Jobs
  /** Connections for reading; 5 unless told. Appends have two of their own. */
  readers?: number
  /** Items in one transaction at most; 128 unless told. */
  groupSize?: number
  /** Told of lost connections, one line each. */
  log?: (message: string) => void
}

const pageSize = 2_000
const readPage = `select ${eventColumns} from es.events where position > $1 order by position limit $2`
const readLinks = `select ${linkColumns} from es.events where position > $1 order by position limit $2`
const readHead = `select position, encode(hash, 'hex') as hash from es.head`
const factPageSize = 10_000
const lastVersion = 2_147_483_647

/** The log in schema `es` of one PostgreSQL database; `schema.sql.ts` makes it. */
export class PostgresEventLog extends EventLog {
  #writer: pg.Pool
  #readers: pg.Pool
  #streams: StreamReads
  #groups: GroupCommits

  constructor(options: PostgresEventLogOptions) {
    super()
    const log = options.log ?? (() => undefined)
    this.#writer = pool(options.url, 2, log)
    this.#readers = pool(options.url, options.readers ?? 5, log)
    this.#streams = new StreamReads(this.#readers)
    const transactions = new GroupTransactions(this.#writer, options.jobs)
    this.#groups = new GroupCommits((items) => transactions.commit(items), options.groupSize ?? 128)
  }

  async append(item: AppendItem): Promise<Appended> {
    return this.#groups.append(prepareItem(item))
  }

  async read(stream: string, upToVersion = lastVersion): Promise<RecordedEvent[]> {
    return this.#streams.read(stream, upToVersion)
  }

  async readFrom(position: number, limit: number): Promise<RecordedEvent[]> {
    return (await this.#read<StoredRow>(readPage, [position, limit])).map(eventOf)
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
    // Positions have no gap, so the next range is known before this one has been read.
    let next = this.#copyFacts(afterPosition)
    for (let last = afterPosition + factPageSize; ; last += factPageSize) {
      const page = await next
      if (page.length === 0) return
      if (page.length < factPageSize) return yield page
      next = this.#copyFacts(last)
      next.catch(() => undefined) // told when it is asked for
      yield page
    }
  }

  async #copyFacts(after: number): Promise<Fact[]> {
    const client = await this.#readers.connect()
    let broken = true
    try {
      const rows = await new CopiedRows(factsIn(after, after + factPageSize)).read(client)
      broken = false
      return rows.map(factOf)
    } finally {
      client.release(broken)
    }
  }

  /** Reads in one snapshot, so that appends meanwhile are no difference between head and events. */
  async verify(anchor?: Tip): Promise<Verification> {
    const client = await this.#readers.connect()
    let broken = true
    try {
      await client.query('begin isolation level repeatable read read only')
      const verifier = new ChainVerifiers(anchor)
      for (let last = 0; !verifier.broken; ) {
        const { rows } = await client.query<Parameters<typeof linkOf>[0]>(named(readLinks, [last, pageSize]))
        for (const row of rows) verifier.add(linkOf(row))
        if (rows.length < pageSize) break
        last = Number(rows.at(-1)!.position)
      }
      const { rows } = await client.query<{ position: string; hash: string }>(readHead)
      await client.query('commit')
      broken = false
      return verifier.verdict(tipOf(rows))
    } finally {
      client.release(broken)
    }
  }

  async head(on?: Sql): Promise<Tip> {
    return tipOf(await (on ? on.query(readHead) : this.#read(readHead, [])))
  }

  /** Waits for the appends under way and closes the connections. */
  async close(): Promise<void> {
    await this.#groups.idle()
    await Promise.all([this.#writer.end(), this.#readers.end()])
  }

  async #read<Row extends object>(text: string, values: unknown[]): Promise<Row[]> {
    return (await this.#readers.query<Row>(named(text, values))).rows
  }
}

function pool(url: string, max: number, log: (message: string) => void): pg.Pool {
  const connections = new pg.Pool({
    connectionString: url,
    max,
    application_name: 'veralead-event-log',
    connectionTimeoutMillis: 4_500,
    keepAlive: true,
    lock_timeout: 2_000,
    statement_timeout: 5_000,
    idle_in_transaction_session_timeout: 10_000,
    // Statements over arrays would be planned anew for every call; plans made for small tables must stay right.
    options: '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off',
  })
  const tell = (error: Error) => log(`A connection of the event log was lost: ${error.message}`)
  connections.on('error', tell)
  // A connection in use tells of its end itself; unheard, that would end the process.
  connections.on('connect', (client) => client.on('error', tell))
  return connections
}

const names = new Map<string, string>()

/** Prepared once per connection: planning costs more than reading one stream. */
function named(text: string, values: unknown[]): pg.QueryConfig {
  let name = names.get(text)
  if (name === undefined) {
    name = `log_${createHash('sha256').update(text).digest('hex').slice(0, 12)}`
    names.set(text, name)
  }
  return { name, text, values }
}

function tipOf(rows: { position: string; hash: string }[]): Tip {
  const [row] = rows
  if (!row) throw new Error('es.head has no row: the event log was not migrated')
  return { position: Number(row.position), hash: row.hash }
}
