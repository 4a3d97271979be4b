import type { Sql } from '#platform/database/sql.ts'
import { type EventLog, VersionClash } from '#platform/event-log/event-log.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import { AppError } from '#platform/kernel/error.ts'
import type { LostNumber } from '../../documents/lost-numbers.ts'
import type { NumberedKind } from '../../domain/document-names.ts'
import type { SignedHead } from './head-line.ts'

/** Restores of the database from a backup are events of a stream of their own. The offline verifier reads it, too. */
export const restoreStream = 'log-restores'
export const logRestoredType = 'LogRestored'

/** Schema version 1. */
export interface LogRestoredData extends Record<string, unknown> {
  /** Position of the last event of the backup. */
  lastPosition: number
  lastHash: string
  /** ISO 8601; null for an empty log. */
  lastRecordedAt: string | null
  /** Id of the member of staff who recorded it. */
  by: string
  reason: string
}

/** A number that was printed for an order, or a refund, that is lost for good. It is no gap. Schema version 1. */
export const numberLostType = 'NumberLost'
export interface NumberLostData extends Record<string, unknown> {
  kind: NumberedKind
  number: number
  year: number | null
  orderId: string
  refundId: string | null
  /** Id of the member of staff who recorded it. */
  by: string
  reason: string
}

/** A restore of the log: earlier events at and after this position were lost. */
export interface RestoreRecord {
  /** Position of the event itself. Positions in its data are ignored: the place in the chain cannot be chosen. */
  position: number
  /** The database's clock. */
  recordedAt: Date
  data: LogRestoredData
}

/** Oldest first. */
export function restoresOf(sql: Sql): Promise<RestoreRecord[]> {
  return sql.query<RestoreRecord>(
    `select position::float8 as position, recorded_at as "recordedAt", data from es.events
     where stream_id = '${restoreStream}' and type = '${logRestoredType}' order by version`,
  )
}

/** The restore that lost a head: the head was signed before the restore, for a position that the backup did not reach. */
export function restoreThatLost(
  { position, signedAt }: Pick<SignedHead, 'position' | 'signedAt'>,
  restores: readonly RestoreRecord[],
): RestoreRecord | undefined {
  return restores.find((restore) => restore.position <= position && signedAt <= restore.recordedAt)
}

export const isLost = (head: Pick<SignedHead, 'position' | 'signedAt'>, restores: readonly RestoreRecord[]) =>
  restoreThatLost(head, restores) !== undefined

/** Attempts, as other processes append at the same time. */
const maxTries = 5

export class LogRestores {
  readonly #log: EventLog
  readonly #clock: Clock

  constructor(log: EventLog, clock: Clock) {
    this.#log = log
    this.#clock = clock
  }

  /**
   * Records at the end of the log that the database was restored.
   * @param by id of a member of staff
   * @throws AppError invalid for a reason that is too long or holds a mail address: the log cannot forget.
   */
  async mark(by: string, reason: string): Promise<{ position: number; data: LogRestoredData }> {
    assertReason(reason)
    for (let tries = 1; ; tries += 1) {
      const before = await this.#log.factsOf(restoreStream)
      const head = await this.#log.head()
      const [last] = await this.#log.readFrom(head.position - 1, 1)
      const data: LogRestoredData = {
        lastPosition: head.position,
        lastHash: head.hash,
        lastRecordedAt: last?.recordedAt.toISOString() ?? null,
        by,
        reason,
      }
      const sourceId = `${head.position} ${this.#clock.now().toISOString()}`
      try {
        const position = await this.#append(before.length, { type: logRestoredType, data, sourceId })
        return { position, data }
      } catch (error) {
        if (!(error instanceof VersionClash) || tries >= maxTries) throw error
      }
    }
  }

  /** Records that a number was printed for something that is lost for good. @throws as `mark` */
  async markNumber(lost: LostNumber, by: string, reason: string): Promise<void> {
    assertReason(reason)
    const { kind, number, year, subject } = lost
    const { orderId, refundId } = subject
    const data: NumberLostData = { kind, number, year, orderId, refundId, by, reason }
    const before = await this.#log.factsOf(restoreStream)
    const sourceId = `number ${kind} ${year ?? ''} ${number}`
    await this.#append(before.length, { type: numberLostType, data, sourceId })
  }

  async #append(
    expectedVersion: number,
    { data, ...event }: { type: string; data: LogRestoredData | NumberLostData; sourceId: string },
  ): Promise<number> {
    const now = this.#clock.now()
    const { positions } = await this.#log.append({
      stream: restoreStream,
      expectedVersion,
      events: [{ ...event, data, schemaVersion: 1, source: 'app', occurredAt: now }],
      metadata: { actor: `staff:${data.by}` },
    })
    return positions[0] ?? 0
  }
}

/** The log cannot forget. */
function assertReason(reason: string): void {
  if (reason.length > 200)
    throw new AppError('invalid', 'TOO_LONG', 'reason: must have at most 200 characters')
  if (reason.includes('@'))
    throw new AppError(
      'invalid',
      'NAMES_PERSON',
      'reason: must not hold a mail address, because the log cannot forget',
    )
}
