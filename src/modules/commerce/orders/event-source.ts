import { StringDecoder } from 'node:string_decoder'
import type { Client } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { EventLog } from '#platform/event-log/event-log.ts'
import { fieldsOf } from './copy-text.ts'

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

/** Over the log's own connections, in pages. */
export function factsOf(log: EventLog): EventSource {
  return async function* (after) {
    for await (const facts of log.facts(after))
      yield facts.map(({ occurredAt, ...fact }) => ({ ...fact, at: occurredAt.getTime() }))
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
    const text = new StringDecoder('utf8')
    let rest = ''
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      const lines = (rest + text.write(chunk)).split('\n')
      rest = lines.pop() ?? ''
      if (lines.length > 0) yield lines.map(eventOf)
    }
  }
}

function eventOf(line: string): StoredEvent {
  const [position = '', stream = '', version = '', type = '', schemaVersion = '', at = '', data = ''] =
    fieldsOf(line)
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
