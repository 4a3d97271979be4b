import { createHash } from 'node:crypto'
import type { Snapshot } from '#platform/database/snapshot.ts'
import type { Span } from '../books/period.ts'
import type { LogKey } from './log-key.ts'

/** Microseconds: the precision that the database stores and the hashes cover. */
const micro = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

const within =
  '($1::timestamptz is null or occurred_at >= $1) and ($2::timestamptz is null or occurred_at < $2)'
/** Includes the neighbouring event at either end, if there is one: it shows where the period begins and ends. */
const range = `select greatest(1, coalesce(min(position) filter (where ${within}),
    max(position) filter (where occurred_at < $1), 0) - 1)::float8 as first,
  least(max(position), coalesce(max(position) filter (where ${within}),
    max(position) filter (where occurred_at < $1), 0) + 1)::float8 as last from es.events`

const lines = `select position::float8 as position, stream_id as stream, version, event_id as "eventId", type,
  schema_version as "schemaVersion", encode(data_digest, 'hex') as "dataDigest",
  encode(metadata_digest, 'hex') as "metadataDigest", correlation_id as "correlationId", source,
  source_id as "sourceId", ${micro('occurred_at')} as "occurredAt", ${micro('recorded_at')} as "recordedAt",
  encode(prev_hash, 'hex') as "prevHash", encode(hash, 'hex') as hash,
  case when ${within} then data::text end as data, case when ${within} then metadata::text end as metadata
from es.events where position between $3 and $4 order by position`

interface Line {
  position: number
  data: string | null
  metadata: string | null
}

/** The signed text of a file, one line; the offline verifier builds the same. */
const signedText = (digest: string, signedAt: string): string =>
  `veralead-event-log-file ${digest} ${signedAt}`

/**
 * The log in the format of the offline verifier, version 2. The first line has the period, the range of positions and the
 * head. A line for every position of the range follows: events of the period whole, others without data but with
 * what their hashes cover. The last line has the number of events and a digest of all lines before, signed with the log's key.
 */
export async function* logFile(
  snapshot: Snapshot,
  { from, to }: Span,
  key: LogKey,
  now: Date,
): AsyncGenerator<string> {
  const period = [from ?? null, to ?? null]
  const [head] = await snapshot.query(
    `select position::float8 as position, encode(hash, 'hex') as hash from es.head`,
  )
  const [found] = await snapshot.query<{ first: number; last: number | null }>(range, period)
  const { first = 1, last = null } = found ?? {}
  const digest = createHash('sha256')
  const line = (text: string): string => {
    digest.update(`${text}\n`)
    return `${text}\n`
  }
  yield line(
    JSON.stringify({
      format: 'veralead-event-log',
      version: 2,
      whole: period.every((end) => end === null),
      from: microseconds(period[0]),
      until: microseconds(period[1]),
      first: last === null ? 1 : first,
      last: last ?? 0,
      head,
    }),
  )
  let [events, outside] = [0, 0]
  for await (const page of snapshot.pages<Line>(lines, [...period, first, last ?? 0])) {
    for (const { data, metadata, ...facts } of page) {
      if (data === null) outside += 1
      else events += 1
      const text = JSON.stringify(facts)
      yield line(data === null ? text : `${text.slice(0, -1)},"data":${data},"metadata":${metadata}}`)
    }
  }
  const sum = digest.digest('hex')
  const signedAt = now.toISOString()
  const signature = key.sign(signedText(sum, signedAt))
  yield `${JSON.stringify({ end: true, events, outside, digest: sum, signedAt, key: key.publicKey, signature })}\n`
}

/** Moments in the format of the lines; null for an open end. */
const microseconds = (moment: Date | null | undefined): string | null =>
  moment?.toISOString().replace('Z', '000Z') ?? null
