/** More requests in flight than this are a burst. */
const calm = 4
/** Milliseconds after which a burst is over: between an answer and the next request of the same callers few are in flight. */
const lull = 50

/** Whether many requests come in: what may wait then does. */
export class Burst {
  #last = Number.NEGATIVE_INFINITY

  /** A request has come in. @param inFlight how many are being answered now, this one among them */
  request(inFlight: number): void {
    if (inFlight > calm) this.#last = performance.now()
  }

  get on(): boolean {
    return performance.now() - this.#last < lull
  }
}
