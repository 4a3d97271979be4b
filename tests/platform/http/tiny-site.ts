import { type IncomingHttpHeaders, request } from 'node:http'
import type { RequestHandler } from 'express'
import { pino } from 'pino'
import type { z } from 'zod'
import type { Config } from '#platform/config/config.ts'
import { parseConfig } from '#platform/config/parse-config.ts'
import type { Access, Endpoint, Method } from '#platform/contract/endpoint.ts'
import { ExpressApi } from '#platform/http/api-router.ts'
import type { CustomerActor, StaffActor } from '#platform/http/call.ts'
import { DocumentTable } from '#platform/http/document-table.ts'
import { securityHeaders } from '#platform/http/headers.ts'
import type { ReadinessCheck } from '#platform/http/health.ts'
import { type ApiRouter, Authenticator } from '#platform/http/routes.ts'
import { HttpServer } from '#platform/http/server.ts'
import { webApplication } from '#platform/http/web-application.ts'
import { RingTelemetry } from '#platform/telemetry/ring-telemetry.ts'

/** Knows two sessions: `ann` and, of staff, one per role. */
class TwoPeople extends Authenticator {
  asked = 0

  override async customer(session: string): Promise<CustomerActor | null> {
    this.asked++
    return session === 'ann' ? { kind: 'customer', userId: 'u-ann', sessionId: 's-ann' } : null
  }

  override async staff(session: string): Promise<StaffActor | null> {
    this.asked++
    if (session !== 'owner' && session !== 'editor' && session !== 'finance') return null
    return {
      kind: 'staff',
      staffId: `st-${session}`,
      username: session,
      role: session,
      sessionId: `s-${session}`,
    }
  }
}

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests read whatever a tiny endpoint answered
  json: any
}

export interface TinySite {
  url: string
  port: number
  api: ExpressApi
  documents: DocumentTable
  telemetry: RingTelemetry
  server: HttpServer
  people: TwoPeople
  logged: string[]
  ask(method: string, path: string, headers?: Record<string, string>, body?: string | Buffer): Promise<Answer>
  stop(): Promise<void>
}

/** An endpoint of a test; `rest` is what is special about it. Anybody may call it, unless `rest` says who. */
export function tiny<
  const M extends Method,
  const P extends string,
  Response extends z.ZodType | 'stream',
  Params extends z.ZodType = z.ZodType<Record<string, never>>,
  Query extends z.ZodType = z.ZodType<Record<string, never>>,
  Body extends z.ZodType = z.ZodType<undefined>,
  const A extends Access = 'public',
>(
  method: M,
  path: P,
  response: Response,
  rest: Partial<Endpoint<M, P, Params, Query, Body, Response, A>> = {},
): Endpoint<M, P, Params, Query, Body, Response, A> {
  return { method, path, summary: `${method} ${path}`, access: 'public' as A, response, ...rest }
}

export interface TinyOptions {
  mount: (api: ApiRouter) => void
  config?: Partial<Config>
  checks?: ReadinessCheck[]
  labUrl?: () => string | null
  assets?: RequestHandler
  pages?: RequestHandler
}

const pass: RequestHandler = (_req, _res, next) => next()

/** The whole HTTP half with a contract of the test's own and no database behind it. */
export async function tinySite(options: TinyOptions): Promise<TinySite> {
  const config: Config = { ...parseConfig({ PUBLIC_URL: 'http://ours.example' }), ...options.config }
  const logged: string[] = []
  const logger = pino({ level: 'debug' }, { write: (line: string) => void logged.push(line) })
  const telemetry = new RingTelemetry()
  const people = new TwoPeople()
  const production = config.env === 'production'
  const api = new ExpressApi({
    production,
    publicUrl: config.publicUrl,
    rateLimits: config.rateLimits,
    authenticator: people,
    telemetry,
    logger,
  })
  options.mount(api)
  const documents = new DocumentTable()
  const app = webApplication({
    config,
    logger,
    headers: securityHeaders(config),
    api,
    health: {
      checks: options.checks ?? [],
      stopping: () => server.draining,
      metrics: async () => ({ contentType: 'text/plain', text: 'up 1\n' }),
      metricsToken: config.metricsToken,
      production,
    },
    labUrl: options.labUrl ?? (() => null),
    assets: options.assets ?? pass,
    pages: options.pages ?? pass,
  })
  const server: HttpServer = new HttpServer({ host: '127.0.0.1', port: 0, first: documents.handler, app })
  const port = await server.listen()
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    api,
    documents,
    telemetry,
    server,
    people,
    logged,
    ask: (method, path, headers, body) => ask(port, method, path, headers, body),
    stop: () => server.stop(),
  }
}

/** One bare request over node:http, which adds no header of its own that a defence looks at. */
export function ask(
  port: number,
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: string | Buffer,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const length =
      body === undefined || headers['transfer-encoding'] ? {} : { 'content-length': Buffer.byteLength(body) }
    const req = request({
      port,
      host: '127.0.0.1',
      method,
      path,
      headers: { ...length, ...headers },
      agent: false,
    })
    let answered = false
    req.once('response', (res) => {
      answered = true
      const chunks: Buffer[] = []
      res.on('data', (chunk: Buffer) => chunks.push(chunk))
      res.once('error', reject)
      res.once('end', () => {
        const text = Buffer.concat(chunks).toString()
        const isJson = res.headers['content-type']?.startsWith('application/json') && text !== ''
        resolve({
          status: res.statusCode ?? 0,
          headers: res.headers,
          text,
          json: isJson ? JSON.parse(text) : undefined,
        })
      })
    })
    // The server may answer and close before all of an oversized body is sent.
    req.once('error', (error) => {
      if (!answered) reject(error)
    })
    req.end(body)
  })
}

export const asJson = { 'content-type': 'application/json' }
