import express, { type NextFunction, type Request, type Response, type Router } from 'express'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { AddressLimit, Endpoint, InputOf } from '../contract/endpoint.ts'
import { AppError } from '../kernel/error.ts'
import { currentWork } from '../telemetry/current-work.ts'
import type { Telemetry } from '../telemetry/telemetry.ts'
import { AccessChecks, addressOf, demandAccess } from './access.ts'
import { AddressLimits } from './address-limits.ts'
import type { Call } from './call.ts'
import { cookieJar } from './cookies.ts'
import { RefusedRequest } from './errors.ts'
import { demandHarmless } from './json-body.ts'
import { bodyReader } from './request-body.ts'
import { type ApiRouter, type Authenticator, type Handler, Reply } from './routes.ts'
import { demandSameOrigin } from './same-origin.ts'
import { demandKnown, parseInput } from './validation.ts'

export interface ApiOptions {
  production: boolean
  /** Unsafe requests from this URL's origin are accepted; outside production also from the address that the request was sent to. */
  publicUrl: string
  rateLimits: 'strict' | 'relaxed'
  authenticator: Authenticator
  telemetry: Telemetry
  /** Logs rows that a list leaves out. */
  logger: Pick<Logger, 'error'>
}

// biome-ignore lint/suspicious/noExplicitAny: handlers of all endpoints pass through here; `serve` checks each
type AnyEndpoint = Endpoint<any, any, any, any, any, any>
type AnyHandler = (input: unknown, call: Call) => Promise<unknown>

/** Serves declared endpoints over express and enforces each declaration. */
export class ExpressApi implements ApiRouter {
  readonly router: Router = express.Router({ caseSensitive: true })
  readonly #options: ApiOptions
  readonly #limits: AddressLimits
  readonly #accessChecks: AccessChecks
  readonly #origin: string
  readonly #endpoints: Endpoint[] = []
  /** Handlers by method and path, of endpoints whose path has no parameter. */
  readonly #plain = new Map<string, (req: Request, res: Response) => Promise<void>>()

  constructor(options: ApiOptions) {
    this.#options = options
    this.#limits = new AddressLimits(options.production ? 'strict' : options.rateLimits)
    this.#accessChecks = new AccessChecks(options.authenticator, cookieJar(options.production))
    this.#origin = new URL(options.publicUrl).origin
    // Looked up before express tries a hundred patterns in turn; a path that is not found here may still match one of them.
    this.router.use((req, res, next) => this.#plain.get(`${req.method} ${req.path}`)?.(req, res) ?? next())
  }

  /** Every mounted endpoint, in order; the API document and the authorisation matrix are made from it. */
  get endpoints(): readonly Endpoint[] {
    return this.#endpoints
  }

  serve<E extends AnyEndpoint>(endpoint: E, handler: Handler<E>): void {
    demandAccess(endpoint)
    if (endpoint.developmentOnly && this.#options.production) return
    const name = `${endpoint.method} ${endpoint.path}`
    if (this.#endpoints.some((other) => `${other.method} ${other.path}` === name)) {
      throw new Error(`${name} is served twice`)
    }
    this.#endpoints.push(endpoint)
    const readBody = bodyReader(endpoint)
    const answer = (req: Request, res: Response) =>
      this.#answer(name, endpoint, handler as unknown as AnyHandler, readBody, req, res)
    if (!endpoint.path.includes(':')) this.#plain.set(name, answer)
    switch (endpoint.method as Endpoint['method']) {
      case 'GET':
        this.router.get(endpoint.path, answer)
        break
      case 'POST':
        this.router.post(endpoint.path, answer)
        break
      case 'PUT':
        this.router.put(endpoint.path, answer)
        break
      case 'PATCH':
        this.router.patch(endpoint.path, answer)
        break
      case 'DELETE':
        this.router.delete(endpoint.path, answer)
        break
    }
  }

  async #answer(
    name: string,
    endpoint: AnyEndpoint,
    handler: AnyHandler,
    readBody: (req: Request) => Promise<unknown>,
    req: Request,
    res: Response,
  ): Promise<void> {
    const work = currentWork()
    if (work) work.route = name
    const started = performance.now()
    res.once('close', () => this.#options.telemetry.record('api', name, (performance.now() - started) / 1000))
    res.setHeader('Cache-Control', 'no-store')

    if (endpoint.access !== 'provider') demandSameOrigin(req.method, req.headers, this.#ownOrigins(req))
    const output = await this.#withinLimits(name, endpoint.limit, addressOf(req), async () => {
      const call = await this.#accessChecks.admit(endpoint, req, res)
      const input = await parsedInput(endpoint, readBody, req)
      if (endpoint.limit) await this.#limits.demandValue(name, endpoint.limit, input.body)
      return handler(input, call)
    })

    if (endpoint.response === 'stream') {
      if (output instanceof Reply) throw new Error(`${name} is declared as a stream and answered with a body`)
      return
    }
    const reply = output instanceof Reply ? output : new Reply(200, output)
    send(res, reply, this.#checkedBody(name, endpoint, reply.body), endpoint.access)
  }

  async #withinLimits<T>(
    name: string,
    limit: AddressLimit | undefined,
    address: string,
    answer: () => Promise<T>,
  ): Promise<T> {
    if (limit === undefined) return answer()
    await this.#limits.demand(name, limit, address)
    if (limit.dayCounts === undefined) return answer()
    let counts = false
    try {
      return await answer()
    } catch (error) {
      counts = error instanceof AppError && error.code === limit.dayCounts
      throw error
    } finally {
      if (!counts) await this.#limits.giveBack(name, limit, address)
    }
  }

  /**
   * The answer as it travels, with `success` and without unknown fields. A missing or wrong field is a fault of the server; only its path is reported. In
   * a list for staff it is the fault of a row: that row is left out, and the others are shown.
   */
  #checkedBody(name: string, { method, access, response }: AnyEndpoint, body: unknown): unknown {
    const isFlagged = response instanceof z.ZodObject && 'success' in response.shape
    const whole = isFlagged ? { success: true, ...(body as object) } : body
    const result = z.safeEncode(response as z.ZodType, whole)
    if (result.success) return result.data
    const { issues } = result.error
    const fields = issues.map((issue) => `${issue.path.map(String).join('.') || 'body'} (${issue.code})`)
    const fault = `${name} broke its promise: ${fields.slice(0, 10).join(', ')}`
    const rest = method === 'GET' && typeof access === 'object' ? withoutRows(whole, issues) : null
    if (rest === null) throw new Error(fault)
    this.#options.logger.error({ fault }, 'rows of a list cannot be shown')
    return z.encode(response as z.ZodType, rest)
  }

