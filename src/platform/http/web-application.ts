import express, { type ErrorRequestHandler, type Express, type Request, type RequestHandler } from 'express'
import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import { currentWork } from '../telemetry/current-work.ts'
import type { RingTelemetry } from '../telemetry/ring-telemetry.ts'
import { mountApiDocuments } from './api-document-page.ts'
import type { ExpressApi } from './api-router.ts'
import { labProxy } from './dev-proxy.ts'
import { answerTo, RefusedRequest } from './errors.ts'
import type { SecurityHeaders } from './headers.ts'
import { type HealthOptions, healthRoutes } from './health.ts'
import { requestContext, requestIdOf } from './request-context.ts'

export interface WebApplicationOptions {
  config: Pick<Config, 'env' | 'brandName' | 'trustProxyHops' | 'apiDocs' | 'publicUrl'>
  logger: Logger
  /** Records every request when it has been answered. */
  telemetry?: RingTelemetry
  headers: SecurityHeaders
  /** With all routes mounted. */
  api: ExpressApi
  /** What the site sends, for the API document. */
  webhooks?: Record<string, unknown>
  health: HealthOptions
  /** Returns the payment lab's address; null when there is none. Called outside production only. */
  labUrl: () => string | null
  /** Built assets (`staticAssets`), or Vite's middleware. */
  assets: RequestHandler
  /** Navigations (`clientApp`, or Vite's pages). */
  pages: RequestHandler
}

/** The express application. The order of its handlers matters. */
export function webApplication(options: WebApplicationOptions): Express {
  const { config, api, headers } = options
  const app = express()
  app.disable('x-powered-by')
  app.set('query parser', 'simple')
  // A number, never `true`: with `true` every caller could choose its own address.
  app.set('trust proxy', config.trustProxyHops)

  app.use(requestContext(options.logger, options.telemetry))
  // Before our headers: the lab's pages are framed and have headers of their own.
  if (config.env !== 'production') app.use(labProxy(options.labUrl))
  const plain = new Map(Object.entries(headers.plain))
  app.use((_req, res, next) => {
    res.setHeaders(plain)
    next()
  })
  mountApiDocuments(api, {
    title: `${config.brandName} API`,
    url: () => config.publicUrl,
    headers,
    readers: config.apiDocs,
    webhooks: options.webhooks,
  })
  // Before the routes: express would answer OPTIONS for each router by itself.
  app.options('/api/{*rest}', api.unknown)
  app.use(api.router)
  app.use(healthRoutes(options.health))
  app.use(api.unknown)
  app.use(options.assets)
  app.use(options.pages)
  app.use(nothingHere)
  app.use(failureAnswers(options.logger))
  return app
}

/** Mounted after the pages: throws 404 for requests that no handler answered, such as a POST to a page. */
function nothingHere(): void {
  throw new RefusedRequest(404, 'NOT_FOUND', 'There is nothing at this address.')
}

/** Mounted last: turns every error into the one error body; unexpected errors are logged with their stack. */
function failureAnswers(logger: Logger): ErrorRequestHandler {
  return (error, req, res, _next) => {
    const answer = answerTo(error, requestIdOf(res))
    if (answer.status >= 500) {
      const work = currentWork()
      if (work) work.error = error
      const line = { err: error, requestId: answer.body.requestId, route: work?.route }
      if (answer.status === 500) logger.error(line, 'unexpected error')
      else logger.warn(line, 'unavailable')
    }
    if (res.headersSent) {
      // Part of the answer is already sent: the connection is cut, so that the client notices.
      req.socket.destroy()
      return
    }
    for (const header of ['Content-Encoding', 'Content-Disposition', 'Content-Length', 'ETag']) {
      res.removeHeader(header)
    }
    res.status(answer.status).set({ 'Cache-Control': 'no-store', ...answer.headers })
    if (isPage(req)) res.type('html').send(failurePage(answer.body.message, answer.body.requestId))
    else res.json(answer.body)
  }
}

/** Whether the request is a browser's navigation outside the API, which is answered with a page. */
function isPage(req: Request): boolean {
  return !req.path.startsWith('/api/') && req.accepts(['json', 'html']) === 'html'
}

/** Neither text needs escaping: the message is one of our sentences, the id has been validated. */
function failurePage(message: string, requestId: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Something went wrong</title><h1>Something went wrong</h1><p>${message}</p><p><a href="/">Back to the start page</a></p>
<p><small>Request ${requestId}</small></p></html>`
}
