import { AsyncLocalStorage } from 'node:async_hooks'
import type { WorkTrace } from './tracing.ts'

/** A statement as it is sent: its text never holds what came from a visitor, its values are elsewhere. */
export interface RunStatement {
  text: string
  /** Null for one of several that went to the database together; the first of them has the time of all. */
  seconds: number | null
}

/** A request that is being answered, or a job that runs, and what it asked of the database. */
export interface Work {
  requestId: string
  /** `POST /api/leads`, the path with its placeholders; `job lead-mail`. Undefined until it is known. */
  route: string | undefined
  /** Whose session it carries: `customer:` or `staff:` and the id. */
  actor: string | undefined
  /** Milliseconds of `performance.now()`. */
  started: number
  statements: RunStatement[]
  /** All of them; `statements` holds the first ones only. */
  statementCount: number
  databaseSeconds: number
  /** Request ids that events were recorded under. */
  wrote: Set<string> | undefined
  slow: boolean
  /** What it failed with, where the answer is that it failed. */
  error: unknown
  /** Where a collector is told. */
  trace: WorkTrace | undefined
  /** Once it has ended. */
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

/** What runs now, wherever the code is that does it; undefined at start and in timers. */
export function currentWork(): Work | undefined {
  return storage.getStore()
}

export function runWork<T>(work: Work, run: () => T): T {
  return storage.run(work, run)
}
