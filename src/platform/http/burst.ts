/** More requests in flight than this are a burst. */
const calm = 4
/** Milliseconds after which a burst is over: between an answer and the next request of the same callers few are in flight. */
const lull = 50

/** Whether many requests arrive now; less urgent work then waits. */
export class Burst {
  #last = Number.NEGATIVE_INFINITY

  /** Records that a request arrived. @param inFlight the requests being answered now, this one included */
  request(inFlight: number): void {
    if (inFlight > calm) this.#last = performance.now()
  }

  get on(): boolean {
    return performance.now() - this.#last < lull
  }
}
