import type pg from 'pg'
import { Batches } from '../database/batches.ts'
import type { RecordedEvent } from './event-log.ts'
import { onConnection } from './outage.ts'
import { eventColumns, readEvent } from './stored-row.ts'

interface Wanted {
  stream: string
  upToVersion: number
  resolve(events: RecordedEvent[]): void
  reject(error: unknown): void
}

/** Few enough that, of many readers, some are answered while the database looks for the others. */
const mostStreams = 8

const readStreams = `select e.*, wanted.n from unnest($1::text[], $2::int[]) with ordinality as wanted(stream, version, n)
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
    const found = await onConnection(this.#pool, async (client) => {
      const batch = new Batches()
      const found = wanted.map((): RecordedEvent[] => [])
      batch.query(
        readStreams,
        [wanted.map(({ stream }) => stream), wanted.map(({ upToVersion }) => upToVersion)],
        (columns) => {
          const event = readEvent(columns)
          found[Number(columns[15]) - 1]!.push(event)
          return event
        },
      )
      await batch.run(client)
      return found
    })
    for (const [index, { resolve }] of wanted.entries()) resolve(found[index]!)
  }
}
