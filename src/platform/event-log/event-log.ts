import type { Snapshot } from '../database/snapshot.ts'
import type { Sql, Statement } from '../database/sql.ts'
import type { JobRequest } from '../jobs/job-definition.ts'

/** An event before it is stored. */
export interface NewEvent {
  type: string
  schemaVersion: number
  /** Ids and amounts; no names, mails, addresses. */
  data: Record<string, unknown>
  /**
   * The origin of the event and its id there: `('stripe', 'pi_1@digest')`, `('app', idempotency key)`.
   * A second append of the same (source, sourceId, stream) succeeds and stores nothing.
   */
  source: string
  sourceId: string
  /** Who caused this event, if not who caused the append. */
  actor?: string
  /** The provider's time: for display only, never for order. The recording time when undefined. */
  occurredAt?: Date
}

export interface RecordedEvent {
  /** Gap-free over all streams, from 1. */
  position: number
  stream: string
  /** Gap-free within the stream, from 1. */
  version: number
  eventId: string
  type: string
  schemaVersion: number
  data: Record<string, unknown>
  metadata: Record<string, unknown>
  correlationId: string
  source: string
  sourceId: string
  occurredAt: Date
  recordedAt: Date
  /** Hex. */
  prevHash: string
  /** Hex, sha256 over the length-prefixed parts; `prevHash` is one of them. */
  hash: string
}

/** The parts of an event that a fold needs. */
export interface Fact {
  position: number
  stream: string
  version: number
  type: string
  schemaVersion: number
  data: Record<string, unknown>
  occurredAt: Date
}

/** A statement that commits with the events (read-model row, invoice number, inbox row). */
export interface Write extends Statement {
  /**
   * The same statement for many rows: each parameter is an array of this write's values, with lists as text. The writes of
   * a group that share it run as one statement, at the place of the first of them.
   */
  many?: string
}

export interface AppendItem {
  stream: string
  /** The stream's version when the decision was made. A different version rejects with `VersionClash`. */
  expectedVersion: number
  events: readonly NewEvent[]
  metadata: { actor: string; requestId?: string; correlationId?: string; release?: string }
  writes?: readonly Write[]
  jobs?: readonly JobRequest[]
}

export interface Appended {
  /** The stream's version after the append. */
  version: number
  /** The positions of the events; for repeats, of the events stored the first time. */
  positions: number[]
  /** True when every event was stored before: then no write and no job was stored either. */
  duplicate: boolean
}

/** Another writer appended to the stream since it was loaded: load, decide and append again. */
export class VersionClash extends Error {
  constructor(stream: string, expected: number) {
    super(`Stream ${stream} is no longer at version ${expected}`)
    this.name = 'VersionClash'
  }
}

export interface Verification {
  ok: boolean
  events: number
  head: { position: number; hash: string }
  /** The first broken position and the reason. */
  firstBreak?: { position: number; reason: string }
}

/** The append-only log of all orders. */
export abstract class EventLog {
  /**
   * Appends that arrive together share one transaction, head lock first (group commit); an item that fails does not fail
   * the others. When the outcome is unknown (connection lost at commit), the same call may be repeated.
   */
  abstract append(item: AppendItem): Promise<Appended>
  /** The stream's events in version order; [] for an unknown stream. */
  abstract read(stream: string, upToVersion?: number): Promise<RecordedEvent[]>
  /** Like `read`, with only the parts that a fold needs: the fast way to load one stream. */
  abstract factsOf(stream: string, upToVersion?: number): Promise<Fact[]>
  /** At most `limit` events after `position`, in position order, without a gap. */
  abstract readFrom(position: number, limit: number): Promise<RecordedEvent[]>
  /** All events after `position`, in constant memory. */
  abstract scan(afterPosition?: number): AsyncIterable<RecordedEvent>
  /** Like `scan`, in pages and with only the parts that a fold needs: many times faster, for rebuilding. */
  abstract facts(afterPosition?: number): AsyncIterable<Fact[]>
  /** Recomputes the whole chain and compares it with the head; `anchor` is a head that was stored elsewhere. */
  abstract verify(anchor?: { position: number; hash: string }): Promise<Verification>
  /** Runs `work` on one snapshot of the log and of all other tables. */
  abstract inSnapshot<T>(work: (snapshot: Snapshot) => Promise<T>): Promise<T>
  abstract head(on?: Sql): Promise<{ position: number; hash: string }>
}
