import { randomUUID } from 'node:crypto'
import type { NextFunction, Request, Response } from 'express'
import type { Logger } from 'pino'
import { newWork, runWork } from '../telemetry/current-work.ts'
import type { RingTelemetry } from '../telemetry/ring-telemetry.ts'

const requestIdShape = /^[A-Za-z0-9_-]{8,64}$/

/**
 * Gives each request an id (the caller's own `X-Request-Id` when it is harmless, else a new one), returns it in
 * `X-Request-Id`, and logs one line per request: never a query string, a header or a body. Reports its end to `telemetry`.
 */
export function requestContext(logger: Logger, telemetry?: RingTelemetry) {
  return (req: Request, res: Response, next: NextFunction): void => {
    const given = req.headers['x-request-id']
    const requestId = typeof given === 'string' && requestIdShape.test(given) ? given : randomUUID()
    const work = newWork(requestId)
    if (telemetry?.tracing && !isFile(req.path))
      work.trace = telemetry.tracing.request(req.headers.traceparent, work.started)
    res.setHeader('X-Request-Id', requestId)
    res.once('close', () => {
      const ms = performance.now() - work.started
      telemetry?.traces.ended(work, ms / 1000, res.statusCode)
      telemetry?.answered(
        req.method,
        templateOf(work.route, req),
        res.writableFinished ? res.statusCode : 'aborted',
      )
      const { route, trace, error } = work
      trace?.end({ route, requestId, method: req.method, status: res.statusCode, error })
      const line = {
        requestId,
        ...(trace === undefined ? {} : { traceId: trace.traceparent.slice(3, 35) }),
        method: req.method,
        // A route's pattern contains no values; an address without a route is shortened.
        path: work.route ? work.route.slice(work.route.indexOf(' ') + 1) : pathOf(req),
        status: res.statusCode,
        ...(work.actor === undefined ? {} : { actor: work.actor }),
        ms: Math.round(ms * 10) / 10,
        ...(res.writableFinished ? {} : { aborted: true }),
      }
      if (work.route || res.statusCode >= 500) logger.info(line, 'request')
      else logger.debug(line, 'request')
    })
    runWork(work, next)
  }
}

/** Scripts, pictures and fonts: a page has about thirty, and they run no code of ours. */
const isFile = (path: string): boolean => /\.\w+$/.test(path) && !path.startsWith('/api/')

/** The path of a route with its placeholders: a label must not contain values from the caller. */
function templateOf(route: string | undefined, req: Request): string {
  if (route !== undefined) return route.slice(route.indexOf(' ') + 1)
  const template: unknown = req.route?.path
  return typeof template === 'string' ? template : 'other'
}

function pathOf(req: Request): string {
  return (req.originalUrl.split('?', 1)[0] ?? '').slice(0, 200)
}

/** The id given to this request by `requestContext`. */
export function requestIdOf(res: Response): string {
  const id = res.getHeader('X-Request-Id')
  return typeof id === 'string' ? id : 'unknown'
}
