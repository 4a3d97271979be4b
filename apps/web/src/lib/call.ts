import type { z } from 'zod'
import type { Endpoint, Method } from '#platform/contract/endpoint.ts'
import { paintOfOpenedPage } from './after-paint.ts'
import { noteServerTime } from './server-clock.ts'
import { traceHeaders } from './traceparent.ts'

/** A non-OK answer, or no answer (`status` 0, code `NETWORK`). */
export class ApiFailure extends Error {
  readonly status: number
  readonly code: string
  readonly errors: string[]
  /** Every field of the error body, for screens that read one themselves. */
  readonly extra: Record<string, unknown>

  constructor(
    status: number,
    code: string,
    message: string,
    errors: string[],
    extra: Record<string, unknown>,
  ) {
    super(message)
    this.name = 'ApiFailure'
    this.status = status
    this.code = code
    this.errors = errors
    this.extra = extra
  }

  /** True if the server was not reached. */
  get offline(): boolean {
    return this.status === 0
  }
}

export type AnyEndpoint = Endpoint<Method, string, z.ZodType, z.ZodType, z.ZodType, z.ZodType | 'stream'>
/** The input of one part of the request (params, query, body); undefined if the endpoint declares no schema for it. */
type Given<Schema> = [NonNullable<Schema>] extends [z.ZodType]
  ? [z.output<NonNullable<Schema>>] extends [undefined | Record<string, never>]
    ? undefined
    : z.input<NonNullable<Schema>>
  : undefined
type Slot<K extends string, V> = [V] extends [undefined]
  ? { [P in K]?: undefined }
  : object extends V
    ? { [P in K]?: V }
    : { [P in K]: V }
/** What a call of an endpoint sends. */
export type Sent<E extends AnyEndpoint> = Slot<'params', Given<E['params']>> &
  Slot<'query', Given<E['query']>> &
  Slot<'body', Given<E['body']>> & { signal?: AbortSignal; headers?: Record<string, string> }
type Optional<T> = object extends T ? [sent?: T] : [sent: T]

/** The answer of an endpoint, as it travels. */
export type AnswerOf<E extends AnyEndpoint> = E['response'] extends z.ZodType
  ? z.input<E['response']>
  : Response

/**
 * Calls one endpoint of the site's own API, with the session cookie. The endpoint is given as a type,
 * so that no schema reaches the browser: `call<typeof login>('POST', '/api/auth/user/login', { body })`.
 * @throws ApiFailure on every non-OK answer and when the server cannot be reached.
 */
export async function call<E extends AnyEndpoint>(
  method: E['method'],
  path: E['path'],
  ...[sent]: Optional<Sent<E>>
): Promise<AnswerOf<E>> {
  const given = (sent ?? {}) as {
    params?: Values
    query?: Values
    body?: unknown
    signal?: AbortSignal
    headers?: Record<string, string>
  }
  return (await request(method, addressOf(path, given.params, given.query), given)) as AnswerOf<E>
}

type Values = Record<string, string | number | boolean | undefined>

/** The same call without the type of an endpoint, for callers that check the answer themselves. */
export async function request(
  method: Method,
  address: string,
  {
    body,
    signal,
    headers,
  }: { body?: unknown; signal?: AbortSignal | undefined; headers?: Record<string, string> } = {},
): Promise<unknown> {
  const paint = method === 'GET' ? paintOfOpenedPage() : undefined
  if (paint) await paint
  let response: Response
  try {
    response = await fetch(address, {
      method,
      credentials: 'include',
      headers: {
        Accept: 'application/json',
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...traceHeaders(),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    })
  } catch (cause) {
    if (signal?.aborted) throw cause
    const message = cause instanceof Error ? cause.message : 'Failed to fetch'
    throw new ApiFailure(0, 'NETWORK', message, [], {})
  }
  if (method !== 'GET') noteServerTime(response.headers.get('date'))
  const answer = await bodyOf(response)
  if (!response.ok) throw failureFrom(response.status, answer)
  return answer
}

/**
 * Fills the `:name` segments and appends the query.
 * @throws Error for a missing parameter, which is a programming error
 */
export function addressOf(path: string, params: Values = {}, query: Values = {}): string {
  const filled = path.replace(/:([A-Za-z]\w*)/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`The address ${path} needs "${name}"`)
    return encodeURIComponent(String(value))
  })
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value))
  return search.size > 0 ? `${filled}?${search}` : filled
}

/** The error body of the API as an `ApiFailure`; its message is the body's `message`, else `error`, else the status. */
export function failureFrom(status: number, answer: unknown): ApiFailure {
  const body: Record<string, unknown> = answer !== null && typeof answer === 'object' ? { ...answer } : {}
  const sentence = [body.message, body.error].find((text) => typeof text === 'string' && text !== '')
  return new ApiFailure(
    status,
    typeof body.code === 'string' ? body.code : `HTTP_${status}`,
    typeof sentence === 'string' ? sentence : `HTTP error! status: ${status}`,
    Array.isArray(body.errors) ? body.errors.filter((text) => typeof text === 'string') : [],
    body,
  )
}

async function bodyOf(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined
  const type = response.headers.get('content-type') ?? ''
  if (!type.includes('json')) return response.ok ? response : undefined
  return response.json().catch(() => undefined)
}
