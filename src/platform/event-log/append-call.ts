import type { Statement } from '../database/sql.ts'
import type { Ids } from '../kernel/ids.ts'
import { canonical } from './chain.ts'
import { type Appended, type AppendItem, VersionClash, type Write } from './event-log.ts'

/** An item that is checked and serialised, before any transaction. */
export interface PreparedItem {
  item: AppendItem
  correlationId: string
  events: { id: string; data: Canonical; metadata: Canonical }[]
  writes: Write[]
}

type Canonical = ReturnType<typeof canonical>

/** The SQLSTATE that `es.append` raises when it was called with `whole` and could not store the whole group. */
export const groupIncomplete = 'VL001'

const call = `select positions, versions, currents, repeats
  from es.append($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`

/** The row that `es.append` returns: one entry per event of all items. */
export interface AppendRow {
  positions: (string | null)[]
  versions: (number | null)[]
  currents: number[]
  repeats: boolean[]
}

/** @throws Error that names the field, for an item that cannot be stored or would not be one append */
export function prepareItem(item: AppendItem, ids: Ids): PreparedItem {
  const { stream, expectedVersion, events, metadata } = item
  if (stream === '') throw new RangeError('stream must not be empty')
  if (!Number.isSafeInteger(expectedVersion) || expectedVersion < 0) {
    throw new RangeError(`expectedVersion must be a whole number from 0, not ${expectedVersion}`)
  }
  if (events.length === 0) throw new RangeError(`events must not be empty (stream ${stream})`)
  const sources = new Set(events.map(({ source, sourceId }) => JSON.stringify([source, sourceId])))
  if (sources.size < events.length)
    throw new RangeError(`two events of stream ${stream} share source and sourceId`)
  const { correlationId = ids.uuid(), ...facts } = metadata
  const common = canonical(facts)
  return {
    item,
    correlationId,
    events: events.map(({ data, actor = facts.actor }) => ({
      id: ids.timeOrdered(),
      data: canonical(data),
      metadata: actor === facts.actor ? common : canonical({ ...facts, actor }),
    })),
    writes: (item.writes ?? []).map((write) => ({ ...write, values: write.values.map(sendable) })),
  }
}

/**
 * `pg` skips a statement whose value it cannot convert, and the transaction commits without that statement. So every value is
 * converted or refused before anything is sent.
 */
function sendable(value: unknown): unknown {
  if (typeof value === 'function' || typeof value === 'symbol')
    throw new TypeError(`A ${typeof value} is not a value for a statement`)
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return value.map(sendable)
  return typeof value === 'object' && value !== null && !ArrayBuffer.isView(value)
    ? JSON.stringify(value)
    : value
}

/**
 * The call of `es.append` for items of different streams. With `whole`, the error `groupIncomplete` is raised unless the whole group is
 * stored, so that the rest of the transaction can be sent without waiting for the verdicts.
 */
export function appendCall(items: readonly PreparedItem[], whole: boolean): Statement {
  return { text: call, values: [...columnsOf(items), whole] }
}

/** One verdict per item of the call, in their order. */
export function verdictsOf(items: readonly PreparedItem[], row: AppendRow): (Appended | VersionClash)[] {
  let at = 0
  return items.map(({ item }) => {
    const from = at
    at += item.events.length
    const positions = row.positions.slice(from, at)
    if (positions.includes(null)) return new VersionClash(item.stream, item.expectedVersion)
    const repeats = row.repeats.slice(from, at)
    const stored = repeats.filter((repeat) => !repeat).length
    return {
      version: row.currents[from]! + stored,
      positions: positions.map(Number),
      duplicate: stored === 0,
    }
  })
}

function columnsOf(items: readonly PreparedItem[]): unknown[][] {
  const columns: unknown[][] = Array.from({ length: 14 }, () => [])
  for (const [index, { item, correlationId, events }] of items.entries()) {
    for (const [at, event] of item.events.entries()) {
      const { id, data, metadata } = events[at]!
      const values = [
        index,
        item.stream,
        item.expectedVersion,
        id,
        event.type,
        event.schemaVersion,
        data.json,
        `\\x${data.digest}`,
        metadata.json,
        `\\x${metadata.digest}`,
        correlationId,
        event.source,
        event.sourceId,
        event.occurredAt ?? null,
      ]
      for (const [column, value] of values.entries()) columns[column]!.push(value)
    }
  }
  return columns
}
