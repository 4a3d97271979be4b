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
   * Where the event comes from and its id there: `('stripe', 'pi_1@digest')`, `('app', idempotency key)`.
   * A second append of the same (source, sourceId, stream) is a success that stores nothing.
   */
  source: string
  sourceId: string
  /** The provider's time: for display only, never for order. Equal to the recording time when absent. */
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

/** What a fold needs of an event, and no more. */
export interface Fact {
  position: number
  stream: string
  version: number
  type: string
  schemaVersion: number
  data: Record<string, unknown>
  occurredAt: Date
}

/** A statement that commits with the events (read-model row, invoice number, inbox mark). */
export interface Write extends Statement {
  /**
   * The same for many rows: each parameter an array of this write's values, lists among them as text. The writes
   * of a group that share it run as one statement, where the first of them would have run.
   */
  many?: string
}

export interface AppendItem {
  stream: string
  /** The stream's version that the decision was made on. A clash rejects with `VersionClash`. */
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
  /** True when every event was stored before: nothing was written, neither writes nor jobs. */
  duplicate: boolean
}

/** Somebody else appended to the stream since it was loaded: load, decide and append again. */
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
  /** The first broken position and what is wrong there. */
  firstBreak?: { position: number; reason: string }
}

/** The append-only log of all orders. */
export abstract class EventLog {
  /**
   * Appends that arrive together share one transaction, head lock first (group commit); each item fails alone.
   * On an unknown outcome (connection lost at commit) the same call may be repeated blindly.
   */
  abstract append(item: AppendItem): Promise<Appended>
  /** The stream's events in version order; [] for an unknown stream. */
  abstract read(stream: string, upToVersion?: number): Promise<RecordedEvent[]>
  /** As `read`, with only what a fold needs: the fast way to load one stream. */
  abstract factsOf(stream: string, upToVersion?: number): Promise<Fact[]>
  /** At most `limit` events after `position`, in position order. Misses none, ever. */
  abstract readFrom(position: number, limit: number): Promise<RecordedEvent[]>
  /** All events after `position` as a stream with flat memory. */
  abstract scan(afterPosition?: number): AsyncIterable<RecordedEvent>
  /** As `scan`, in pages and with only what a fold needs: many times as fast, for rebuilding. */
  abstract facts(afterPosition?: number): AsyncIterable<Fact[]>
  /** Recomputes the whole chain and compares it with the head; `anchor` is a head kept elsewhere. */
  abstract verify(anchor?: { position: number; hash: string }): Promise<Verification>
  /** Runs `work` on one unchanging view of the log and of all that is kept beside it. */
  abstract inSnapshot<T>(work: (snapshot: Snapshot) => Promise<T>): Promise<T>
  abstract head(on?: Sql): Promise<{ position: number; hash: string }>
}
