/**
 * What went wrong, in one of seven kinds. The platform maps the kind to an HTTP status;
 * the code belongs to the module that throws and never changes once published.
 */
export type ErrorKind =
  | 'invalid' // 400
  | 'unauthenticated' // 401
  | 'forbidden' // 403
  | 'not-found' // 404
  | 'conflict' // 409
  | 'too-many' // 429
  | 'unavailable' // 503

export interface ErrorDetail {
  /** One human sentence per problem; each names its field. */
  errors?: string[]
  /** Seconds after which a retry makes sense; sent as Retry-After. */
  retryAfter?: number
  /** Further fields of the error body that a caller of the specification reads, such as `orderStatus`. */
  extra?: Record<string, unknown>
  cause?: unknown
}

/** An expected failure with a sentence for the person who sees it. */
export class AppError extends Error {
  readonly kind: ErrorKind
  readonly code: string
  readonly detail: ErrorDetail

  constructor(kind: ErrorKind, code: string, message: string, detail: ErrorDetail = {}) {
    super(message, detail.cause === undefined ? undefined : { cause: detail.cause })
    this.name = 'AppError'
    this.kind = kind
    this.code = code
    this.detail = detail
  }
}
