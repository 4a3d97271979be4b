import type { z } from 'zod'
import type { StaffRole } from '../kernel/actor.ts'

/** The allowed callers. `owner` is always included where staff roles are listed. */
export type Access = 'public' | 'customer' | 'provider' | { staff: readonly StaffRole[] }

/** At most `points` calls per `seconds` from one address, counted per process. */
export interface AddressLimit {
  points: number
  seconds: number
  /** In addition, at most this many calls within 24 hours. */
  perDay?: number
  /** Endpoints with the same counter share its daily count. */
  dayCounter?: string
  /** Only answers with this error code count for the day. When the day's count is reached, every call is refused. */
  dayCounts?: string
  /** In addition, at most `points` calls per `seconds` with the same text in this field of the body, from all addresses together. */
  perValue?: { field: string; points: number }
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * One call of the API, declared once: the server enforces it, the authorisation matrix and the
 * OpenAPI document are made from it, and the client's call helper is typed by it.
 */
export interface Endpoint<
  M extends Method = Method,
  P extends string = string,
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType | 'stream' = z.ZodType | 'stream',
  A extends Access = Access,
> {
  method: M
  /** Express style: `/api/orders/:id`. */
  path: P
  /** One line for the API document. */
  summary: string
  access: A
  limit?: AddressLimit
  params?: Params
  query?: Query
  body?: Body
  /** The body's limit in bytes; 100 kB by default. */
  bodyLimit?: number
  /**
   * `json` (the default) is parsed JSON. `raw` gives the handler the unparsed bytes of JSON (signed webhooks), `file` those
   * of any type; `form` is an HTML form sent without JavaScript, each field once as text.
   */
  bodyType?: 'json' | 'raw' | 'file' | 'form'
  /** A schema for JSON answers, or `stream` when the handler writes the response itself. */
  response: Response
  /** True for calls that exist outside production only; elsewhere the route is not mounted. */
  developmentOnly?: boolean
}

/** Declares an endpoint and keeps its literal types. */
export function endpoint<
  const M extends Method,
  const P extends string,
  Response extends z.ZodType | 'stream',
  Params extends z.ZodType = z.ZodType<Record<string, never>>,
  Query extends z.ZodType = z.ZodType<Record<string, never>>,
  Body extends z.ZodType = z.ZodType<undefined>,
  const A extends Access = Access,
>(
  declaration: Endpoint<M, P, Params, Query, Body, Response, A>,
): Endpoint<M, P, Params, Query, Body, Response, A> {
  return declaration
}

/** The parsed request as its handler receives it. */
export type InputOf<E> =
  E extends Endpoint<Method, string, infer Params, infer Query, infer Body, z.ZodType | 'stream', Access>
    ? { params: z.output<Params>; query: z.output<Query>; body: z.output<Body> }
    : never

/** What the handler must return: `success` is added to it. */
export type OutputOf<E> =
  E extends Endpoint<Method, string, z.ZodType, z.ZodType, z.ZodType, infer Response, Access>
    ? Response extends z.ZodType
      ? Answered<z.output<Response>>
      : undefined
    : never

/** The part of an answer that its handler makes; nothing where the answer is `success` alone. */
type Answered<T> = T extends { success: boolean }
  ? keyof T extends 'success'
    ? // biome-ignore lint/suspicious/noConfusingVoidType: the handler may end without a return
      void
    : Omit<T, 'success'>
  : T
