import type pg from 'pg'
import { Batches } from '../database/batches.ts'
import type { Fact, RecordedEvent } from './event-log.ts'
import { onConnection } from './outage.ts'
import { eventColumns, readEvent } from './stored-row.ts'

/** The statement that reads the events of several streams, and the reader of its rows. */
export interface StreamShape<T> {
  /** `$1` the streams, `$2` their last versions. Rows are ordered by stream, then by version. */
  text: string
  /** The index of the requested stream, from 0, and events of it. */
  read: (columns: (string | null)[], streams: readonly string[]) => { index: number; events: readonly T[] }
}

/** One row per event, with all columns. */
export const wholeStreams: StreamShape<RecordedEvent> = {
  text: `select e.*, wanted.n from unnest($1::text[], $2::int[]) with ordinality as wanted(stream, version, n)
  cross join lateral (select ${eventColumns} from es.events
    where stream_id = wanted.stream and version <= wanted.version order by version) as e`,
  read: (columns) => ({ index: Number(columns[15]) - 1, events: [readEvent(columns)] }),
}

type FactTuple = [number, number, string, number, number, Record<string, unknown>]

/** One row with one text per stream: sending a row for each event costs several times as much. */
export const factStreams: StreamShape<Fact> = {
  text: `select wanted.n, (select json_agg(json_build_array(e.position, e.version, e.type, e.schema_version,
      (extract(epoch from e.occurred_at) * 1000)::bigint, e.data) order by e.version)
    from es.events e where e.stream_id = wanted.stream and e.version <= wanted.version)::text
  from unnest($1::text[], $2::int[]) with ordinality as wanted(stream, version, n)`,
  read: ([n, text], streams) => {
    const index = Number(n) - 1
    const stream = streams[index]!
    const tuples = text === null || text === undefined ? [] : (JSON.parse(text) as FactTuple[])
    const events = tuples.map(([position, version, type, schemaVersion, occurredAt, data]) => {
      return { position, stream, version, type, schemaVersion, data, occurredAt: new Date(occurredAt) }
    })
    return { index, events }
  },
}

interface Wanted<T> {
  stream: string
  upToVersion: number
  resolve(events: T[]): void
  reject(error: unknown): void
}

/** Streams of one statement: few, so that some of many readers are answered while the database reads for the others. */
const mostStreams = 8

/** Reads that are requested in one turn of the event loop share one statement. */
export class StreamReads<T> {
  #pool: pg.Pool
  #shape: StreamShape<T>
  #wanted: Wanted<T>[] = []

  constructor(pool: pg.Pool, shape: StreamShape<T>) {
    this.#pool = pool
    this.#shape = shape
  }

  read(stream: string, upToVersion: number): Promise<T[]> {
    return new Promise((resolve, reject) => {
      if (this.#wanted.length === 0) setImmediate(() => this.#start())
      this.#wanted.push({ stream, upToVersion, resolve, reject })
    })
  }

  #start(): void {
    const wanted = this.#wanted
    this.#wanted = []
    for (let from = 0; from < wanted.length; from += mostStreams) {
      const together = wanted.slice(from, from + mostStreams)
      this.#readTogether(together).catch((error: unknown) => {
        for (const { reject } of together) reject(error)
      })
    }
  }

  async #readTogether(wanted: readonly Wanted<T>[]): Promise<void> {
    const streams = wanted.map(({ stream }) => stream)
    const found = await onConnection(this.#pool, async (client) => {
      const batch = new Batches()
      const found = wanted.map((): T[] => [])
      const versions = wanted.map(({ upToVersion }) => upToVersion)
      batch.query(this.#shape.text, [streams, versions], (columns) => {
        const { index, events } = this.#shape.read(columns, streams)
        found[index]!.push(...events)
        return events
      })
      await batch.run(client)
      return found
    })
    for (const [index, { resolve }] of wanted.entries()) resolve(found[index]!)
  }
}
