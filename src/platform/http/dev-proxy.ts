import { request } from 'node:http'
import type { NextFunction, Request, RequestHandler, Response } from 'express'

// Headers of one connection, not of the message (RFC 9110, 7.6.1).
const hopByHop = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/**
 * Development only: proxies `/lab/*` to the payment lab, so that its browser part has our origin. Streams both ways; the
 * product's cookies are not forwarded. `labUrl` is called per request and returns null while there is no lab.
 */
export function labProxy(labUrl: () => string | null): RequestHandler {
  return (req: Request, res: Response, next: NextFunction): void => {
    const base = labUrl()
    if (base === null || !/^\/lab(?:\/|$)/.test(req.path)) {
      next()
      return
    }
    const headers: Record<string, string | string[]> = {}
    for (const [name, value] of Object.entries(req.headers)) {
      if (value !== undefined && !hopByHop.has(name) && name !== 'host' && name !== 'cookie')
        headers[name] = value
    }
    const target = new URL(base)
    headers['x-forwarded-host'] = req.headers.host ?? ''
    const upstream = request(
      { host: target.hostname, port: target.port, method: req.method, path: req.originalUrl, headers },
      (answer) => {
        res.status(answer.statusCode ?? 502)
        for (const [name, value] of Object.entries(answer.headers)) {
          if (value !== undefined && !hopByHop.has(name) && name !== 'set-cookie') res.setHeader(name, value)
        }
        answer.pipe(res)
        answer.once('error', () => res.destroy())
      },
    )
    upstream.once('error', () => {
      if (res.headersSent) res.destroy()
      else res.status(502).type('text/plain').send('The payment lab does not answer.\n')
    })
    res.once('close', () => upstream.destroy())
    req.pipe(upstream)
  }
}
