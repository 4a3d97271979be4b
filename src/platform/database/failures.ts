import pg from 'pg'
import { AppError } from '../kernel/error.ts'

/**
 * What a failure says about the database:
 * - `lost`: there is no connection, or it ended before the answer, or it leads to a server that takes no writes (a standby, or
 *   a writer that was demoted). Of a COMMIT it is then unknown whether it took effect.
 * - `busy`: the server gave up for the moment (a deadlock, a lock, memory, a time limit). The statement had no effect.
 * - `other`: anything else; a repetition would fail in the same way.
 */
export type FailureKind = 'lost' | 'busy' | 'other'

/** The server takes no writes on this connection: read-only by a setting, or a standby. */
const readOnlyState = '25006'
/** SQLSTATEs that end the session: connection, shutdown or crash, too long idle or open in a transaction; 40003: outcome unknown. */
const lostStates = /^(08|57P|25P0[34]|25006|40003)/
/** No disk or memory is left, or the disk does not work: reading goes on, writing does not. */
const fullStates = /^(531|532|58030)/
/** Transaction rolled back, resources, operator intervention with time limits, system errors, lock not available. */
const busyStates = /^(40|53|57|58|55P03)/
const lostSockets = /^(ECONN|EPIPE$|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_AGAIN)/
/** Errors that `pg` itself reports have no code. */
const lostSentences =
  /connection (error|terminated)|not queryable|timeout exceeded when trying to connect|query read timeout/i

/** Looks through the causes of a wrapped error. */
export function kindOf(error: unknown): FailureKind {
  for (const cause of causesOf(error)) {
    const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : ''
    if (cause instanceof ConnectionLost || lostSockets.test(code) || lostStates.test(code)) return 'lost'
    if (busyStates.test(code)) return 'busy'
    if (!(cause instanceof pg.DatabaseError) && lostSentences.test(cause.message)) return 'lost'
  }
  return 'other'
}

export const isReadOnly = (error: unknown): boolean => hasCode(error, (code) => code === readOnlyState)

/** Whether the server had no disk or memory left for a write, or its disk failed. */
export const isFull = (error: unknown): boolean => hasCode(error, (code) => fullStates.test(code))

const hasCode = (error: unknown, is: (code: string) => boolean): boolean =>
  [...causesOf(error)].some((cause) => 'code' in cause && is(String(cause.code)))

/** The connection broke while statements were under way: whether they took effect is unknown. */
export class ConnectionLost extends Error {
  constructor(cause: unknown) {
    super('The connection to the database was lost', { cause })
    this.name = 'ConnectionLost'
  }
}

/** For an error on a connection: the server's error of a statement, after which the session goes on, else `ConnectionLost`. */
export function failureOf(error: unknown): Error {
  return error instanceof pg.DatabaseError && kindOf(error) !== 'lost' ? error : new ConnectionLost(error)
}

/** The error for a caller when the database is lost or busy; the same call may be repeated. */
export function unavailable(cause: unknown): AppError {
  return new AppError(
    'unavailable',
    'UNAVAILABLE',
    'The service is busy at the moment. Please try again in a few seconds.',
    { cause },
  )
}

/** Unique violation and check violation. */
const refusals = ['23505', '23514']

/** True when `error`, or one of its causes, is PostgreSQL's refusal of a row of `table` (or by its named constraint). */
export function violates(error: unknown, table: string, constraint?: string): boolean {
  for (const cause of causesOf(error)) {
    const { code, table: where, constraint: what } = cause as Error & Record<string, unknown>
    if (
      refusals.includes(String(code)) &&
      where === table &&
      (constraint === undefined || what === constraint)
    )
      return true
  }
  return false
}

/** The error and its chain of causes, at most eight deep: an error may be its own cause. */
function* causesOf(error: unknown, depth = 0): Generator<Error> {
  if (!(error instanceof Error) || depth === 8) return
  yield error
  if (error instanceof AggregateError) for (const each of error.errors) yield* causesOf(each, depth + 1)
  yield* causesOf(error.cause ?? ('previous' in error ? error.previous : undefined), depth + 1)
}
