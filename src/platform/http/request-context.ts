import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { NextFunction, Request, Response } from 'express'
import type { Logger } from 'pino'

/** What is known about the request that is being answered, wherever the code runs that answers it. */
export interface RequestContext {
  requestId: string
  /** `POST /api/leads`; the path with its placeholders, never the address with its values. */
  route: string | undefined
}

const storage = new AsyncLocalStorage<RequestContext>()

/** The running request's context; undefined in jobs and at start. */
export function currentRequest(): RequestContext | undefined {
  return storage.getStore()
}

const requestIdShape = /^[A-Za-z0-9_-]{8,64}$/

/**
 * Gives each request an id (the caller's own `X-Request-Id` when it is harmless, else a new one), answers it in
 * `X-Request-Id`, and logs one line per request: never a query string, a header or a body.
 */
export function requestContext(logger: Logger) {
  return (req: Request, res: Response, next: NextFunction): void => {
    const given = req.headers['x-request-id']
    const requestId = typeof given === 'string' && requestIdShape.test(given) ? given : randomUUID()
    const context: RequestContext = { requestId, route: undefined }
    const started = performance.now()
    res.setHeader('X-Request-Id', requestId)
    res.once('close', () => {
      const line = {
        requestId,
        method: req.method,
        // A route's pattern holds no values; an address that no route knows is cut short.
        path: context.route ? context.route.slice(context.route.indexOf(' ') + 1) : pathOf(req),
        status: res.statusCode,
        ms: Math.round((performance.now() - started) * 10) / 10,
        ...(res.writableFinished ? {} : { aborted: true }),
      }
      if (context.route || res.statusCode >= 500) logger.info(line, 'request')
      else logger.debug(line, 'request')
    })
    storage.run(context, next)
  }
}

function pathOf(req: Request): string {
  return (req.originalUrl.split('?', 1)[0] ?? '').slice(0, 200)
}

/** The id given to this request by `requestContext`. */
export function requestIdOf(res: Response): string {
  const id = res.getHeader('X-Request-Id')
  return typeof id === 'string' ? id : 'unknown'
}
