import { request as httpRequest } from 'node:http'
import type { RequestHandler } from 'express'

/**
 * Hands requests below `/lab` on to a lab, so that its browser half lives on the app's origin. Mount it
 * at the root and before any body parser: `app.use('/lab', labProxy(labUrl))`. Development only.
 */
export function labProxy(labUrl: string): RequestHandler {
  const target = new URL(labUrl)
  return (request, response) => {
    const { connection: _hop, ...headers } = request.headers
    const onward = httpRequest(
      {
        hostname: target.hostname,
        port: target.port,
        method: request.method,
        path: request.originalUrl,
        headers,
      },
      (answer) => {
        const { connection: _back, 'keep-alive': _keep, ...kept } = answer.headers
        response.writeHead(answer.statusCode ?? 502, kept)
        answer.pipe(response)
        answer.once('error', () => response.destroy())
      },
    )
    // A cut connection stays a cut connection: that is a fault the lab can be told to make.
    onward.once('error', (error) => {
      if (!response.headersSent && isRefused(error))
        response.writeHead(502).end('The payment lab is not running.')
      else response.destroy()
    })
    response.once('close', () => onward.destroy())
    request.pipe(onward)
  }
}

function isRefused(error: Error): boolean {
  return 'code' in error && error.code === 'ECONNREFUSED'
}
