import type { Sql } from '#platform/database/sql.ts'
import type { EventLog } from '#platform/event-log/event-log.ts'
import type { StreamKind, Streams } from '#platform/event-log/streams.ts'
import { AppError } from '#platform/kernel/error.ts'
import type { NumberedKind } from '../../domain/document-names.ts'
import type { LostNumber } from '../../invoices/printed-numbers.ts'
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

type RestoreEvent =
  | { type: typeof logRestoredType; data: LogRestoredData }
  | { type: typeof numberLostType; data: NumberLostData }

/** One stream, without an id. Its state is the last restore. */
const restores: StreamKind<LogRestoredData | null, RestoreEvent> = {
  prefix: restoreStream,
  empty: () => null,
  evolve: (last, { type, data }) => (type === logRestoredType ? data : last),
}

export class LogRestores {
  readonly #log: EventLog
  readonly #streams: Streams

  constructor(log: EventLog, streams: Streams) {
    this.#log = log
    this.#streams = streams
  }

  /**
   * Records at the end of the log that the database was restored.
   * @param by id of a member of staff
   * @throws AppError invalid for a reason that is too long or holds a mail address: the log cannot forget.
   */
  async mark(by: string, reason: string): Promise<{ position: number; data: LogRestoredData }> {
    assertReason(reason)
    const { state, positions } = await this.#streams.change(
      restores,
      '',
      async (): Promise<RestoreEvent[]> => {
        const { position: lastPosition, hash: lastHash } = await this.#log.head()
        const [last] = await this.#log.readFrom(lastPosition - 1, 1)
        const lastRecordedAt = last?.recordedAt.toISOString() ?? null
        return [{ type: logRestoredType, data: { lastPosition, lastHash, lastRecordedAt, by, reason } }]
      },
      ({ after, now }) => ({
        metadata: { actor: `staff:${by}` },
        once: `${after?.lastPosition} ${now.toISOString()}`,
      }),
    )
    return { position: positions[0] ?? 0, data: state! }
  }

  /** Records that a number was printed for something that is lost for good. @throws as `mark` */
  async markNumber(lost: LostNumber, by: string, reason: string): Promise<void> {
    assertReason(reason)
    const { kind, number, year, subject } = lost
    const { orderId, refundId } = subject
    const data: NumberLostData = { kind, number, year, orderId, refundId, by, reason }
    await this.#streams.change(
      restores,
      '',
      (): RestoreEvent[] => [{ type: numberLostType, data }],
      () => ({ metadata: { actor: `staff:${by}` }, once: `number ${kind} ${year ?? ''} ${number}` }),
    )
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
      'reason: must not hold an email address, because the log cannot forget',
    )
}
