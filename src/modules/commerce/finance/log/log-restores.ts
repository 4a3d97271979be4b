import type { Sql } from '#platform/database/sql.ts'
import { type EventLog, VersionClash } from '#platform/event-log/event-log.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import { AppError } from '#platform/kernel/error.ts'
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
    if (reason.length > 200)
      throw new AppError('invalid', 'TOO_LONG', 'reason: must have at most 200 characters')
    if (reason.includes('@'))
      throw new AppError(
        'invalid',
        'NAMES_PERSON',
        'reason: must not hold a mail address, because the log cannot forget',
      )
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
      const now = this.#clock.now()
      try {
        const { positions } = await this.#log.append({
          stream: restoreStream,
          expectedVersion: before.length,
          events: [
            {
              type: logRestoredType,
              schemaVersion: 1,
              data,
              source: 'app',
              sourceId: `${head.position} ${now.toISOString()}`,
              occurredAt: now,
            },
          ],
          metadata: { actor: `staff:${by}` },
        })
        return { position: positions[0] ?? 0, data }
      } catch (error) {
        if (!(error instanceof VersionClash) || tries >= maxTries) throw error
      }
    }
  }
}
