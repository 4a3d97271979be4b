/**
 * The kinds of expected failures. The platform maps the kind to an HTTP status;
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

/** A problem with one field of a request. */
export interface FieldProblem {
  /** The field's path in the request body, joined by dots: `email`, `items.0.quantity`. Or a query parameter's name. */
  path: string
  /** The sentence for the person at that field; it need not name the field. Programs read `path` and never parse it. */
  message: string
}

export interface ErrorDetail {
  /** One human sentence per problem; each names its field. */
  errors?: string[]
  /** The same problems by field, for those that belong to one. */
  fields?: readonly FieldProblem[]
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

/** An `invalid` whose messages already name their fields: the first is the error's sentence, all are its `errors`. */
export function refusedFields(code: string, fields: readonly [FieldProblem, ...FieldProblem[]]): AppError {
  return new AppError('invalid', code, fields[0].message, {
    errors: fields.map(({ message }) => message),
    fields,
  })
}

/** An `invalid` of one field; its sentence is the field's path and the message, such as `amount: must be …`. */
export function refusedField(code: string, path: string, message: string): AppError {
  return new AppError('invalid', code, `${path}: ${message}`, { fields: [{ path, message }] })
}
