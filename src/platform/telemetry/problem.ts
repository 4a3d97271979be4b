import type { RunStatement, Work } from './current-work.ts'
import { withoutValues } from './statement-text.ts'

/**
 * - `error`: a request or a job failed;
 * - `slow`: a statement took a second or longer;
 * - `repeated`: one request or job ran the same statement ten times or more.
 */
export const problemKinds = ['error', 'slow', 'repeated'] as const
export type ProblemKind = (typeof problemKinds)[number]

/** What went wrong in one route in one way, and how often. */
export interface Problem {
  kind: ProblemKind
  route: string
  /** The error with its place in the code, or the statement; without values. */
  what: string
  count: number
  /** Seconds of the slowest run, or runs within one request; 1 for errors. */
  most: number
  /** The request or job of the worst one. */
  requestId: string | null
}

/** Seconds from which a statement is a problem. */
export const tooSlowSeconds = 1
/** Runs of one statement within one request. */
export const tooOften = 10
/** Different problems that are kept between two writes. */
const mostProblems = 200

const keyOf = ({ kind, route, what }: Problem): string => `${kind} ${route} ${what}`

/** Problems that are not written down yet. Bounded, whatever happens. */
export class Problems {
  readonly #found = new Map<string, Problem>()

  add(problem: Problem): void {
    const key = keyOf(problem)
    const known = this.#found.get(key)
    if (known === undefined) {
      if (this.#found.size < mostProblems) this.#found.set(key, { ...problem })
      return
    }
    known.count += problem.count
    if (problem.most < known.most) return
    known.most = problem.most
    known.requestId = problem.requestId
  }

  /** What a request or job that ended now shows. @returns whether there was anything */
  ended(work: Work, failed: boolean): boolean {
    const about = { route: work.route ?? 'unknown', requestId: work.requestId }
    if (failed) this.add({ ...about, kind: 'error', what: errorText(work.error), count: 1, most: 1 })
    const repeated = mostRepeated(work.statements)
    if (repeated) this.add({ ...about, kind: 'repeated', count: 1, ...repeated })
    return failed || repeated !== undefined
  }

  slow(route: string, what: string, seconds: number, requestId: string | null): void {
    if (seconds >= tooSlowSeconds) this.add({ kind: 'slow', route, what, count: 1, most: seconds, requestId })
  }

  take(): Problem[] {
    const taken = [...this.#found.values()]
    this.#found.clear()
    return taken
  }
}

const borders = /^\s*(?:begin|start|commit|rollback|savepoint|release|set)\b/i

/** The statement that ran most often of those that a request ran one by one, if that is too often. */
function mostRepeated(statements: readonly RunStatement[]): { what: string; most: number } | undefined {
  if (statements.length < tooOften) return undefined
  const runs = new Map<string, number>()
  for (const { text, seconds } of statements)
    if (seconds !== null && !borders.test(text)) runs.set(text, (runs.get(text) ?? 0) + 1)
  const [text, most] = [...runs].toSorted(([, a], [, b]) => b - a)[0] ?? ['', 0]
  return most < tooOften ? undefined : { what: withoutValues(text), most }
}

/**
 * An error as its group is called: name, message and the first place in the modules' code. Whatever may be a value
 * (numbers, quoted text, ids, addresses) becomes `…`, so that no person is named and all of a kind are one.
 */
export function errorText(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error'
  const message = error.message
    .split('\n', 1)[0]!
    .slice(0, 500)
    .replace(/\S+@\S+/g, '…')
    .replace(/(["'`“])(?:(?!\1|”).)*(?:\1|”)/g, '…')
    .replace(/\b[0-9a-f]{8}-[0-9a-f-]{27}\b/gi, '…')
    .replace(/\b\w*\d\w*\b/g, '…')
    .slice(0, 200)
  const places = [...(error.stack ?? '').matchAll(/\/((?:src|apps)\/[^\s():]+:\d+)/g)].map(([, at]) => at!)
  // Below the modules everybody passes through the same lines.
  const place = places.find((at) => !at.startsWith('src/platform/')) ?? places[0]
  return `${error.name}: ${message}${place === undefined ? '' : ` (${place})`}`
}
