import { AsyncLocalStorage } from 'node:async_hooks'
import type { WorkTrace } from './tracing.ts'

/** A statement as it is sent. Its text contains no values from visitors; those are parameters. */
export interface RunStatement {
  text: string
  /** Null for all but the first of several statements that were sent together; the first has the time of all. */
  seconds: number | null
}

/** A request that is being answered, or a job that runs, with its statements. */
export interface Work {
  requestId: string
  /** `POST /api/leads`, the path with its placeholders; `job lead-mail`. Undefined until it is matched. */
  route: string | undefined
  /** The owner of its session: `customer:` or `staff:` and the id. */
  actor: string | undefined
  /** Milliseconds of `performance.now()`. */
  started: number
  statements: RunStatement[]
  /** The number of all statements; `statements` holds the first ones only. */
  statementCount: number
  databaseSeconds: number
  /** The request ids under which events were recorded. */
  wrote: Set<string> | undefined
  slow: boolean
  /** The error that failed it. */
  error: unknown
  /** Set where traces are sent to a collector. */
  trace: WorkTrace | undefined
  /** Set once it has ended. */
  end: { seconds: number; status: number | null } | undefined
}

const storage = new AsyncLocalStorage<Work>()

export function newWork(requestId: string, route?: string): Work {
  return {
    requestId,
    route,
    actor: undefined,
    started: performance.now(),
    statements: [],
    statementCount: 0,
    databaseSeconds: 0,
    wrote: undefined,
    slow: false,
    error: undefined,
    trace: undefined,
    end: undefined,
  }
}

/** The request or job of the calling code; undefined at start and in timers. */
export function currentWork(): Work | undefined {
  return storage.getStore()
}

export function runWork<T>(work: Work, run: () => T): T {
  return storage.run(work, run)
}
