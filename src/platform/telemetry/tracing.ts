/** The trace of a request or a job, which is sent to a collector. */
export interface WorkTrace {
  /** W3C Trace Context: it makes other work part of the same trace. */
  readonly traceparent: string
  /** Records a statement that ended now, with its short name and its text. */
  statement(name: string, seconds: number, text: string): void
  /** Records a call of another service that ended now. */
  call(name: string, seconds: number, error: unknown): void
  end(ended: EndedWork): void
}

export interface EndedWork {
  /** `POST /api/leads`; undefined where no route of the site answered. */
  route: string | undefined
  requestId?: string
  method?: string
  /** The status of the answer; null for jobs. */
  status: number | null
  error?: unknown
}

/** Sends traces of requests and jobs. Without a collector there is no instance, and its library is not loaded. */
export interface Tracing {
  /**
   * @param traceparent the caller's header, unchecked
   * @param started milliseconds of `performance.now()`
   */
  request(traceparent: unknown, started: number): WorkTrace
  /** @param traceparent of the request that enqueued the job */
  job(queue: string, id: string, traceparent: string | undefined): WorkTrace
}
