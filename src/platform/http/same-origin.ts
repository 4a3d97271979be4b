import type { IncomingHttpHeaders } from 'node:http'
import { AppError } from '../kernel/error.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Protects against cross-site request forgery without tokens: on an unsafe method a browser must send `Sec-Fetch-Site:
 * same-origin` or, if it is too old to send that, an `Origin` that is ours. A client that sends neither header is not a
 * browser, so it does not send a visitor's cookies without their knowledge.
 * @throws AppError `forbidden`, code `CROSS_SITE_REQUEST`
 */
export function demandSameOrigin(
  method: string,
  headers: IncomingHttpHeaders,
  ownOrigins: readonly string[],
): void {
  if (safeMethods.has(method)) return
  const site = headers['sec-fetch-site']
  const allowed =
    site === undefined
      ? headers.origin === undefined || ownOrigins.includes(headers.origin)
      : site === 'same-origin'
  if (allowed) return
  throw new AppError(
    'forbidden',
    'CROSS_SITE_REQUEST',
    'This request came from another site and was refused.',
  )
}