  #ownOrigins(req: Request): string[] {
    if (this.#options.production) return [this.#origin]
    return [this.#origin, `http://${req.headers.host ?? ''}`]
  }

  /** Mounted after all routes: answers OPTIONS, 405 for another method on a known path, 404 for an unknown one. */
  readonly unknown = (req: Request, res: Response, next: NextFunction): void => {
    if (!req.path.startsWith('/api/') && req.path !== '/api') {
      next()
      return
    }
    const methods = this.#endpoints
      .filter((each) => matches(each.path, req.path))
      .map((each) => each.method as string)
    if (methods.length === 0) {
      throw new RefusedRequest(404, 'NOT_FOUND', 'There is nothing at this address.')
    }
    const allow = [...new Set([...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'])].join(
      ', ',
    )
    if (req.method === 'OPTIONS') {
      res.status(204).setHeader('Allow', allow).end()
      return
    }
    throw new RefusedRequest(405, 'METHOD_NOT_ALLOWED', 'This address does not know this method.', {
      Allow: allow,
    })
  }
}

async function parsedInput(
  endpoint: AnyEndpoint,
  readBody: (req: Request) => Promise<unknown>,
  req: Request,
): Promise<InputOf<Endpoint>> {
  demandHarmless(req.params)
  demandHarmless(req.query)
  const params = endpoint.params ? parseInput(endpoint.params as z.ZodType, req.params, 'address') : {}
  if (endpoint.query instanceof z.ZodObject) demandKnown(req.query, endpoint.query.shape)
  const query = endpoint.query ? parseInput(endpoint.query as z.ZodType, { ...req.query }, 'query') : {}
  if (req.method === 'GET' || req.method === 'HEAD') return { params, query, body: undefined }
  const raw = await readBody(req)
  const body = endpoint.body
    ? parseInput(endpoint.body as z.ZodType, raw, 'body')
    : endpoint.bodyType === 'raw' || endpoint.bodyType === 'file'
      ? raw
      : undefined
  return { params, query, body }
}

/** A body without the rows of its lists that these faults are in; null when a fault is outside of all rows. */
function withoutRows(body: unknown, issues: readonly z.core.$ZodIssue[]): unknown {
  const broken = new Map<PropertyKey, Set<PropertyKey>>()
  for (const { path } of issues) {
    const [list, row] = path
    if (list === undefined || typeof row !== 'number') return null
    broken.set(list, (broken.get(list) ?? new Set()).add(row))
  }
  const lists = [...broken].map(([list, rows]) => {
    const all = (body as Record<PropertyKey, unknown[]>)[list] ?? []
    return [list, all.filter((_, at) => !rows.has(at))] as const
  })
  return { ...(body as object), ...Object.fromEntries(lists) }
}

function send(res: Response, reply: Reply<unknown>, body: unknown, access: AnyEndpoint['access']): void {
  // A public endpoint may have looked up a signed-in caller: then the handler cannot weaken no-store.
  const caching = access === 'public' && res.locals.signedIn !== true
  res.status(reply.status)
  for (const [header, value] of Object.entries(reply.headers)) {
    if (header.toLowerCase() !== 'cache-control' || caching) res.setHeader(header, value)
  }
  if (body === undefined) {
    res.end()
    return
  }
  // Not res.json, which computes a digest for an ETag: browsers store no answer of the API.
  const text = JSON.stringify(body)
  res.setHeader('Content-Type', 'application/json; charset=utf-8')
  res.setHeader('Content-Length', Buffer.byteLength(text))
  res.end(text)
}

function matches(pattern: string, path: string): boolean {
  const wanted = pattern.split('/')
  const given = path.replace(/(.)\/$/, '$1').split('/')
  return (
    wanted.length === given.length && wanted.every((part, i) => part.startsWith(':') || part === given[i])
  )
}
