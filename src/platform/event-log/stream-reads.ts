import type pg from 'pg'
import { Batches } from './batch.ts'
import type { RecordedEvent } from './event-log.ts'
import { onConnection } from './outage.ts'
import { eventColumns, eventOf, type StoredRow } from './stored-row.ts'

interface Wanted {
  stream: string
  upToVersion: number
  resolve(events: RecordedEvent[]): void
  reject(error: unknown): void
}

/** Nobody's list is so long that others wait for it. */
const mostStreams = 64

const readStreams = `select wanted.n::int as n, e.* from unnest($1::text[], $2::int[]) with ordinality as wanted(stream, version, n)
  cross join lateral (select ${eventColumns} from es.events
    where stream_id = wanted.stream and version <= wanted.version order by version) as e`

/** Reads of streams that are asked for in one turn of the event loop share one statement. */
export class StreamReads {
  #pool: pg.Pool
  #wanted: Wanted[] = []

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  read(stream: string, upToVersion: number): Promise<RecordedEvent[]> {
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

  async #readTogether(wanted: readonly Wanted[]): Promise<void> {
    const rows = await onConnection(this.#pool, async (client) => {
      const batch = new Batches(client)
      const answer = batch.query<StoredRow & { n: number }>(readStreams, [
        wanted.map(({ stream }) => stream),
        wanted.map(({ upToVersion }) => upToVersion),
      ])
      await batch.run()
      return answer
    })
    const found = wanted.map((): RecordedEvent[] => [])
    for (const row of rows) found[row.n - 1]!.push(eventOf(row))
    for (const [index, { resolve }] of wanted.entries()) resolve(found[index]!)
  }
}
