import { kindOf, unavailable } from '../database/failures.ts'
import { AppError, type ErrorKind, type FieldProblem } from '../kernel/error.ts'

/** The body of every answer that is not OK; `error` and `message` are the same human sentence. */
export interface ErrorBody {
  success: false
  error: string
  code: string
  message: string
  errors?: string[]
  /** The problems that belong to a field of the request; screens read these and never parse the sentences of `errors`. */
  fields?: readonly FieldProblem[]
  requestId: string
  [extra: string]: unknown
}

export interface ErrorAnswer {
  status: number
  headers: Record<string, string>
  body: ErrorBody
}

/** A refusal by HTTP itself, with a status that modules do not use (405, 413, 415). */
export class RefusedRequest extends Error {
  readonly status: 400 | 404 | 405 | 413 | 415
  readonly code: string
  readonly headers: Record<string, string>

  constructor(
    status: RefusedRequest['status'],
    code: string,
    message: string,
    headers: Record<string, string> = {},
  ) {
    super(message)
    this.name = 'RefusedRequest'
    this.status = status
    this.code = code
    this.headers = headers
  }
}

const statusOf: Record<ErrorKind, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  'too-many': 429,
  unavailable: 503,
}

const secondsUntilRetry = 5

/** The answer for `error`. An unexpected error gives a general sentence: its own text does not leave the process. */
export function answerTo(error: unknown, requestId: string): ErrorAnswer {
  if (error instanceof AppError) {
    const { errors, fields, extra, retryAfter } = error.detail
    const seconds = retryAfter ?? (error.kind === 'unavailable' ? secondsUntilRetry : undefined)
    return {
      status: statusOf[error.kind],
      headers: seconds === undefined ? {} : { 'Retry-After': String(Math.max(1, Math.ceil(seconds))) },
      body: {
        ...extra,
        ...errorBody(error.code, error.message, requestId),
        ...(errors ? { errors } : {}),
        ...(fields?.length ? { fields } : {}),
      },
    }
  }
  if (error instanceof RefusedRequest) {
    return {
      status: error.status,
      headers: error.headers,
      body: errorBody(error.code, error.message, requestId),
    }
  }
  const refused = refusedByRouter(error)
  if (refused) return answerTo(refused, requestId)
  if (kindOf(error) !== 'other') return answerTo(unavailable(error), requestId)
  return {
    status: 500,
    headers: {},
    body: errorBody('INTERNAL_ERROR', 'Something went wrong on our side. Please try again later.', requestId),
  }
}

function errorBody(code: string, message: string, requestId: string): ErrorBody {
  return { success: false, error: message, code, message, requestId }
}

/** The errors of express's router carry a 4xx `status`; their text is not repeated. */
function refusedByRouter(error: unknown): RefusedRequest | null {
  if (!(error instanceof Error) || !('status' in error) || typeof error.status !== 'number') return null
  return error.status < 400 || error.status >= 500 ? null : unreadable()
}

export function unreadable(): RefusedRequest {
  return new RefusedRequest(
    400,
    'BAD_REQUEST',
    'The request could not be read. Please check its address and body.',
  )
}

export function unsupportedEncoding(): RefusedRequest {
  return new RefusedRequest(415, 'UNSUPPORTED_ENCODING', 'Send the body as plain or gzip-compressed JSON.')
}

export function tooLarge(): RefusedRequest {
  return new RefusedRequest(413, 'BODY_TOO_LARGE', 'The body of the request is too large.')
}
