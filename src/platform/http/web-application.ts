import express, { type Express, type RequestHandler } from 'express'
import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import type { RingTelemetry } from '../telemetry/ring-telemetry.ts'
import { mountApiDocuments } from './api-document-page.ts'
import type { ExpressApi } from './api-router.ts'
import { labProxy } from './dev-proxy.ts'
import { failureAnswers, nothingHere } from './failure-answers.ts'
import type { SecurityHeaders } from './headers.ts'
import { type HealthOptions, healthRoutes } from './health.ts'
import { requestContext } from './request-context.ts'

export interface WebApplicationOptions {
  config: Pick<Config, 'env' | 'brandName' | 'trustProxyHops' | 'apiDocs' | 'publicUrl'>
  logger: Logger
  /** Records every request when it has been answered. */
  telemetry?: RingTelemetry
  headers: SecurityHeaders
  /** With all routes mounted. */
  api: ExpressApi
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
