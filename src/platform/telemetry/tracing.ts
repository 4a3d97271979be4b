/** The trace of a request or a job, which goes to a collector. */
export interface WorkTrace {
  /** W3C Trace Context: by it other work belongs to the same trace. */
  readonly traceparent: string
  /** A statement that ended now, with its short name and its text. */
  statement(name: string, seconds: number, text: string): void
  /** A call of another service that ended now. */
  call(name: string, seconds: number, error: unknown): void
  end(ended: EndedWork): void
}

export interface EndedWork {
  /** `POST /api/leads`; undefined where no route of the site answered. */
  route: string | undefined
  requestId?: string
  method?: string
  /** What was answered; null for jobs. */
  status: number | null
  error?: unknown
}

/** Sends traces of requests and jobs. Without a collector there is none, and nothing of it is loaded. */
export interface Tracing {
  /**
   * @param traceparent what the caller sent, whatever it is
   * @param started milliseconds of `performance.now()`
   */
  request(traceparent: unknown, started: number): WorkTrace
  /** @param traceparent of the request that stored the job */
  job(queue: string, id: string, traceparent: string | undefined): WorkTrace
}
