const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
/** The most combinations that are counted apart; further ones are counted under the route `other`. */
const mostKinds = 2_000

export interface AnswerCount {
  method: string
  route: string
  status: string
  count: number
}

/** Counts answered requests by method, route template and status. The number of combinations is bounded. */
export class AnswerCounts {
  readonly #counts = new Map<string, AnswerCount>()

  /**
   * @param route a route template of the site, never a requested address
   * @param status the HTTP status, or `aborted` when the caller left before the answer was sent
   */
  count(method: string, route: string, status: number | 'aborted'): void {
    const key = `${method} ${route} ${status}`
    const known = this.#counts.get(key)
    if (known === undefined) this.#add(methods.has(method) ? method : 'other', route, String(status))
    else known.count++
  }

  totals(): AnswerCount[] {
    return [...this.#counts.values()]
  }

  #add(method: string, route: string, status: string): void {
    const counted = this.#counts.size < mostKinds ? route : 'other'
    const key = `${method} ${counted} ${status}`
    const known = this.#counts.get(key)
    if (known === undefined) this.#counts.set(key, { method, route: counted, status, count: 1 })
    else known.count++
  }
}
