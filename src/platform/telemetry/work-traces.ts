import { currentWork, type Work } from './current-work.ts'
import { Problems } from './problem.ts'
import { withoutValues } from './statement-text.ts'

/** Seconds; a statement that takes this long or longer is slow. */
export const slowSeconds = 0.05
/** The most stored statements of one request; further ones are only counted. */
const mostStatements = 60
/** The most entries between two writes: requests that wrote events or failed, slow ones, and kinds of slow statements. */
const most = { important: 500, slow: 50, statements: 200 }

export interface SlowStatement {
  text: string
  /** The route or job that ran it, or `background`. */
  route: string
  count: number
  /** Seconds. */
  total: number
  max: number
  /** The request with the slowest run. */
  requestId: string | null
}

/** The statements of each request, until they are stored. Memory is bounded. */
export class WorkTraces {
  /** Errors, slow and repeated statements. */
  readonly problems = new Problems()
  readonly #slow = new Map<string, SlowStatement>()
  readonly #important = new Set<Work>()
  readonly #other = new Set<Work>()

  /** Records a statement that ended now. */
  statement(text: string, seconds: number): void {
    const work = currentWork()
    if (work) {
      work.statementCount++
      work.databaseSeconds += seconds
      if (work.statements.length < mostStatements) work.statements.push({ text, seconds })
    }
    if (seconds >= slowSeconds) this.#tooSlow(text, seconds, work)
  }

  /** Records that events were stored under `requestId`, in one exchange of several statements. */
  wrote(requestId: string | undefined, texts: readonly string[], seconds: number): void {
    const work = currentWork()
    const [first = '', ...others] = texts
    this.statement(first, seconds)
    if (work === undefined || requestId === undefined) return
    for (const text of others) {
      work.statementCount++
      if (work.statements.length < mostStatements) work.statements.push({ text, seconds: null })
    }
    work.wrote ??= new Set()
    work.wrote.add(requestId)
    // A webhook is answered before its events are stored.
    if (work.end) keep(this.#important, work, most.important)
  }

  /** Ends the request or job; `status` is the status of the answer. */
  ended(work: Work, seconds: number, status: number | null): void {
    work.end = { seconds, status }
    const failed = status === null ? work.error !== undefined : status >= 500
    const problem = this.problems.ended(work, failed)
    if (work.wrote || failed) keep(this.#important, work, most.important)
    else if (work.slow || problem) keep(this.#other, work, most.slow)
  }

  /** The entries that are worth storing, since the last call. */
  take(): { works: Work[]; slow: SlowStatement[] } {
    const taken = { works: [...this.#important, ...this.#other], slow: [...this.#slow.values()] }
    this.#important.clear()
    this.#other.clear()
    this.#slow.clear()
    return taken
  }

  #tooSlow(raw: string, seconds: number, work: Work | undefined): void {
    if (work) work.slow = true
    const text = withoutValues(raw)
    const route = work?.route ?? 'background'
    this.problems.slow(route, text, seconds, work?.requestId ?? null)
    const key = `${route} ${text}`
    const known = this.#slow.get(key)
    if (known === undefined && this.#slow.size >= most.statements) return
    const slow = known ?? { text, route, count: 0, total: 0, max: 0, requestId: null }
    slow.count++
    slow.total += seconds
    if (seconds > slow.max) {
      slow.max = seconds
      slow.requestId = work?.requestId ?? null
    }
    this.#slow.set(key, slow)
  }
}

function keep(works: Set<Work>, work: Work, bound: number): void {
  if (works.size < bound) works.add(work)
}
