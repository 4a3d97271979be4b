import type { RunStatement, Work } from './current-work.ts'
import { withoutValues } from './statement-text.ts'

/**
 * - `error`: a request or a job failed;
 * - `slow`: a statement took a second or longer;
 * - `repeated`: one request or job ran the same statement ten times or more.
 */
export const problemKinds = ['error', 'slow', 'repeated'] as const
export type ProblemKind = (typeof problemKinds)[number]

/** One kind of problem in one route, with its count. */
export interface Problem {
  kind: ProblemKind
  route: string
  /** The error with its place in the code, or the statement; without values. */
  what: string
  count: number
  /** Seconds of the slowest run, or runs within one request; 1 for errors. */
  most: number
  /** The request or job with the worst case. */
  requestId: string | null
}

/** Seconds; a statement that takes this long or longer is a problem. */
export const tooSlowSeconds = 1
/** A statement that one request runs this often or more is a problem. */
export const tooOften = 10
/** The most problems that are held between two writes. */
const mostProblems = 200

const keyOf = ({ kind, route, what }: Problem): string => `${kind} ${route} ${what}`

/** Problems that are not stored yet. Their number is bounded. */
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

  /** Records the problems of a request or job that ended now. @returns whether there were any */
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

/** The statement that a request ran most often one by one, if that is too often. */
function mostRepeated(statements: readonly RunStatement[]): { what: string; most: number } | undefined {
  if (statements.length < tooOften) return undefined
  const runs = new Map<string, number>()
  for (const { text, seconds } of statements)
    if (seconds !== null && !borders.test(text)) runs.set(text, (runs.get(text) ?? 0) + 1)
  const [text, most] = [...runs].toSorted(([, a], [, b]) => b - a)[0] ?? ['', 0]
  return most < tooOften ? undefined : { what: withoutValues(text), most }
}

/**
 * The text that groups errors: name, message and the first place in the modules' code. Parts that may be values (numbers,
 * quoted text, ids, addresses) become `…`, so that no person is named and all errors of one kind have the same text.
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
  // Places in the platform's code are shared by all callers, so they are used only when there is no other.
  // In the bundle only the names of functions say where an error arose.
  const [, named] = /^\s+at (?:async )?(\S+) \(\S*\/dist\/bundle\//m.exec(error.stack ?? '') ?? []
  const place = places.find((at) => !at.startsWith('src/platform/')) ?? places[0] ?? named
  return `${error.name}: ${message}${place === undefined ? '' : ` (${place})`}`
}
