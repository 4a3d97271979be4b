import { createInterface } from 'node:readline'
import type { Client } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { Sql } from '#platform/database/sql.ts'

/** Only the columns that the fold needs: reading is most of the work. */
export interface StoredEvent {
  position: number
  stream: string
  version: number
  type: string
  schemaVersion: number
  data: object
  /** Milliseconds since 1970, product time. */
  at: number
}

/** Events after a position, in the order of the log, up to its end as it is then. */
export type EventSource = (after: number) => AsyncIterable<StoredEvent[]>

const columns = `position, stream_id, version, type, schema_version,
(extract(epoch from occurred_at) * 1000)::bigint, data`
const pageSize = 10_000

/** In pages, over a pooled connection with its statement timeout. */
export function pagesOf(sql: Sql): EventSource {
  const page = `select position, stream_id as stream, version, type, schema_version as "schemaVersion",
    (extract(epoch from occurred_at) * 1000)::float8 as at, data
    from es.events where position > $1 order by position limit $2`
  return async function* (after) {
    for (let last = after; ; ) {
      const rows = await sql.query<Omit<StoredEvent, 'position'> & { position: string }>(page, [
        last,
        pageSize,
      ])
      const events = rows.map((row) => ({ ...row, position: Number(row.position) }))
      yield events
      if (events.length < pageSize) return
      last = events.at(-1)?.position ?? last
    }
  }
}

/** Through COPY, in one statement: about twice as fast. Nothing else may use the connection meanwhile. */
export function copyOf(client: Client): EventSource {
  return async function* (after) {
    const position = Math.trunc(after)
    const stream = client.query(
      copyTo(
        `copy (select ${columns} from es.events where position > ${position} order by position) to stdout`,
      ),
    )
    let batch: StoredEvent[] = []
    for await (const line of createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY })) {
      batch.push(eventOf(line))
      if (batch.length < pageSize) continue
      yield batch
      batch = []
    }
    yield batch
  }
}

const escapes: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

/** One line of COPY's text format: fields between tabs, backslash escapes inside them. */
function eventOf(line: string): StoredEvent {
  const [position = '', stream = '', version = '', type = '', schemaVersion = '', at = '', data = ''] = line
    .split('\t')
    .map((field) =>
      field.includes('\\')
        ? field.replace(/\\(.)/g, (_, letter: string) => escapes[letter] ?? letter)
        : field,
    )
  return {
    position: Number(position),
    stream,
    version: Number(version),
    type,
    schemaVersion: Number(schemaVersion),
    at: Number(at),
    data: JSON.parse(data) as object,
  }
}
