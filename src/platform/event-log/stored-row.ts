import pg from 'pg'
import type { Fact, RecordedEvent } from './event-log.ts'

/** The columns of es.events that make a `RecordedEvent`. */
export const eventColumns = `position, stream_id, version, event_id, type, schema_version, data, metadata,
  correlation_id, source, source_id, occurred_at, recorded_at, encode(prev_hash, 'hex') as prev_hash,
  encode(hash, 'hex') as hash`

/** Makes an event from a row that begins with `eventColumns`. */
export function readEvent(columns: (string | null)[]): RecordedEvent {
  const at = columns as string[]
  return {
    position: Number(at[0]),
    stream: at[1]!,
    version: Number(at[2]),
    eventId: at[3]!,
    type: at[4]!,
    schemaVersion: Number(at[5]),
    data: JSON.parse(at[6]!) as Record<string, unknown>,
    metadata: JSON.parse(at[7]!) as Record<string, unknown>,
    correlationId: at[8]!,
    source: at[9]!,
    sourceId: at[10]!,
    occurredAt: moment(at[11]!),
    recordedAt: moment(at[12]!),
    prevHash: at[13]!,
    hash: at[14]!,
  }
}

/** `2026-11-21 03:18:51.913+00`: the log's sessions use UTC. Years of more than four digits take the slower path. */
function moment(text: string): Date {
  const digits = /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)(?:\.(\d{1,3}))?\+00$/.exec(text)
  if (!digits) return pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ, 'text')(text) as Date
  const [, year, month, day, hour, minute, second, fraction = ''] = digits
  return new Date(
    Date.UTC(
      Number(year),
      Number(month) - 1,
      Number(day),
      Number(hour),
      Number(minute),
      Number(second),
      Number(fraction.padEnd(3, '0')),
    ),
  )
}

/** The query for the facts at positions after `after` up to `last`, for COPY. */
export function factsIn(after: number, last: number): string {
  return `select position, stream_id, version, type, schema_version, data, (extract(epoch from occurred_at) * 1000)::bigint
    from es.events where position > ${after} and position <= ${last} order by position`
}

export function factOf([position, stream, version, type, schemaVersion, data, occurredAt]: string[]): Fact {
  return {
    position: Number(position),
    stream: stream!,
    version: Number(version),
    type: type!,
    schemaVersion: Number(schemaVersion),
    data: JSON.parse(data!) as Record<string, unknown>,
    occurredAt: new Date(Number(occurredAt)),
  }
}
